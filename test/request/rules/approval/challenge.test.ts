import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAlikes } from "../../../../src/platform/payment-details/look-alike.ts";
import type { Check } from "../../../../src/request/rules/approval/challenge.ts";
import { challengeOf, checkFor } from "../../../../src/request/rules/approval/challenge.ts";
import type { ChangeRequest } from "../../../../src/request/rules/change-request.ts";
import { decide } from "../../../../src/request/rules/decide.ts";
import type { Answer } from "../../../../src/request/rules/decide-approval.ts";
import type { Circumstances } from "../../../../src/request/rules/decision.ts";
import {
  ABSENT,
  afterwards,
  approving,
  around,
  inUse,
  STATES,
} from "../../../domain/situations.ts";
import {
  ADDRESS,
  ANA,
  aChange,
  aConnection,
  aContent,
  after,
  anImport,
  anOffRampSpec,
  aPolicy,
  aRequest,
  aRetirement,
  aWhitelisting,
  BEN,
  CAL,
  DAN,
  IBAN,
} from "../../../support/builders.ts";

const request = aRequest({ content: aContent({ change: aWhitelisting() }) });
const check: Check = { detail: { kind: "address", value: ADDRESS }, differences: [] };
const NEW = { register: ABSENT };

/** Begins and ends as the address does, and differs in the middle. */
const THIEF = `${ADDRESS.slice(0, 20)}xyz${ADDRESS.slice(23)}`;

function asked(by: string, of: ChangeRequest = request): Answer & { typed: string } {
  const group = challengeOf(of, by, check);
  if (!group) throw new Error("This address has a middle");
  return { asked: group.challenge, typed: group.expected };
}

function approved(
  by: string,
  answer: Answer,
  of = request,
  circumstances: Partial<Circumstances> = NEW,
) {
  return decide(approving(of, by, { check, answer }), of, around(circumstances));
}

/** After so many wrong groups by this person. */
function wrongly(times: number, by: string): ChangeRequest {
  return { ...request, wrongAnswers: { [by]: times } };
}

describe("a group is asked for", () => {
  const facts = { isFirstUse: false, lookAlikes: [] };
  const requestFor = (change: Parameters<typeof aContent>[0]) =>
    aRequest({ content: aContent(change) });

  it("always for a new destination, never for a retired one", () => {
    for (const change of [aWhitelisting(), anImport()]) {
      expect(checkFor(requestFor({ change }), facts)).toEqual(check);
    }
    const retirement = requestFor({ change: aRetirement() });
    expect(checkFor(retirement, { isFirstUse: true, lookAlikes: [] })).toBeNull();
  });

  it("for a Rail's destination at its first use, or when another value looks like it", () => {
    const rail = requestFor({ change: aChange() });
    const likeIt = lookAlikes(check.detail, [{ kind: "address", value: THIEF }]).lookAlikes;
    expect(likeIt).toHaveLength(1);

    expect(checkFor(rail, facts)).toBeNull();
    expect(checkFor(rail, { ...facts, isFirstUse: true })).toEqual(check);
    expect(checkFor(rail, { ...facts, lookAlikes: likeIt })).toEqual({
      ...check,
      differences: likeIt[0]?.ofCandidate.differences,
    });
  });

  it("from the IBAN of an off-ramp", () => {
    const rail = requestFor({ change: aChange({ spec: anOffRampSpec() }) });

    expect(checkFor(rail, { ...facts, isFirstUse: true })?.detail).toEqual({
      kind: "iban",
      value: IBAN,
    });
  });
});

