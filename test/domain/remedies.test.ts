import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/authority/roster.ts";
import { policyNow } from "../../src/request/rules/approval/policy.ts";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { decide } from "../../src/request/rules/decide.ts";
import type { Circumstances } from "../../src/request/rules/decision.ts";
import type { TwoPersonRemedy } from "../../src/request/rules/remedy.ts";
import {
  ANA,
  aConnection,
  aContent,
  after,
  anImport,
  aPolicy,
  aRequest,
  aRetirement,
  aRule,
  aWhitelisting,
  BEN,
  CAL,
  DAN,
  NOW,
  someWalletDetails,
} from "../support/builders.ts";
import { aRoster } from "../support/people.ts";
import { ABSENT, about, afterwards, around, inUse } from "./situations.ts";

const NEW = { register: ABSENT };
const RELEASE: TwoPersonRemedy = { type: "release-attempt" };
const CLOSE: TwoPersonRemedy = { type: "close" };
const ENTER: TwoPersonRemedy = { type: "enter-id", serviceId: "wa_1" };
const REMEDIES = [RELEASE, CLOSE, ENTER];

const stuck = (fields: Partial<ChangeRequest> = {}) =>
  about(aWhitelisting(), "needs-a-person", {}, fields);
const withProposal = (remedy: TwoPersonRemedy, by = BEN, fields: Partial<ChangeRequest> = {}) =>
  about(aWhitelisting(), "needs-a-person", { remedy: { by, at: NOW, remedy } }, fields);

const propose = (by: string, remedy: TwoPersonRemedy): Command => ({
  ...{ type: "propose-remedy", by, remedy },
});
const confirm = (by: string, remedy: TwoPersonRemedy): Command => ({
  ...{ type: "confirm-remedy", by, remedy },
});
/** What Slack says of somebody. */
const said = (by: string, of: Standing) => ({
  ...NEW,
  roster: aRoster({ standings: { [by]: of } }),
});
const no = (refusal: string) => ({ ok: false, refusal });
const decided = (command: Command, request: ChangeRequest, of: Partial<Circumstances> = NEW) =>
  decide(command, request, around(of));

describe("an import or a retirement that needs a person", () => {
  it.each([anImport(), aRetirement()])(
    "can be closed by two, and no more than that: $kind",
    (change) => {
      const stopped = about(change, "needs-a-person");
      const proposed = about(change, "needs-a-person", {
        remedy: { by: BEN, at: NOW, remedy: CLOSE },
      });

      expect(decided(propose(BEN, CLOSE), stopped)).toMatchObject({ ok: true });
      expect(decided(confirm(CAL, CLOSE), proposed)).toMatchObject({
        ok: true,
        events: [{ type: "voided" }],
      });
      for (const remedy of [RELEASE, ENTER]) {
        expect(decided(propose(BEN, remedy), stopped)).toEqual(no("not-now"));
      }
    },
  );
});

