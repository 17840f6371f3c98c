import { describe, expect, it } from "vitest";
import type { Roster, Standing } from "../../src/authority/roster.ts";
import { decide } from "../../src/request/rules/decide.ts";
import type { Circumstances } from "../../src/request/rules/decision.ts";
import {
  ANA,
  aConnection,
  aContent,
  aPolicy,
  aRequest,
  BEN,
  CAL,
  DAN,
} from "../support/builders.ts";
import { aRoster } from "../support/people.ts";
import { afterwards, approvalsOf, approving, around, inStatus, standings } from "./situations.ts";

const bothActive = { [BEN]: "active", [CAL]: "active" } as const;

function claimed(
  request = inStatus("approved"),
  people: Record<string, Standing> = bothActive,
  circumstances: Partial<Circumstances> = {},
) {
  return decide({ type: "claim" }, request, around({ roster: rosterOf(people), ...circumstances }));
}

/** Slack says nothing about anybody else. */
function rosterOf(people: Record<string, Standing>): Roster {
  return { ...aRoster(), standings: standings(people) };
}

const lapses = (...of: string[]) => ({ ok: true, events: [{ type: "approvals-lapsed", of }] });

describe("the claim, the only way to a POST", () => {
  it("starts the next attempt, and names whose approvals counted", () => {
    const request = inStatus("blocked", {}, { attempt: 3 });

    expect(claimed(request)).toMatchObject({
      ok: true,
      events: [{ type: "sending-started", attempt: 4, countedApprovers: [BEN, CAL] }],
    });
  });

  it.each(["deactivated", "stranger"] as const)(
    "ends what a requester asked for who is %s by now, and nothing of one about whom Slack is silent",
    (standing) => {
      const gone = { ...bothActive, [ANA]: standing };
      expect(claimed(inStatus("approved"), gone)).toMatchObject({
        ok: true,
        events: [
          {
            type: "voided",
            because: expect.stringMatching(/^The requester.*Another member can ask for it again/s),
          },
        ],
      });
      expect(claimed(inStatus("approved"), { ...bothActive, [ANA]: "not-known" })).toMatchObject({
        ok: true,
        events: [{ type: "sending-started" }],
      });
    },
  );

  it("does not count one person twice", () => {
    const request = inStatus("approved", {}, { approvals: approvalsOf(BEN, BEN) });

    expect(claimed(request)).toMatchObject({ ok: true, events: [{ type: "approvals-lapsed" }] });
  });

  it("does not count the requester, however the approval got there", () => {
    const policy = aPolicy({ approvers: [ANA, BEN, CAL] });
    const request = inStatus("approved", {}, { policy, approvals: approvalsOf(ANA, BEN) });

    expect(claimed(request, { [ANA]: "active", [BEN]: "active" }, { policy })).toMatchObject(
      lapses(ANA),
    );
  });

  it("does not count an approval of another digest", () => {
    const [ben, cal] = approvalsOf(BEN, CAL);
    if (!ben || !cal) throw new Error("two approvals");
    const approvals = [ben, { ...cal, digest: "0".repeat(64) }];

    expect(claimed(inStatus("approved", {}, { approvals }))).toMatchObject(lapses(CAL));
  });

  it("does not count someone whom the policy no longer names", () => {
    const policy = aPolicy({ version: 2, approvers: [BEN, DAN] });

    expect(claimed(undefined, bothActive, { policy })).toMatchObject(lapses(CAL));
  });

  it.each<Standing>(["deactivated", "bot", "guest", "stranger"])(
    "sends an approval by someone now %s back to be given by another",
    (standing) => {
      const roster = rosterOf({ [BEN]: "active", [CAL]: standing });
      const request = afterwards(inStatus("approved"), { type: "claim" }, around({ roster }));

      expect(request.state).toEqual({
        status: "pending",
        lapsed: [{ by: CAL, because: standing }],
      });
      expect(request.approvals.map(({ by }) => by)).toEqual([BEN]);
    },
  );

  it.each<Record<string, Standing>>([{ [BEN]: "active", [CAL]: "not-known" }, { [BEN]: "active" }])(
    "waits while Slack does not say who someone is, and takes no approval away",
    (people) => {
      expect(claimed(undefined, people)).toEqual({ ok: false, refusal: "below-quorum" });
    },
  );

  it("takes away only the approval that lapsed, not the one in doubt", () => {
    const decision = claimed(undefined, { [BEN]: "deactivated", [CAL]: "not-known" });

    expect(decision).toMatchObject(lapses(BEN));
  });

  it("keeps both approvals when a third is required meanwhile, and waits for it", () => {
    const policy = aPolicy({ version: 2, approvalsRequired: 3 });
    const request = afterwards(inStatus("approved"), { type: "claim" }, around({ policy }));

    expect(request.state.status).toBe("pending");
    expect(request.approvals).toHaveLength(2);
    expect(afterwards(request, approving(request, DAN), around({ policy })).state.status).toBe(
      "approved",
    );
  });

  it("is void when the connection has changed, and does not wait for approvals that cannot come", () => {
    const connection = aConnection({ id: "con_other" });

    expect(claimed(undefined, bothActive, { connection })).toMatchObject({
      ok: true,
      events: [{ type: "voided", because: expect.stringContaining("connection was changed") }],
    });
  });

  it("sends nothing of a request whose content was changed in the store, and calls a person", () => {
    const { canonical, digest } = aRequest();
    const request = inStatus(
      "approved",
      {},
      {
        content: aContent({ askedIn: "C0ELSEWHERE" }),
        canonical,
        digest,
      },
    );

    expect(claimed(request)).toMatchObject({ ok: true, events: [{ type: "gave-up" }] });
  });

  it("sends nothing of a request whose content, bytes and digest were all changed", () => {
    const content = aContent({ askedIn: "C0ELSEWHERE" });

    expect(claimed(inStatus("approved", {}, { content }))).toMatchObject(lapses(BEN, CAL));
  });
});
