import { describe, expect, it } from "vitest";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { decide } from "../../src/request/rules/decide.ts";
import type { Outcome } from "../../src/request/rules/outcome/outcome.ts";
import { enoughLooks } from "../../src/request/rules/outcome/pauses.ts";
import { after, anOnRampRail, aVirtualAccount, NOW, RAIL_ID } from "../support/builders.ts";
import { afterwards, around, inStatus, STATUSES, theRail } from "./situations.ts";

const record = (outcome: Outcome, attempt = 1): Command => ({ type: "record", attempt, outcome });
const created = record({ type: "created", rail: theRail() });
const foundNothing: Command = { type: "scanned", matches: [], candidates: [] };
const UNUSABLE = ["", "rail_\u0000", "rail_\n", "rail_\ud800", "r".repeat(256)];

describe("an outcome", () => {
  it.each<Outcome>([
    { type: "refused", message: "Invalid", fieldErrors: {} },
    { type: "unauthenticated" },
    { type: "not-sent", because: "no-connection" },
    { type: "unknown" },
  ])("changes nothing when it belongs to another attempt: $type", (outcome) => {
    for (const status of STATUSES) {
      const request = inStatus(status, {}, { attempt: 2 });

      expect(decide(record(outcome), request, around())).toEqual({ ok: false, refusal: "not-now" });
    }
  });

  it("that a Rail was created by an earlier attempt is never dropped", () => {
    const request = afterwards(inStatus("sending", {}, { attempt: 2 }), created);

    expect(request.state).toMatchObject({
      status: "quarantined",
      railIds: [RAIL_ID],
      because: "earlier-attempt",
      was: "sending",
    });
  });

  it("quarantines a Rail that belongs to another request", () => {
    const request = afterwards(inStatus("sending"), created, around({ isRailTaken: true }));

    expect(request.state).toMatchObject({ status: "quarantined", because: "of-another-request" });
  });

  it("that comes late wins over not knowing", () => {
    const interrupted = afterwards(inStatus("sending"), { type: "interrupted" });
    expect(interrupted.state).toMatchObject({ status: "unknown", because: "interrupted" });

    const request = afterwards(interrupted, created);

    expect(request.state).toMatchObject({ status: "created", railId: RAIL_ID, issued: theRail() });
  });

  it("quarantines both when there are two Rails", () => {
    const another = record({ type: "created", rail: theRail({ id: "rail_another" }) });

    const request = afterwards(inStatus("done"), another);

    expect(request.state).toMatchObject({
      status: "quarantined",
      railIds: [RAIL_ID, "rail_another"],
      because: "several",
      was: "done",
    });
  });

  it.each([null, ...UNUSABLE])(
    "with an id that cannot be used (%j) is looked for by its tag",
    (id) => {
      const rail = theRail({ id });

      const request = afterwards(inStatus("sending"), record({ type: "created", rail }));

      expect(request.state).toMatchObject({ status: "unknown", because: "no-id", issued: rail });
    },
  );

  it("that nothing was sent is tried again after growing pauses", () => {
    let request = inStatus("approved", {}, { attempt: 1 });
    const pauses: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      request = afterwards(
        { ...request, state: { status: "sending", since: NOW, timesNotSent: time } },
        record({ type: "not-sent", because: "no-connection" }),
      );
      if (request.state.status !== "approved") throw new Error(request.state.status);
      expect(request.state.timesNotSent).toBe(time + 1);
      pauses.push(Date.parse(request.state.nextTryAt) - Date.parse(NOW));
    }

    expect(pauses).toEqual([5, 30, 120, 600, 3600, 3600, 3600].map((seconds) => seconds * 1000));
  });

  it("that the service refused is kept in its own words", () => {
    const fieldErrors = { "destination.wallet_id": ["must be the id of a whitelisted wallet"] };

    const request = afterwards(
      inStatus("sending"),
      record({ type: "refused", message: "Invalid", fieldErrors }),
    );

    expect(request.state).toEqual({ status: "failed", at: NOW, message: "Invalid", fieldErrors });
  });
});

