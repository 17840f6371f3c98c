import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createKeys } from "../../../src/platform/database/keys.ts";

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const keys = createKeys([NEW, OLD], randomBytes);
const former = createKeys([OLD], randomBytes);
const BOUND = ["rail-token", "T1", "c1", "https://rails.test/api/v1"];

test("a secret opens for what it was sealed for, and looks different each time", () => {
  const sealed = keys.seal.seal("rail-token-é", BOUND);
  expect(keys.seal.open(sealed, BOUND)).toBe("rail-token-é");
  expect(sealed).not.toContain("rail-token");
  expect(keys.seal.seal("rail-token-é", BOUND)).not.toBe(sealed);
  expect(() => keys.seal.open(sealed, [BOUND.join(""), "", "", ""])).toThrowError(
    expect.objectContaining({ code: "unsealable" }),
  );
});

test("it does not open after a change in any of its parts, or without one", () => {
  const parts = keys.seal.seal("secret", BOUND).split(".");
  for (const [at, part] of parts.entries()) {
    const changed = `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}`;
    expect(() => keys.seal.open(parts.with(at, changed).join("."), BOUND), `${at}`).toThrow();
    expect(() => keys.seal.open(parts.toSpliced(at, 1).join("."), BOUND), `${at}`).toThrow();
  }
  const [name, iv, text, tag = ""] = parts;
  const shortened = [name, iv, text, tag.slice(0, 16)].join(".");
  expect(() => keys.seal.open(shortened, BOUND)).toThrow();
});

test("the first key seals and signs, and every key opens and verifies", () => {
  const [sealed, mac] = [former.seal.seal("secret", BOUND), former.macs.sign(["requests", 1])];
  expect(keys.seal.open(sealed, BOUND)).toBe("secret");
  expect(keys.macs.isSigned(["requests", 1], mac)).toBe(true);
  expect([keys.has(sealed), keys.has(mac), former.has(mac)]).toEqual([true, true, true]);
  const [newer, newMac] = [keys.seal.seal("secret", BOUND), keys.macs.sign(["requests", 1])];
  expect([former.has(newer), former.has(newMac)]).toEqual([false, false]);
  for (const read of [
    () => former.seal.open(newer, BOUND),
    () => former.macs.isSigned(["requests", 1], newMac),
  ]) {
    expect(read).toThrowError(expect.objectContaining({ code: "missing-key" }));
  }
});

test("a mac holds for exactly these parts", () => {
  const parts = ["requests", "T1", "r1", 3, "{}"] as const;
  const mac = keys.macs.sign(parts);
  expect(keys.macs.isSigned(parts, mac)).toBe(true);
  for (const other of [
    ["requests", "T1", "r1", 4, "{}"],
    ["requests", "T1", "r1", "3", "{}"],
    ["requests", "T1", "r1", 3, "{ }"],
    ["requests", "T1r1", 3, "{}"],
    ["requests", "T1", "r1", 3, null],
  ]) {
    expect(keys.macs.isSigned(other, mac)).toBe(false);
  }
  expect(keys.macs.isSigned(parts, mac.slice(0, -4))).toBe(false);
  expect(keys.macs.isSigned(parts, `${mac.split(".")[0]}.`)).toBe(false);
  expect(keys.macs.isSigned(parts, keys.macs.sign(parts))).toBe(true);
});
