import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/authority/roster.ts";
import { decide } from "../../src/request/rules/decide.ts";
import type { Circumstances, Decision } from "../../src/request/rules/decision.ts";
import {
  ANA,
  aChange,
  aConnection,
  aContent,
  after,
  anOnRampSpec,
  aPolicy,
  aRequest,
  aWallet,
  BEN,
  CAL,
  DAN,
} from "../support/builders.ts";
import { aRoster } from "../support/people.ts";
import { afterwards, approvalsOf, approving, around, inStatus } from "./situations.ts";

interface Approval {
  by?: string;
  digest?: string;
  request?: ReturnType<typeof aRequest>;
  circumstances?: Partial<Circumstances>;
}

function approved({
  request = aRequest(),
  by = BEN,
  digest = request.digest,
  circumstances = {},
}: Approval): Decision {
  return decide(approving({ digest }, by), request, around(circumstances));
}

const once = aRequest({ approvals: approvalsOf(BEN) });
const no = (refusal: string) => ({ ok: false, refusal });
const DENY = { type: "deny", by: BEN, reason: "No" } as const;
/** What Slack says of Ben. */
const said = (of: Standing) => ({ roster: aRoster({ standings: { [BEN]: of } }) });

describe("a request that needs two approvals", () => {
  it("stays pending after the first", () => {
    const request = aRequest();

    const decision = approved({ request });

    expect(decision).toEqual({
      ok: true,
      events: [
        {
          type: "approval-given",
          by: BEN,
          digest: request.digest,
          isChecked: false,
          at: around().now,
        },
      ],
    });
  });

  it("is approved by the second, and keeps both names with their times", () => {
    const request = afterwards(once, approving(once, CAL));

    expect(request.state).toMatchObject({ status: "approved", timesNotSent: 0 });
    expect(request.approvals.map(({ by }) => by)).toEqual([BEN, CAL]);
    expect(request.approvals[1]).toEqual({ by: CAL, at: around().now, digest: once.digest });
  });

  it("cannot be approved twice by one person", () => {
    expect(approved({ request: once })).toEqual(no("already-approved-by-you"));
  });

  it("waits for a third when the policy asks for three meanwhile", () => {
    const stricter = aPolicy({ version: 2, approvalsRequired: 3 });

    const decision = approved({ request: once, by: CAL, circumstances: { policy: stricter } });

    expect(decision).toMatchObject({ ok: true, events: [{ type: "approval-given" }] });
  });

  it("still needs two when the policy asks for one meanwhile", () => {
    const laxer = aPolicy({ version: 2, approvalsRequired: 1 });

    const decision = approved({ circumstances: { policy: laxer } });

    expect(decision).toMatchObject({ ok: true, events: [{ type: "approval-given" }] });
  });

  it.each([0, -1])("needs at least one when both policies ask for %i", (approvalsRequired) => {
    const policy = aPolicy({ approvalsRequired });
    const request = inStatus("approved", {}, { policy, approvals: [] });

    const decision = decide({ type: "claim" }, request, around({ policy }));

    expect(decision).toMatchObject({ ok: true, events: [{ type: "approvals-lapsed" }] });
  });
});

