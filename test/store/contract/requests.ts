import { expect, it } from "vitest";
import { findRequestsByRailIds } from "../../../src/request/queries/find-requests.ts";
import { findLatestRailId } from "../../../src/request/queries/rails/seen-rails.ts";
import {
  findRequest,
  insertRequest,
  listEvents,
  listRequests,
  saveRequest,
} from "../../../src/request/queries/requests.ts";
import type { ChangeRequest } from "../../../src/request/rules/change-request.ts";
import { digestOf } from "../../../src/request/rules/digest.ts";
import { evolve } from "../../../src/request/rules/evolve.ts";
import type { RequestEvent } from "../../../src/request/rules/request-event.ts";
import { after, anOffRampSpec, anOnRampRail, BEN, NOW } from "../../support/builders.ts";
import type { Subject } from "./subject.ts";
import { NO_EVENTS } from "./subject.ts";

/** Text that has broken a database, a chat or a person before. */
const HOSTILE = [
  `'); drop table requests; --`,
  `"quoted" \\ back\\slash $1 %s {{x}}`,
  "<!channel> <https://evil|bank> *bold* `code`",
  "four bytes 🏦𝕏👩🏽‍💻, \u202Eright to left\u202C, e\u0301",
  "line\r\nline\ttab \u0007 \u2028",
];
/** What only the service may say: columns of text refuse the first, UTF-8 the second. */
const UNSTORABLE = "before\u0000after \ud800";

export function requestsContract(on: () => Subject): void {
  it.each(HOSTILE)("come back as they went in: %j", async (text) => {
    const { db, company, ask } = on();
    const asked = await ask(await company(), {
      name: text,
      reason: text,
      spec: anOffRampSpec(),
    });

    const found = await findRequest(db, refOf(asked));

    expect(found).toEqual(asked);
    expect(digestOf(found?.canonical ?? "")).toBe(asked.digest);
  });

  it("keep what the service said, also what no column of text can hold", async () => {
    const { company, ask } = on();
    const quarantined: RequestEvent = {
      type: "quarantined",
      at: NOW,
      railIds: [UNSTORABLE],
      differences: [
        { field: UNSTORABLE, expectedBy: "issued", expected: UNSTORABLE, found: UNSTORABLE },
      ],
    };

    await expectKept(await ask(await company()), quarantined);
  });

  it("can be created with a Rail id that no column of text can hold, and found by it", async () => {
    const { db, company, ask } = on();
    const asked = await ask(await company());
    const created = await expectKept(asked, {
      type: "created",
      at: NOW,
      railId: UNSTORABLE,
      issued: anOnRampRail({ id: UNSTORABLE }),
      nextLookAt: after({ minutes: 1 }),
    });

    expect(await findRequestsByRailIds(db, asked.connectionId, [UNSTORABLE])).toEqual([created]);
    expect(await findRequestsByRailIds(db, asked.connectionId, ["before"])).toEqual([]);
    expect(await findLatestRailId(db, asked.connectionId)).toBe(UNSTORABLE);
  });

  it("are read from the frozen bytes, so that what is sent is what was approved", async () => {
    const { db, transaction, company, ask } = on();
    const asked = await ask(await company());
    const other = { ...asked, content: { ...asked.content, nonce: "another" }, version: 1 };
    await transaction((tx) => saveRequest(tx.db, asked, other, NO_EVENTS));

    const found = await findRequest(db, refOf(asked));

    expect(found?.content).toEqual(asked.content);
  });

  it("keep every event, in order, with the version it made", async () => {
    const { db, transaction, company, ask } = on();
    const asked = await ask(await company());
    const events: RequestEvent[] = [
      { type: "approval-given", at: NOW, by: BEN, digest: asked.digest, isChecked: true },
      { type: "approved", at: NOW },
      { type: "denied", at: NOW, by: BEN, reason: "🏦 '\u0000" },
    ];
    const saved = events.slice(0, 2).reduce(evolve, asked);
    await transaction((tx) => saveRequest(tx.db, asked, saved, events.slice(0, 2)));
    const denied = events.slice(2).reduce(evolve, saved);
    await transaction((tx) => saveRequest(tx.db, saved, denied, events.slice(2)));

    expect(await listEvents(db, refOf(asked))).toEqual(events);
    expect(await findRequest(db, refOf(asked))).toEqual(denied);
  });

  it("are listed once each and newest first, however many pages they take", async () => {
    const { db, transaction, company, ask } = on();
    const first = await ask(await company());
    await transaction(async (tx) => {
      for (let number = 2; number <= 501; number += 1) {
        await insertRequest(tx.db, { ...first, id: `${first.id}-${number}`, number });
      }
    });

    const listed = await listRequests(db, first.workspaceId);

    expect(listed.map(({ number }) => number)).toEqual(
      Array.from({ length: 501 }, (_, nth) => 501 - nth),
    );
  });

  it("are not saved over a version that was not read", async () => {
    const { db, transaction, company, ask } = on();
    const asked = await ask(await company());
    const [first, second] = ["U_FIRST", "U_SECOND"].map((by) => {
      const event: RequestEvent = { type: "withdrawn", at: NOW, by };
      return transaction((tx) => saveRequest(tx.db, asked, evolve(asked, event), [event]));
    });

    const ends = await Promise.allSettled([first, second]);

    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(ends.find((end) => end.status === "rejected")?.reason).toMatchObject({
      name: "StoreError",
      code: "conflict",
    });
    expect(await listEvents(db, refOf(asked))).toHaveLength(1);
  });

  it("cannot be inserted twice", async () => {
    const { db, transaction, company, ask } = on();
    const asked = await ask(await company());

    const again = transaction((tx) =>
      insertRequest(tx.db, { ...asked, number: 2, requestedBy: BEN }),
    );

    await expect(again).rejects.toThrow(/duplicate key/);
    expect(await findRequest(db, refOf(asked))).toEqual(asked);
  });

  async function expectKept(asked: ChangeRequest, event: RequestEvent): Promise<ChangeRequest> {
    const { db, transaction } = on();
    const saved = evolve(asked, event);
    await transaction((tx) => saveRequest(tx.db, asked, saved, [event]));
    expect(await findRequest(db, refOf(asked))).toEqual(saved);
    expect(await listEvents(db, refOf(asked))).toEqual([event]);
    return saved;
  }
}

export function refOf({ id, workspaceId }: ChangeRequest) {
  return { workspaceId, requestId: id };
}