describe("the people who may settle an unknown outcome", () => {
  it.each(REMEDIES)("an approver proposes, another agrees: $type", (remedy) => {
    expect(decided(propose(BEN, remedy), stuck())).toMatchObject({
      ok: true,
      events: [{ type: "remedy-proposed", by: BEN, remedy }],
    });
    expect(decided(confirm(CAL, remedy), withProposal(remedy))).toMatchObject({ ok: true });
  });

  it.each(REMEDIES)("nobody alone, and not without a proposal: $type", (remedy) => {
    expect(decided(confirm(BEN, remedy), withProposal(remedy))).toEqual(no("second-person-needed"));
    expect(decided(confirm(CAL, remedy), stuck())).toEqual(no("remedy-changed"));
  });

  it.each(REMEDIES)("nobody proposes the same twice, and what is else may be: $type", (remedy) => {
    expect(decided(propose(BEN, remedy), withProposal(remedy))).toEqual(no("proposed-already"));
    const other: TwoPersonRemedy = { type: "enter-id", serviceId: "wa_2" };
    expect(decided(propose(BEN, other), withProposal(remedy))).toMatchObject({ ok: true });
  });

  it("entering the same id again agrees to it, and keeps other agreements; another id starts anew", () => {
    const policy = aPolicy({ approvers: [BEN, CAL, DAN], approvalsRequired: 2 });
    const agreed = { by: BEN, at: NOW, remedy: ENTER, agreed: [DAN] };
    const half = about(aWhitelisting(), "needs-a-person", { remedy: agreed }, { policy });
    const again = propose(CAL, ENTER);

    expect(decided(again, withProposal(ENTER, BEN, { policy }))).toMatchObject({
      events: [{ type: "remedy-agreed", by: CAL }],
    });
    expect(decided(again, half)).toMatchObject({
      events: [{ type: "in-force", by: [BEN, DAN, CAL] }],
    });
    expect(decided(propose(DAN, ENTER), half)).toEqual(no("already-approved-by-you"));
    const asker = propose(ANA, ENTER);
    const ours = { ...NEW, policy: aPolicy({ approvers: [ANA, BEN, CAL] }) };
    const theirs = withProposal(ENTER, BEN, { policy: ours.policy });
    expect(decided(asker, theirs, ours)).toEqual(no("second-person-needed"));
    const other: TwoPersonRemedy = { type: "enter-id", serviceId: "wa_2" };
    expect(decided(propose(CAL, other), half)).toMatchObject({
      events: [{ type: "remedy-proposed", by: CAL, remedy: other }],
    });
    const gone = aRoster({ standings: { [BEN]: "deactivated" } });
    expect(decided(again, half, { ...NEW, roster: gone })).toMatchObject({
      events: [{ type: "remedy-proposed", by: CAL }],
    });
    const silent = aRoster({ standings: { [BEN]: "not-known" } });
    expect(decided(again, half, { ...NEW, roster: silent })).toEqual(no("standing-not-known"));
  });

  it("for an id that a rule for imports names, its people too, and nobody of them for anything else", () => {
    const eve = "U0EVE00001";
    const when = { changes: ["import-destination"], destinations: ["wa_1"] } as const;
    const guarded = aRule({ name: "guarded", when, approvers: [eve], approvalsRequired: 1 });
    const inForce = {
      version: 1,
      coolDownHours: 0,
      rules: [guarded, aRule({ approvalsRequired: 1 })],
    };
    const under = (request: ChangeRequest) => ({ ...NEW, policy: policyNow(request, inForce) });
    const frozen = { policy: aPolicy({ approvalsRequired: 1 }) };
    const entered = withProposal(ENTER, BEN, frozen);
    const released = withProposal(RELEASE, BEN, frozen);

    expect(decided(confirm(CAL, ENTER), entered, under(entered))).toMatchObject({
      events: [{ type: "remedy-agreed", by: CAL }],
    });
    expect(decided(confirm(eve, RELEASE), released, under(released))).toEqual(
      no("not-an-approver"),
    );
    const other = withProposal({ type: "enter-id", serviceId: "wa_2" }, BEN, frozen);
    expect(
      decided(confirm(CAL, { type: "enter-id", serviceId: "wa_2" }), other, under(other)),
    ).toMatchObject({ events: [{ type: "in-force" }] });
  });

  it.each(REMEDIES)("nobody but active approvers: $type", (remedy) => {
    const proposed = withProposal(remedy);
    for (const command of [propose, confirm]) {
      expect(decided(command("U0EVE00001", remedy), proposed)).toEqual(no("not-an-approver"));
      const cal = command(CAL, remedy);
      expect(decided(cal, proposed, said(CAL, "deactivated"))).toEqual(no("not-an-active-member"));
      expect(decided(cal, proposed, said(CAL, "not-known"))).toEqual(no("standing-not-known"));
      const policy = aPolicy({ version: 2, approvers: [BEN, DAN] });
      expect(decided(command(CAL, remedy), proposed, { ...NEW, policy })).toEqual(
        no("not-an-approver"),
      );
    }
  });

  it("the requester may propose, as an approver, and never agree", () => {
    const policy = aPolicy({ approvers: [ANA, BEN, CAL] });
    const here = { ...NEW, policy };

    expect(decided(propose(ANA, RELEASE), stuck({ policy }), here)).toMatchObject({ ok: true });
    expect(
      decided(confirm(BEN, RELEASE), withProposal(RELEASE, ANA, { policy }), here),
    ).toMatchObject({ ok: true });
    expect(decided(confirm(ANA, RELEASE), withProposal(RELEASE, BEN, { policy }), here)).toEqual(
      no("second-person-needed"),
    );
  });

  it("nobody with a proposal of someone who approves no more", () => {
    const policy = aPolicy({ version: 2, approvers: [CAL, DAN] });

    expect(decided(confirm(CAL, ENTER), withProposal(ENTER, BEN), { ...NEW, policy })).toEqual(
      no("remedy-changed"),
    );
    const agreeing = (standing: Standing) =>
      decided(confirm(CAL, ENTER), withProposal(ENTER), said(BEN, standing));
    expect(agreeing("deactivated")).toEqual(no("remedy-changed"));
    expect(agreeing("not-known")).toEqual(no("standing-not-known"));
  });
});