describe("the group that is asked for", () => {
  it("is the same however often one approver asks", () => {
    expect(new Set([1, 2, 3].map(() => asked(BEN).asked)).size).toBe(1);
  });

  it("differs between approvers and between requests, and is never of the first or last two", () => {
    const groups = new Set<number | null>();
    const perPerson = new Set<number | null>();
    for (let nth = 0; nth < 200; nth += 1) {
      const nonce = nth.toString(16).padStart(32, "0");
      const of = aRequest({ content: aContent({ change: aWhitelisting(), nonce }) });
      groups.add(asked(BEN, of).asked);
      perPerson.add(asked(`U0PERSON${nth}`).asked);
    }

    // Eleven groups, of which the two outermost on either side are left out.
    const middle = [3, 4, 5, 6, 7, 8, 9];
    expect([...groups].sort()).toEqual(middle);
    expect([...perPerson].sort()).toEqual(middle);
  });

  it("holds a difference to the look-alike: what was copied from that is wrong", () => {
    const [nearest] = lookAlikes(check.detail, [{ kind: "address", value: THIEF }]).lookAlikes;
    const differences = nearest?.ofCandidate.differences ?? [];
    fc.assert(
      fc.property(fc.string(), (by) => {
        const group = challengeOf(request, by, { ...check, differences });
        const index = (group?.challenge ?? 0) - 1;
        const ofThief = THIEF.slice(index * 4, index * 4 + 4);
        const answer = { asked: group?.challenge ?? null, typed: ofThief };
        const approval = approving(request, BEN, { check: { ...check, differences }, answer });

        expect(group?.expected).not.toBe(ofThief);
        if (by === BEN) expect(decide(approval, request, around(NEW)).ok).toBe(false);
      }),
      { examples: [[BEN], [CAL]] },
    );
  });
});

describe("an approval with a group", () => {
  it("counts where it is right, and says that it was checked", () => {
    expect(approved(BEN, asked(BEN))).toMatchObject({
      ok: true,
      events: [{ type: "approval-given", by: BEN, isChecked: true }],
    });
  });

  it("is refused where it is wrong, and leaves that as a trace", () => {
    const decision = approved(BEN, { ...asked(BEN), typed: "zzzz" });

    expect(decision).toEqual({
      ok: false,
      refusal: "wrong-answer",
      events: [{ type: "wrong-answer", by: BEN, times: 1, at: around().now }],
    });
  });

  it("is at its end after three wrong ones, also with the right one", () => {
    const wrong = { ...asked(BEN), typed: "zzzz" };
    let now = request;
    const refusals: string[] = [];
    for (let time = 1; time <= 3; time += 1) {
      const decision = approved(BEN, wrong, now);
      if (decision.ok) throw new Error("It was wrong");
      refusals.push(decision.refusal);
      now = { ...now, wrongAnswers: { [BEN]: time } };
      expect(decision.events).toMatchObject([{ type: "wrong-answer", times: time }]);
    }

    expect(refusals).toEqual(["wrong-answer", "wrong-answer", "attempt-ended"]);
    expect(approved(BEN, asked(BEN), now)).toEqual({ ok: false, refusal: "attempt-ended" });
    expect(approved(BEN, wrong, now)).toEqual({ ok: false, refusal: "attempt-ended" });
    // Not even where nothing would be asked any more.
    expect(decide(approving(now, BEN), now, around(NEW))).toEqual({
      ok: false,
      refusal: "attempt-ended",
    });
  });

  it("still counts from another approver, and so does their denial", () => {
    const ended = wrongly(3, BEN);

    expect(approved(CAL, asked(CAL), ended)).toMatchObject({ ok: true });
    const deny = { type: "deny", by: BEN, reason: "Not ours" } as const;
    expect(decide(deny, ended, around(NEW))).toMatchObject({ ok: true });
  });

  it.each<[string, Answer]>([
    ["none", { asked: null, typed: null }],
    ["no text", { ...asked(BEN), typed: null }],
    ["only blanks", { ...asked(BEN), typed: " \t " }],
    ["another group than the one asked for", { asked: asked(BEN).asked === 3 ? 4 : 3, typed: "x" }],
    ["no number of a group", { ...asked(BEN), asked: null }],
  ])("that brings %s is refused, and is not counted as wrong", (_, answer) => {
    expect(approved(BEN, answer)).toEqual({ ok: false, refusal: "answer-missing" });
  });

  it("is refused when the group was asked of another approver", () => {
    const others = [CAL, DAN]
      .map((by) => asked(by))
      .find((each) => each.asked !== asked(BEN).asked);
    if (!others) throw new Error("They are asked for different ones");

    expect(approved(BEN, others)).toEqual({ ok: false, refusal: "answer-missing" });
  });

  it("is not looked at where the value has no middle", () => {
    const short: Check = { detail: { kind: "address", value: "abcd" }, differences: [] };
    const approval = approving(request, BEN, { check: short });

    expect(decide(approval, request, around(NEW))).toMatchObject({
      ok: true,
      // Nothing was asked, so nothing is claimed to have been answered.
      events: [{ type: "approval-given", isChecked: false }],
    });
  });

  it.each<[string, string, Partial<ChangeRequest>, Partial<Circumstances>]>([
    ["already-decided", BEN, { state: STATES.denied }, {}],
    ["self-approval", ANA, {}, {}],
    ["not-an-approver", "U0EVE00001", {}, {}],
    ["expired", BEN, {}, { now: after({ hours: 23 }) }],
    [
      "already-approved-by-you",
      BEN,
      { approvals: [{ by: BEN, at: after({}), digest: request.digest }] },
      {},
    ],
    ["content-differs", BEN, { digest: "0".repeat(64) }, {}],
    ["connection-changed", BEN, {}, { connection: aConnection({ id: "con_other" }) }],
    ["destination-not-usable", BEN, {}, { register: inUse() }],
  ])(
    "refused before (%s) says nothing of the group, and counts nothing",
    (refusal, by, fields, circumstances) => {
      const of = { ...request, ...fields };
      for (const typed of [asked(by).typed, "zzzz"]) {
        const decision = decide(
          approving(request, by, { check, answer: { ...asked(by), typed } }),
          of,
          around({ ...NEW, ...circumstances }),
        );

        expect(decision).toEqual({ ok: false, refusal });
      }
    },
  );
});

