import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buttonValue } from "../../../src/request/card/button-value.ts";
import { saveWorkspace } from "../../../src/request/queries/companies.ts";
import type { MessageKind, PostedMessage } from "../../../src/request/queries/messages.ts";
import { saveMessage } from "../../../src/request/queries/messages.ts";
import { insertRequest } from "../../../src/request/queries/requests.ts";
import { outOfDateCardOf } from "../../../src/request/screens/on-live-card.ts";
import { aRequest, BEN, CAL, NOW } from "../../support/builders.ts";
import { SEAL } from "../../support/seal.ts";
import { saveCurrentConnection } from "../../support/set-up.ts";
import type { TestStore } from "../../support/store.ts";
import { openTestStore } from "../../support/store.ts";

const request = aRequest();
const card: PostedMessage = { channelId: "C0APPROV1", ts: "1700000005.000100", version: 1 };
const direct: PostedMessage = { channelId: "D0BEN", ts: "1700000009.000100", version: 1 };
const OVER = -1;

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
  const { db, transaction } = database;
  const { workspaceId, content } = request;
  await saveWorkspace(db, workspaceId, "Acme");
  await saveCurrentConnection(db, SEAL, workspaceId, content.connection, "a token", NOW);
  await transaction((tx) => insertRequest(tx.db, request));
});
afterAll(() => database.close());

type Known = Partial<Record<MessageKind, PostedMessage>>;
interface Pressed {
  channelId: string;
  ts: string;
}

/** The card that counts, when Ben presses a button of this message while those are known. */
async function insteadOf(pressed: Pressed | "a private answer", known: Known) {
  const isPrivate = pressed === "a private answer";
  const { db } = database;
  await db.deleteFrom("messages").execute();
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  for (const [kind, message] of Object.entries(known)) {
    if (message) await saveMessage(db, ref, kind as MessageKind, message);
  }
  const outOfDate = await outOfDateCardOf(
    { db },
    {
      team: { id: request.workspaceId, domain: "acme" },
      user: { id: BEN, username: "ben" },
      ...(!isPrivate && {
        channel: { id: pressed.channelId, name: "approvals" },
        message: { type: "message", ts: pressed.ts },
      }),
    },
    buttonValue(request),
  );
  return outOfDate?.live;
}

const at = (ts: string, channelId = card.channelId): Pressed => ({ channelId, ts });

describe("the message whose button was pressed counts", () => {
  it.each<[string, Pressed | "a private answer", Known]>([
    ["when it is the card", card, { "approval-card": card }],
    ["when nothing else is known yet", at("1700000001.000100"), {}],
    [
      "when it is later than the card known: its post may still be going on",
      at("1700000006.000100"),
      { "approval-card": card },
    ],
    [
      "when it is the presser's own, in place of a card out of reach",
      direct,
      { "approval-card": card, [`outage:${BEN}`]: direct },
    ],
    [
      "when it is such a one and the card was posted after it",
      { ...direct, ts: "1700000001.000100" },
      { "approval-card": card, [`outage:${BEN}`]: { ...direct, ts: "1700000001.000100" } },
    ],
    ["when it is a private answer", "a private answer", { "approval-card": card }],
  ])("%s", async (_, pressed, known) => {
    expect(await insteadOf(pressed, known)).toBeUndefined();
  });
});

describe("another message counts", () => {
  it.each<[string, Pressed, Known, PostedMessage]>([
    ["a later card", at("1700000004.999999"), { "approval-card": card }, card],
    [
      "a later card than by the number of its digits",
      at("999999999.000100"),
      { "approval-card": card },
      card,
    ],
    [
      "the presser's own, while the channel is out of reach",
      at("1700000001.000100", "D0BEN"),
      { [`outage:${BEN}`]: direct },
      direct,
    ],
    [
      "the card, once that outage is over",
      at("1700000001.000100", "D0BEN"),
      { "approval-card": card, [`outage:${BEN}`]: { ...direct, version: OVER } },
      card,
    ],
  ])("%s", async (_, pressed, known, live) => {
    expect(await insteadOf(pressed, known)).toMatchObject(live);
  });

  it.each<[string, Pressed, Known]>([
    ["not a message to somebody else", at("1700000001.000100"), { [`outage:${CAL}`]: direct }],
    [
      "not one about an outage that is over",
      at("1700000006.000100"),
      { "approval-card": card, [`outage:${BEN}`]: { ...direct, version: OVER } },
    ],
  ])("%s", async (_, pressed, known) => {
    expect(await insteadOf(pressed, known)).toBeUndefined();
  });
});
