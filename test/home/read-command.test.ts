import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/capabilities.ts";
import { readCommand } from "../../src/home/read-command.ts";

const read = (text: string) => {
  const found = readCommand(COMMANDS, text);
  return "help" in found ? found : [found.command.verb, found.args];
};

describe("what is typed after /rail", () => {
  it.each([
    ["", ["", undefined]],
    ["   ", ["", undefined]],
    ["new", ["new", { type: null }]],
    ["NEW On", ["new", { type: "ON_RAMP" }]],
    ["new off", ["new", { type: "OFF_RAMP" }]],
    ["list", ["list", { words: "" }]],
    ["list off 3", ["list", { words: "off 3" }]],
    ["show R-142", ["show", { what: "R-142" }]],
    ["show  Payroll   float", ["show", { what: "Payroll float" }]],
    ["show R&amp;D &lt;EU&gt;", ["show", { what: "R&D <EU>" }]],
    ["pending", ["pending", undefined]],
    ["policy", ["policy", { verb: "show", page: 1 }]],
    ["policy History 2", ["policy", { verb: "history", page: 2 }]],
    ["policy test", ["policy", { verb: "test", words: [] }]],
    ["policy test on GBP", ["policy", { verb: "test", words: ["on", "GBP"] }]],
    ["policy PROPOSE", ["policy", { verb: "propose" }]],
    ["withdraw R-142", ["withdraw", { number: 142 }]],
    ["withdraw r142", ["withdraw", { number: 142 }]],
    ["withdraw 142", ["withdraw", { number: 142 }]],
    ["destinations", ["destinations", { words: "" }]],
    ["destinations cold  wallet", ["destinations", { words: "cold  wallet" }]],
    ["destinations GB29 NWBK", ["destinations", { words: "GB29 NWBK" }]],
    ["destinations add", ["destinations", { kind: null, isImport: false }]],
    ["destinations ADD Wallet", ["destinations", { kind: "wallet", isImport: false }]],
    ["destinations add bank", ["destinations", { kind: "bank-account", isImport: false }]],
    [
      "destinations import bank account",
      ["destinations", { kind: "bank-account", isImport: true }],
    ],
    ["check GB29 NWBK 6016", ["check", { text: "GB29 NWBK 6016", isCut: false }]],
    ["Check  a\u200b &lt;b&gt;\n c ", ["check", { text: "a\u200b <b>\n c", isCut: false }]],
    ["freeze", ["freeze", { reason: "" }]],
    ["Freeze a call from  R&amp;D", ["freeze", { reason: "a call from  R&D" }]],
    ["freeze\nDear all,\n\tstop\u00ad it", ["freeze", { reason: "Dear all,\n\tstop\u00ad it" }]],
    ["\u200ffree\u00adze\u200b now", ["freeze", { reason: "now" }]],
    ["resume", ["resume", undefined]],
    ["health", ["health", undefined]],
    ["help check", { help: { topic: "check" } }],
    ["help", { help: {} }],
    ["help new", { help: { topic: "new" } }],
  ])("%j is read", (text, command) => {
    expect(read(text)).toEqual(command);
  });

  it.each([
    ["new sideways", "new"],
    ["new on off", "new"],
    ["list on off", "list"],
    ["requests done ended", "requests"],
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
    [`destinations ${"x".repeat(121)}`, "destinations"],
    ["check", "check"],
    ["check   ", "check"],
  ])("%j is answered with help that says what is wrong", (text, topic) => {
    expect(read(text)).toEqual({ help: { topic, problem: expect.stringContaining(topic) } });
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
    ["r-142", "show R-142"],
  ])("%j is answered with the nearest command", (text, nearest) => {
    expect(read(text)).toMatchObject({ help: { nearest } });
  });

  it.each(["list \u200b2", "withdraw\u202e 2", "help \u0007", "lits\u200b", "show\n x"])(
    "%j is refused whatever it begins with, since no name holds such characters",
    (text) => {
      expect(read(text)).toEqual({ help: { problem: expect.stringMatching(/^That holds/) } });
    },
  );

  it("does not guess at a word that is like none", () => {
    for (const unknown of ["approve", "nab", "xx"]) {
      expect(read(unknown)).toEqual({ help: { unknown } });
    }
  });

  it("is read without fail, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc
            .tuple(fc.constantFrom(...COMMANDS), fc.string())
            .map(([{ verb }, text]) => `${verb} ${text}`),
        ),
        (text) => {
          expect(read(text)).toBeTypeOf("object");
        },
      ),
    );
    expect(read("x".repeat(40_000))).toEqual({ help: { problem: expect.any(String) } });
  });
});