describe("whose approval is refused", () => {
  const withAna = aPolicy({ approvers: [ANA, BEN, CAL] });

  it("the requester's own, also where a policy names them", () => {
    const request = aRequest({ policy: withAna });

    const decision = approved({ request, by: ANA, circumstances: { policy: withAna } });

    expect(decision).toEqual(no("self-approval"));
  });

  it("that of someone whom no policy names", () => {
    expect(approved({ by: "U0EVE00001" })).toEqual(no("not-an-approver"));
  });

  it("that of someone named only when it was asked for", () => {
    const policy = aPolicy({ version: 2, approvers: [CAL, DAN] });

    expect(approved({ circumstances: { policy } })).toEqual(no("not-an-approver"));
  });

  it("that of someone named only since", () => {
    const request = aRequest({ policy: aPolicy({ approvers: [CAL, DAN] }) });

    expect(approved({ request })).toEqual(no("not-an-approver"));
  });

  it.each<[Standing, string]>([
    ["deactivated", "not-an-active-member"],
    ["bot", "not-an-active-member"],
    ["guest", "not-an-active-member"],
    ["stranger", "not-an-active-member"],
  ])("that of someone who is %s: %s", (standing, refusal) => {
    const circumstances = said(standing);
    expect(approved({ circumstances })).toEqual(no(refusal));
    expect(decide(DENY, aRequest(), around(circumstances))).toEqual(no(refusal));
  });

  it("that of someone about whom Slack is silent, who may deny all the same", () => {
    const circumstances = said("not-known");
    expect(approved({ circumstances })).toEqual(no("standing-not-known"));
    // A denial stops something: Slack's silence does not take it away.
    expect(decide(DENY, aRequest(), around(circumstances))).toMatchObject({ ok: true });
  });

  it("a denial by someone whom no policy names", () => {
    const deny = { ...DENY, by: "U0EVE00001" };

    expect(decide(deny, aRequest(), around())).toEqual(no("not-an-approver"));
  });

  it("a withdrawal by anyone but the requester, an approver too", () => {
    expect(decide({ type: "withdraw", by: BEN }, aRequest(), around())).toEqual(
      no("not-the-requester"),
    );
  });
});

describe("what an approval covers", () => {
  it("refuses the digest of anything else", () => {
    const other = aRequest({ content: aContent({ nonce: "0".repeat(32) }) });

    expect(approved({ digest: other.digest })).toEqual(no("content-differs"));
    expect(approved({ digest: "" })).toEqual(no("content-differs"));
  });

  it("refuses when the content was changed after it was frozen", () => {
    const { canonical, digest } = aRequest();
    const elsewhere = anOnRampSpec({
      destination: { asset: "GBPA", wallet: aWallet({ address: "9".repeat(44) }) },
    });
    const request = aRequest({
      content: aContent({ change: aChange({ spec: elsewhere }) }),
      canonical,
      digest,
    });

    expect(approved({ request })).toEqual(no("content-differs"));
  });

  it("refuses when the bytes were changed together with the content", () => {
    const { digest } = aRequest();
    const request = aRequest({ content: aContent({ requestedBy: DAN }), digest });

    expect(approved({ request })).toEqual(no("content-differs"));
  });

  it.each([
    ["id", { id: "con_other" }],
    ["base address", { baseUrl: "https://elsewhere.example/api/v1" }],
    ["environment", { environment: "production" }],
  ] as const)("refuses when the connection has another %s now", (_, fields) => {
    const connection = aConnection(fields);

    expect(approved({ circumstances: { connection } })).toEqual(no("connection-changed"));
  });
});

describe("the end of its time", () => {
  const expiresAt = after({ hours: 23 });
  const lastMoment = after({ hours: 23, ms: -1 });

  it("lets people approve until the last millisecond before", () => {
    expect(approved({ circumstances: { now: lastMoment } })).toMatchObject({ ok: true });
  });

  it("refuses an approval at that very moment, although nothing has expired it yet", () => {
    expect(approved({ circumstances: { now: expiresAt } })).toEqual(no("expired"));
  });

  it.each(["pending", "approved", "blocked"] as const)("ends what is %s, not before", (status) => {
    const request = inStatus(status);

    expect(decide({ type: "expire" }, request, around({ now: lastMoment }))).toEqual(
      no("not-expired-yet"),
    );
    expect(decide({ type: "expire" }, request, around({ now: expiresAt }))).toMatchObject({
      ok: true,
      events: [{ type: "expired", at: expiresAt }],
    });
  });

  it("refuses to send at that moment, and ends the request instead", () => {
    const decision = decide({ type: "claim" }, inStatus("approved"), around({ now: expiresAt }));

    expect(decision).toMatchObject({ ok: true, events: [{ type: "expired" }] });
  });

  it.each(["unreachable", "token-refused"] as const)(
    "ends an approved request also while the service is %s",
    (because) => {
      const decision = decide(
        { type: "could-not-look", because },
        inStatus("approved"),
        around({ now: expiresAt }),
      );

      expect(decision).toMatchObject({ ok: true, events: [{ type: "expired" }] });
    },
  );
});
