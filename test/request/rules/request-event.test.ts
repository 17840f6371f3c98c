import { expect, it } from "vitest";
import type { RequestEvent } from "../../../src/request/rules/request-event.ts";
import { isRepeat } from "../../../src/request/rules/request-event.ts";
import { NOW as at, BEN } from "../../support/builders.ts";

const blocked: RequestEvent = { at, type: "blocked", nextTryAt: at };
const notSent: RequestEvent = { at, type: "not-sent", because: "no-connection", nextTryAt: at };
const unreachable: RequestEvent = { ...notSent, because: "unreachable" };
const sent: RequestEvent = { at, type: "sending-started", attempt: 1, countedApprovers: [] };
const wrong: RequestEvent = { at, type: "wrong-answer", by: BEN, times: 1 };

it.each<[string, RequestEvent[], number[]]>([
  ["the first is none", [blocked], []],
  ["the same once more", [blocked, blocked, blocked], [1, 2]],
  ["something else between them", [blocked, notSent, blocked], []],
  ["the same for another reason", [notSent, unreachable, unreachable], [2]],
  ["what was sent, with what came of it", [sent, blocked, sent, blocked], [2, 3]],
  ["what was sent, and came to something else", [sent, blocked, sent, notSent], []],
  ["what was sent, and has come to nothing yet", [sent, blocked, sent], []],
  ["what people do", [wrong, wrong], []],
])("events that only repeat what was before: %s", (_, events, repeats) => {
  expect(events.flatMap((_event, index) => (isRepeat(events, index) ? [index] : []))).toEqual(
    repeats,
  );
});
