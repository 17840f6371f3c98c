import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSeal } from "../../../src/platform/database/seal.ts";
import { sealedFormerly } from "../../support/seal.ts";

const T1 = { purpose: "slack-bot-token", workspaceId: "T1" } as const;
const T2 = { ...T1, workspaceId: "T2" };
const [first, second] = [randomBytes(32), randomBytes(32)];
const seal = createSeal([first]);
const CANNOT_UNSEAL = expect.objectContaining({ name: "StoreError", code: "cannot-unseal" });

describe("a sealed secret", () => {
  it.each(["xoxb-token", "", "🏦 '\u0000", "x".repeat(10_000)])("opens again: %.20j", (secret) => {
    const sealed = seal.seal(secret, T1);

    expect(seal.open(sealed, T1)).toBe(secret);
    if (secret) expect(sealed).not.toContain(secret);
  });

  it("never looks the same twice", () => {
    expect(seal.seal("token", T1)).not.toBe(seal.seal("token", T1));
  });

  it("opens for no other workspace and with no other key", () => {
    const sealed = seal.seal("token", T1);

    expect(() => seal.open(sealed, T2)).toThrow(CANNOT_UNSEAL);
    expect(() => createSeal([second]).open(sealed, T1)).toThrow(CANNOT_UNSEAL);
  });

  it("opens a Rail service's token for its own connection, address and purpose alone", () => {
    const place = {
      purpose: "rail-token",
      workspaceId: "T1",
      connectionId: "con_1",
      baseUrl: "https://rails.example/api/v1",
    } as const;
    const sealed = seal.seal("token", place);

    expect(seal.open(sealed, place)).toBe("token");
    for (const other of [
      { ...place, workspaceId: "T2" },
      { ...place, connectionId: "con_2" },
      { ...place, baseUrl: "https://rails.example.com/api/v1" },
      T1,
    ]) {
      expect(() => seal.open(sealed, other)).toThrow(CANNOT_UNSEAL);
      expect(() => seal.openFormer(sealed, other)).toThrow(CANNOT_UNSEAL);
    }
    expect(() =>
      seal.open(seal.seal("token", T1), { ...T1, purpose: "slack-refresh-token" }),
    ).toThrow(CANNOT_UNSEAL);
  });

  it("opens in the former release's form only on demand", () => {
    const former = sealedFormerly("token", "T1", first);

    expect(seal.openFormer(former, T1)).toBe("token");
    expect(() => seal.openFormer(former, T2)).toThrow(CANNOT_UNSEAL);
    expect(() => seal.open(former, T1)).toThrow(CANNOT_UNSEAL);
  });

  it("opens with an older key, while the first one seals", () => {
    const old = seal.seal("token", T1);
    const rotated = createSeal([second, first]);

    expect(rotated.open(old, T1)).toBe("token");
    expect(createSeal([second]).open(rotated.seal("token", T1), T1)).toBe("token");
    expect(() => seal.open(rotated.seal("token", T1), T1)).toThrow(CANNOT_UNSEAL);
  });

  it("does not open when any byte of it was changed, or a part cut off", () => {
    const [version = "", id = "", ...parts] = seal.seal("token", T1).split(".");
    const bytes = parts.map((part) => Buffer.from(part, "base64url"));

    for (const [part, content] of bytes.entries()) {
      for (const index of content.keys()) {
        const changed = bytes.map((each) => Buffer.from(each));
        changed[part]?.writeUInt8((content[index] ?? 0) ^ 1, index);
        expectClosed([version, id, ...changed.map((each) => each.toString("base64url"))]);
      }
      const cut = bytes.map((each, other) => (other === part ? each.subarray(0, -1) : each));
      expectClosed([version, id, ...cut.map((each) => each.toString("base64url"))]);
    }
    expectClosed(["v1", id, ...parts]);
    expectClosed([version, "0".repeat(12), ...parts]);
    expectClosed([version, id, ...parts.slice(0, 2)]);
    expectClosed([""]);
  });

  it("says what to do, and nothing of the secret", () => {
    const sealed = seal.seal("canary", T1);

    expect(() => createSeal([second]).open(sealed, T1)).toThrow(/ENCRYPTION_KEYS/);
    expect(() => createSeal([second]).open(sealed, T1)).not.toThrow(/canary/);
  });
});

function expectClosed(parts: string[]): void {
  expect(() => seal.open(parts.join("."), T1)).toThrow(CANNOT_UNSEAL);
}