describe("looking for a Rail of unknown outcome", () => {
  it("asks a person after enough clean looks, each later than the one before", () => {
    let request: ChangeRequest = inStatus("unknown");
    const looks: string[] = [];
    for (let look = 1; look < enoughLooks({}); look += 1) {
      request = afterwards(request, foundNothing);
      if (request.state.status !== "unknown") throw new Error(request.state.status);
      looks.push(request.state.nextLookAt);
    }
    expect(looks).toEqual([...new Set(looks)].sort());

    request = afterwards(request, foundNothing);

    expect(request.state).toMatchObject({ status: "needs-a-person" });
  });

  it.each([
    ["token-refused", "refuses the token"],
    ["unreachable", "cannot be reached"],
    ["incomplete", "does not show all the Rails that it has"],
  ] as const)(
    "tries again ever later while a look is %s, and asks a person after a day",
    (because, words) => {
      let request: ChangeRequest = inStatus("unknown");
      let now = NOW;
      const pauses: number[] = [];
      while (request.state.status === "unknown") {
        request = afterwards(request, { type: "could-not-look", because }, around({ now }));
        if (request.state.status !== "unknown") break;
        pauses.push((Date.parse(request.state.nextLookAt) - Date.parse(now)) / 1000);
        now = request.state.nextLookAt;
      }

      expect(pauses.slice(0, 6)).toEqual([5, 30, 120, 600, 3600, 3600]);
      expect(request.state).toMatchObject({ status: "needs-a-person", question: "outcome" });
      expect(JSON.stringify(request.state)).toContain(words);
      expect(now > after({ hours: 23 }) && now < after({ hours: 26 })).toBe(true);
    },
  );

  it("takes the one Rail that it finds, and keeps the creating answer", () => {
    const issued = theRail({ id: null });

    const request = afterwards(inStatus("unknown", { because: "no-id", issued }), {
      type: "scanned",
      matches: [theRail()],
      candidates: [],
    });

    expect(request.state).toMatchObject({ status: "created", railId: RAIL_ID, issued });
    expect(
      afterwards(request, { type: "read-back", railId: RAIL_ID, rail: theRail() }).state.status,
    ).toBe("verified");
  });

  it.each([null, ...UNUSABLE])("asks a person about a Rail with the id %j", (id) => {
    const request = afterwards(inStatus("unknown"), {
      type: "scanned",
      matches: [theRail({ id })],
      candidates: [],
    });

    expect(request.state).toMatchObject({ status: "needs-a-person" });
  });

  it("quarantines two, also when one of them shows no id", () => {
    const matches = [theRail(), theRail({ id: null })];

    const request = afterwards(inStatus("unknown"), { type: "scanned", matches, candidates: [] });

    expect(request.state).toMatchObject({ status: "quarantined", railIds: [RAIL_ID] });
  });

  it("does not forget a Rail that it finds after the outcome came in as refused", () => {
    const failed = afterwards(
      inStatus("unknown"),
      record({ type: "refused", message: "Invalid", fieldErrors: {} }),
    );

    const request = afterwards(failed, { type: "scanned", matches: [theRail()], candidates: [] });

    expect(request.state).toMatchObject({ status: "quarantined", railIds: [RAIL_ID] });
  });

  it.each(["pending", "denied", "withdrawn", "expired", "voided", "failed"] as const)(
    "says that a Rail of a request that is %s should not be there, and still says it of a second",
    (status) => {
      const scan = (matches: ReturnType<typeof theRail>[]): Command => ({
        type: "scanned",
        matches,
        candidates: [],
      });

      const one = afterwards(inStatus(status), scan([theRail()]));
      const two = afterwards(one, scan([theRail(), theRail({ id: "rail_another" })]));

      expect(one.state).toMatchObject({ because: "uncalled-for", was: status, differences: [] });
      expect(two.state).toMatchObject({ because: "several", was: status });
    },
  );
});

describe("reading a created Rail back", () => {
  const issued = anOnRampRail();
  const readBack = (rail: ReturnType<typeof theRail> | null): Command => ({
    type: "read-back",
    railId: RAIL_ID,
    rail,
  });

  it("is tried again while the service does not show it, then asks a person who is told which", () => {
    let request: ChangeRequest = inStatus("created");
    for (let read = 1; read < enoughLooks({}); read += 1) {
      request = afterwards(request, readBack(null));
      expect(request.state).toMatchObject({ status: "created", timesNotFound: read });
    }

    request = afterwards(request, readBack(null));

    expect(request.state).toMatchObject({ status: "needs-a-person" });
    if (request.state.status === "needs-a-person") expect(request.state.because).toContain(RAIL_ID);
  });

  it.each(["created", "verified", "done"] as const)(
    "quarantines a %s Rail that differs",
    (status) => {
      const changed = theRail({
        source: {
          kind: "fiat",
          asset: "GBP",
          bankAccount: aVirtualAccount({ reference: "OTHER" }),
        },
      });

      const request = afterwards(inStatus(status, { issued }), readBack(changed));

      expect(request.state).toMatchObject({
        status: "quarantined",
        railIds: [RAIL_ID],
        differences: [{ field: "source.bank_account.reference", expectedBy: "issued" }],
      });
    },
  );

  it.each(["rail_another", null])("quarantines when it is answered with the Rail %s", (id) => {
    const request = afterwards(inStatus("created"), readBack(theRail({ id })));

    expect(request.state).toMatchObject({
      status: "quarantined",
      differences: [{ field: "id", expected: RAIL_ID, found: id }],
    });
  });

  it("ends in done only after the instructions were posted", () => {
    const verified = afterwards(inStatus("created", { issued }), readBack(theRail()));
    const done = afterwards(verified, { type: "posted", channelId: "C1" }, around());

    expect(verified.state).toMatchObject({ status: "verified", railId: RAIL_ID, issued });
    expect(done.state).toEqual({ status: "done", since: NOW, railId: RAIL_ID, issued });
  });
});

it("tries a token that was refused again after two minutes", () => {
  const { state } = afterwards(inStatus("sending"), record({ type: "unauthenticated" }));

  expect(state).toEqual({ status: "blocked", since: NOW, nextTryAt: after({ minutes: 2 }) });
});
