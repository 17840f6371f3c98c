import { expect, it } from "vitest";
import { decide } from "../../src/request/rules/decide.ts";
import { ANA, after, CAL } from "../support/builders.ts";
import { around, inShort, inStatus } from "./situations.ts";

/** Another connection is current, and holds what waits under the request's own. */
const held = () => around({ isHeld: true });

it("what is held is not sent, not carried out, and does not end by itself", () => {
  const approved = inStatus("approved");
  const commands = [
    { type: "claim" },
    { type: "carry-out" },
    { type: "could-not-look", because: "token-refused" },
    { type: "void" },
  ] as const;
  for (const command of commands) {
    expect(inShort(decide(command, approved, held())), command.type).toBe("no: held");
  }
});

it("what is held cannot be approved, and can be denied, withdrawn, ended and expire", () => {
  const pending = inStatus("pending");
  const approve = {
    type: "approve",
    by: CAL,
    digest: pending.digest,
    check: null,
    answer: { asked: null, typed: null },
  } as const;
  expect(decide(approve, pending, around())).toMatchObject({ ok: true });
  expect(decide(approve, pending, held())).toEqual({ ok: false, refusal: "held" });

  const ends = [
    { type: "deny", by: CAL, reason: "No" },
    { type: "withdraw", by: ANA },
    { type: "void", because: "The app was removed." },
  ] as const;
  for (const end of ends) expect(decide(end, pending, held())).toMatchObject({ ok: true });
  const late = around({ isHeld: true, now: after({ days: 9 }) });
  expect(decide({ type: "expire" }, pending, late)).toMatchObject({ ok: true });
});