describe("what is agreed to", () => {
  it("binds no id while sending is frozen, and closes all the same", () => {
    const frozen = { ...NEW, isFrozen: true };

    expect(decided(confirm(CAL, ENTER), withProposal(ENTER), frozen)).toEqual(no("frozen"));
    expect(decided(confirm(CAL, CLOSE), withProposal(CLOSE), frozen)).toMatchObject({ ok: true });
  });

  it("is exactly what was proposed", () => {
    const pairs: [TwoPersonRemedy, TwoPersonRemedy][] = [
      [ENTER, { type: "enter-id", serviceId: "wa_2" }],
      [ENTER, RELEASE],
      [RELEASE, CLOSE],
    ];
    for (const [proposed, shown] of pairs) {
      expect(decided(confirm(CAL, shown), withProposal(proposed))).toEqual(no("remedy-changed"));
    }
  });

  it("is no id that cannot be kept, that another destination has, or that was shown with another address", () => {
    for (const serviceId of ["", "wa_\u0000", "wa_\ud800", "w".repeat(256)]) {
      expect(decided(propose(BEN, { type: "enter-id", serviceId }), stuck()).ok).toBe(false);
    }
    const detail = { kind: "address", value: "9".repeat(44) } as const;
    const seen = { serviceId: "wa_7001", displayName: "", detail, network: "SOLANA_DEVNET" };
    for (const command of [propose(BEN, ENTER), confirm(CAL, ENTER)]) {
      expect(decided(command, withProposal(ENTER), { ...NEW, isIdTaken: true })).toEqual(
        no("id-taken"),
      );
      expect(decided(command, withProposal(ENTER), { ...NEW, seen })).toEqual(
        no("id-contradicted"),
      );
    }
  });

  it("is nothing any more once the destination came into the register in another way", () => {
    for (const remedy of [ENTER, RELEASE]) {
      expect(
        afterwards(withProposal(remedy), confirm(CAL, remedy), around({ register: inUse() })).state
          .status,
      ).toBe("voided");
    }
  });

  it("is not carried out at another connection, but can be closed from there", () => {
    const connection = aConnection({ id: "con_other" });
    for (const remedy of [ENTER, RELEASE]) {
      expect(decided(confirm(CAL, remedy), withProposal(remedy), { ...NEW, connection })).toEqual(
        no("connection-changed"),
      );
    }
    expect(decided(confirm(CAL, CLOSE), withProposal(CLOSE), { ...NEW, connection })).toMatchObject(
      { ok: true, events: [{ type: "voided" }] },
    );
  });

  it("never brings in what was changed in the store after it was approved", () => {
    const { canonical, digest } = aRequest({ content: aContent({ change: aWhitelisting() }) });
    const change = aWhitelisting({ details: someWalletDetails({ address: "9".repeat(44) }) });
    const forged = withProposal(ENTER, BEN, { content: aContent({ change }), canonical, digest });

    expect(decided(confirm(CAL, ENTER), forged)).toEqual(no("content-differs"));
    expect(decided(confirm(CAL, RELEASE), { ...forged, ...pick(withProposal(RELEASE)) })).toEqual(
      no("content-differs"),
    );
    expect(decided(confirm(CAL, CLOSE), { ...forged, ...pick(withProposal(CLOSE)) })).toMatchObject(
      {
        ok: true,
      },
    );
  });

  const pick = ({ state }: ChangeRequest) => ({ state });
});

describe("a released attempt", () => {
  const released = afterwards(withProposal(RELEASE), confirm(CAL, RELEASE), around(NEW));
  const claim: Command = { type: "claim" };

  it("may be made within a day, and is one", () => {
    expect(released).toMatchObject({
      state: { status: "approved", nextTryAt: NOW },
      expiresAt: after({ hours: 24 }),
      attempt: 1,
    });
    const sending = afterwards(released, claim, around(NEW));
    expect(sending).toMatchObject({ state: { status: "sending" }, attempt: 2 });
    expect(decided(claim, sending)).toEqual(no("not-now"));
  });

  it("is not made after that day, nor where an approval has lapsed", () => {
    expect(
      afterwards(released, claim, around({ ...NEW, now: after({ hours: 24 }) })).state.status,
    ).toBe("expired");
    const roster = aRoster({ standings: { [CAL]: "deactivated" } });
    expect(afterwards(released, claim, around({ ...NEW, roster })).state.status).toBe("pending");
  });

  it("takes the late answer of the attempt before it, instead of being made", () => {
    const late: Command = {
      type: "record",
      attempt: 1,
      outcome: { type: "whitelisted", serviceId: "wa_1", shown: null, answer: "{}" },
    };

    expect(afterwards(released, late, around(NEW)).state).toMatchObject({
      status: "in-force",
      serviceId: "wa_1",
    });
  });
});
