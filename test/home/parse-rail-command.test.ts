import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMAND_NAMES, parseRailCommand } from "../../src/home/parse-rail-command.ts";

describe("what is typed after /rail", () => {
  it.each([
    ["", { name: "home" }],
    ["   ", { name: "home" }],
    ["new", { name: "new" }],
    ["NEW On", { name: "new", type: "ON_RAMP" }],
    ["new off", { name: "new", type: "OFF_RAMP" }],
    ["list", { name: "list", page: 1 }],
    ["list 3", { name: "list", page: 3 }],
    ["show R-142", { name: "show", what: "R-142" }],
    ["show  Payroll   float", { name: "show", what: "Payroll float" }],
    ["show R&amp;D &lt;EU&gt;", { name: "show", what: "R&D <EU>" }],
    ["pending", { name: "pending" }],
    ["policy", { name: "policy", verb: "show", page: 1 }],
    ["policy History 2", { name: "policy", verb: "history", page: 2 }],
    ["policy test", { name: "policy", verb: "test", words: [] }],
    ["policy test on GBP", { name: "policy", verb: "test", words: ["on", "GBP"] }],
    ["policy PROPOSE", { name: "policy", verb: "propose" }],
    ["withdraw R-142", { name: "withdraw", number: 142 }],
    ["withdraw r142", { name: "withdraw", number: 142 }],
    ["withdraw 142", { name: "withdraw", number: 142 }],
    ["destinations", { name: "destinations", search: null }],
    ["destinations cold  wallet", { name: "destinations", search: "cold wallet" }],
    ["destinations GB29 NWBK", { name: "destinations", search: "GB29 NWBK" }],
    ["destinations add", { name: "add-destination", kind: null, isImport: false }],
    ["destinations ADD Wallet", { name: "add-destination", kind: "wallet", isImport: false }],
    ["destinations add bank", { name: "add-destination", kind: "bank-account", isImport: false }],
    [
      "destinations import bank account",
      { name: "add-destination", kind: "bank-account", isImport: true },
    ],
    ["check GB29 NWBK 6016", { name: "check", text: "GB29 NWBK 6016" }],
    ["Check  a\u200b &lt;b&gt;\n c ", { name: "check", text: "a\u200b <b>\n c" }],
    ["freeze", { name: "freeze", typed: "" }],
    ["Freeze a call from  R&amp;D", { name: "freeze", typed: "a call from  R&D" }],
    ["freeze\nDear all,\n\tstop\u00ad it", { name: "freeze", typed: "Dear all,\n\tstop\u00ad it" }],
    ["\u200ffree\u00adze\u200b now", { name: "freeze", typed: "now" }],
    ["resume", { name: "resume" }],
    ["health", { name: "health" }],
    ["help check", { name: "help", topic: "check" }],
    ["help", { name: "help" }],
    ["help new", { name: "help", topic: "new" }],
  ])("%j is read", (text, command) => {
    expect(parseRailCommand(text)).toEqual(command);
  });

  it.each([
    ["new sideways", "new"],
    ["new on off", "new"],
    ["list 0", "list"],
    ["list two", "list"],
    ["list 1 2", "list"],
    ["show", "show"],
    ["pending all", "pending"],
    ["resume now", "resume"],
    ["health all", "health"],
    ["withdraw", "withdraw"],
    ["withdraw Payroll", "withdraw"],
    ["withdraw R-0", "withdraw"],
    ["withdraw R-1 R-2", "withdraw"],
    ["destinations add everything", "destinations"],
    ["destinations import wallet wa_1", "destinations"],
    [`destinations ${"x".repeat(81)}`, "destinations"],
    ["check", "check"],
    ["check   ", "check"],
  ])("%j is answered with help that says what is wrong", (text, topic) => {
    expect(parseRailCommand(text)).toEqual({
      name: "help",
      topic,
      problem: expect.stringContaining(topic),
    });
  });

  it.each([
    ["nwe", "new"],
    ["lits", "list"],
    ["pendign", "pending"],
    ["destination", "destinations"],
    ["chekc", "check"],
    ["freze", "freeze"],
    ["stop", "freeze"],
    ["HALT all of it", "freeze"],
    ["help stop", "freeze"],
    ["help widthraw", "withdraw"],
  ])("%j is answered with the nearest command", (text, nearest) => {
    expect(parseRailCommand(text)).toMatchObject({ name: "help", nearest });
  });

  it("does not guess at a word that is like none", () => {
    for (const unknown of ["approve", "nab", "xx"]) {
      expect(parseRailCommand(unknown)).toEqual({ name: "help", unknown });
    }
  });

  it("is read without fail, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.tuple(fc.constantFrom(...COMMAND_NAMES), fc.string()).map((words) => words.join(" ")),
        ),
        (text) => {
          expect(parseRailCommand(text).name).toBeTypeOf("string");
        },
      ),
    );
    expect(parseRailCommand("x".repeat(40_000))).toMatchObject({ name: "help" });
  });
});