describe("the first use of a destination", () => {
  const one = aPolicy({ approvalsRequired: 1 });
  const first = { policy: one, register: inUse({ addedBy: BEN, isUnused: true }) };
  const rail = aRequest({ policy: one });

  it("is not approved by whoever added it alone", () => {
    expect(decide(approving(rail, BEN), rail, around(first))).toEqual({
      ok: false,
      refusal: "first-use-by-adder",
    });
    expect(decide(approving(rail, CAL), rail, around(first))).toMatchObject({ ok: true });
  });

  it("is, together with another", () => {
    const two = aRequest({ policy: aPolicy() });
    const circumstances = around({ register: first.register });
    const afterBen = afterwards(two, approving(two, BEN), circumstances);

    expect(afterwards(afterBen, approving(afterBen, CAL), circumstances).state.status).toBe(
      "approved",
    );
  });

  it("only is: afterwards they may alone, and for a destination that is only asked for they may", () => {
    const used = around({ policy: one, register: inUse({ addedBy: BEN }) });
    expect(decide(approving(rail, BEN), rail, used)).toMatchObject({ ok: true });
    const alone = { ...request, policy: one };
    const whitelisting = decide(approving(alone, BEN), alone, around({ policy: one, ...NEW }));
    expect(whitelisting).toMatchObject({ ok: true });
  });

  it("is not sent with their approval alone, which waits for another", () => {
    const approvedByBen: ChangeRequest = {
      ...rail,
      state: STATES.approved,
      approvals: [{ by: BEN, at: after({ minutes: -5 }), digest: rail.digest }],
    };
    const back = afterwards(approvedByBen, { type: "claim" }, around(first));

    expect(back.state).toEqual({ status: "pending" });
    expect(back.approvals.map(({ by }) => by)).toEqual([BEN]);
    expect(afterwards(back, approving(back, CAL), around(first)).state.status).toBe("approved");
  });
});
