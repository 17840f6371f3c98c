import { describe, expect, it } from "vitest";
import { foldName, isAlikeName, isSameName } from "../../../src/platform/text/names.ts";

const NAME = "Treasury cold wallet";

describe("a name", () => {
  it.each([
    ["itself", NAME],
    ["another case", "TREASURY Cold wallet"],
    ["more spaces", "  Treasury  cold\u00a0wallet\n"],
    ["full-width letters", "Ｔｒｅａｓｕｒｙ　ｃｏｌｄ　ｗａｌｌｅｔ"],
    ["a hidden character", "Treasury\u200b cold wallet"],
    ["a change of direction", "Treasury \u202ecold wallet"],
    ["mathematical letters", "\u{1d413}reasury cold wallet"],
  ])("is the same name with %s", (_, other) => {
    expect(isSameName(NAME, other)).toBe(true);
    expect(isAlikeName(NAME, other)).toBe(true);
  });

  it("is the same with another keyboard's quotes and dashes", () => {
    expect(isSameName("R–2 „Float“", 'r-2 "float"')).toBe(true);
    expect(foldName("Ben’s   Float")).toBe("ben's float");
  });

  it.each([
    ["a Cyrillic а", "Treasury cold w\u0430llet"],
    ["a Cyrillic Т in capitals", "\u0422REASURY COLD WALLET"],
    ["a small Cyrillic т", "\u0442reasury cold wallet"],
    ["a Greek ο", "Treasury c\u03bfld wallet"],
    ["a small capital c", "Treasury \u1d04old wallet"],
    ["a Lisu letter", "\ua4d4REASURY COLD WALLET"],
    ["a Cherokee letter", "TREASURY \u13dfOLD WALLET"],
    ["a capital I for an l", "Treasury cold waIlet"],
    ["a small i for an l", "Treasury cold wailet"],
    ["a digit one for an l", "Treasury cold wa1let"],
    ["a zero for an o", "Treasury c0ld wallet"],
    ["two v for a w", "Treasury cold vvallet"],
    ["an accent", "Tre\u0301asury cold wallet"],
    ["a dot below", "Treasury cold w\u1ea1llet"],
    ["a letter of an alphabet that no table has", "Treasury c\u2c9fld wallet"],
    ["a digit that looks like a letter", "Treasury c\u0966ld wallet"],
    ["a stroke through a letter", "Treasury co\u0142d wallet"],
    ["an exclamation mark", "Treasury co!d wallet"],
    ["a c and an l", "Treasury colcl wallet"],
    ["a point at its end", "Treasury cold wallet."],
    ["a character of nobody", "Treasury cold wallet\ue000"],
    ["a letter made longer", "Treasury\u0640 cold wallet"],
  ])("is another, and looks like it, with %s", (_, other) => {
    expect(isSameName(NAME, other)).toBe(false);
    expect(isAlikeName(NAME, other)).toBe(true);
    expect(isAlikeName(other, NAME)).toBe(true);
  });

  it.each(["Treasury cold wallet 2", "Treasury hot wallet", "Treasury", "工资", ""])(
    "does not look like %j",
    (other) => {
      expect(isAlikeName(NAME, other)).toBe(false);
    },
  );

  it("looks alike with r and n for an m, and not like its neighbour in a row of names", () => {
    expect(isAlikeName("main account", "rnain account")).toBe(true);
    expect(isAlikeName("Account 2", "Account 3")).toBe(false);
    expect(isAlikeName("工资 一", "工资 二")).toBe(false);
    expect(isAlikeName("Zürich EUR", "Zürich CHF")).toBe(false);
    expect(isAlikeName("工资帐", "Pay")).toBe(false);
  });
});
