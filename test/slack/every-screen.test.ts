import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultsOfMessage, faultsOfView } from "../../src/platform/slack/blocks/check-limits.ts";
import { assumed } from "../../src/sandbox/slack-workspace/assumptions.ts";
import {
  acceptBlocks,
  acceptHome,
  acceptModal,
} from "../../src/sandbox/slack-workspace/blocks/validate.ts";
import { ADDRESS, IBAN, VIRTUAL_IBAN } from "../support/builders.ts";
import { everyScreen } from "../support/screens.ts";
import { crowd } from "../support/states.ts";

const HOSTILE = [
  "Payroll float",
  "<!channel>",
  "<!here> <@U0BEN00001>",
  "<https://evil.example|bank>",
  "&lt;!channel&gt;",
  "*bold* _italic_ ~strike~ `code`",
  ":white_check_mark: DONE",
  "payroll\nApproved: everyone\r\n\u2028DONE",
  `payroll${" ".repeat(300)}Approved: everyone`,
  "pay\u202Eetihw\u202C \u2066x\u2069 \u200F",
  "zero\u0000 bell\u0007 \u001B[31m",
  "\uD800 half",
  "",
  "   ",
  '"'.repeat(1_000),
  "\\".repeat(1_000),
  "x".repeat(5_000),
  "👩‍👩‍👧‍👦".repeat(400),
  `${IBAN} and ${ADDRESS}`,
  "GB29 NWBK 6016 1331 9268 19",
];

const foreignText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.tuple(fc.constantFrom(...HOSTILE), fc.constantFrom(...HOSTILE)).map(([a, b]) => `${a}${b}`),
);

/** Each object in a screen, with what it is in. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item);
  else if (isRecord(value)) {
    yield value;
    for (const item of Object.values(value)) yield* objectsIn(item);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** What a screen shows exactly as it was given, for copying: neither folded nor shortened. */
function exactLeaves(screens: unknown): Set<unknown> {
  return new Set(
    [...objectsIn(screens)].flatMap((object) => {
      if (object.type === "rich_text_preformatted") return object.elements;
      return isRecord(object.style) && object.style.code === true ? [object] : [];
    }),
  );
}

type Screens = ReturnType<typeof everyScreen>;

function expectSlackTakes({ messages, views }: Screens): void {
  const faults = [
    ...Object.entries(messages).map(([name, message]) => [name, faultsOfMessage(message)] as const),
    ...Object.entries(views).map(([name, view]) => [name, faultsOfView(view)] as const),
  ];
  expect(faults.filter(([, each]) => each.length > 0)).toEqual([]);
}

/** By the sandbox's own reading of Slack. */
function expectSandboxTakes({ messages, views }: Screens): void {
  const rules = { isPicture: () => true, mayReadFiles: true, assumed: assumed().blockKit };
  for (const { blocks } of Object.values(messages))
    expect(acceptBlocks(blocks, rules)).toBeTruthy();
  for (const view of Object.values(views)) {
    const accept = view.type === "home" ? acceptHome : acceptModal;
    expect(accept(view, rules)).toBeTruthy();
  }
}

/** Plain words, people and dates. */
const OWN_WORDS = /^(?:[A-Za-z0-9 ,.·-]|<@U\w+>|<!date\^\d+\^[{}a-z_ ]+\|[\w :-]+>)+$/;

/** No markup, no emoji names, and nobody called by @here or @channel. */
function expectNothingLive(screens: Screens): void {
  const live = [...objectsIn(screens)].filter(
    ({ type, emoji, text }) =>
      (type === "mrkdwn" && !OWN_WORDS.test(String(text))) ||
      type === "broadcast" ||
      type === "emoji" ||
      (type === "plain_text" && emoji !== false),
  );
  expect(live).toEqual([]);
}

const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;

/** What is written stays on its lines, without a hidden character. */
function expectOnItsLines(screens: Screens): void {
  const exact = exactLeaves(screens);
  const astray = [...objectsIn(screens)].filter((object) => {
    const { type, text } = object;
    if ((type !== "text" && type !== "plain_text") || typeof text !== "string") return false;
    if (text === "\n" && type === "text") return false;
    return HIDDEN.test(text) || (!exact.has(object) && /\s{2}/.test(text));
  });
  expect(astray).toEqual([]);
}

function expectPlainNotifications({ messages }: Screens): void {
  const marked = Object.values(messages).filter(
    ({ text }) => /[<>]/.test(text) || text.replaceAll(/&(amp|lt|gt);/g, "").includes("&"),
  );
  expect(marked).toEqual([]);
}

describe("every screen, whatever people and the Rail service write", () => {
  it("is one that Slack and the sandbox take, has nothing live in it, stays on its lines, and notifies plainly", () => {
    const property = fc.property(foreignText, (foreign) => {
      // Drawn once for all of these: each run draws every screen in every state.
      const screens = everyScreen(foreign);
      expectSlackTakes(screens);
      if (HOSTILE.includes(foreign)) expectSandboxTakes(screens);
      expectNothingLive(screens);
      expectOnItsLines(screens);
      expectPlainNotifications(screens);
    });
    fc.assert(property, { numRuns: 40, examples: HOSTILE.map((text) => [text]) });
  }, 300_000);

  it.each([1, 60, 250])("is one that Slack takes, with %i approvers", (size) => {
    // How much room is left hangs on how long a text is, not on what it says.
    const long = HOSTILE.filter((text) => text.length > 300);
    for (const foreign of ["", "Payroll float", ...long]) {
      expectSlackTakes(everyScreen(foreign, crowd(size)));
    }
  });

  it("keeps account numbers and addresses out of notifications", () => {
    for (const foreign of ["Payroll", IBAN, ADDRESS, "GB29 NWBK 6016 1331 9268 19"]) {
      const { note: _, ...messages } = everyScreen(foreign).messages;
      const texts = Object.values(messages).map(({ text }) => text.replaceAll(" ", ""));
      for (const secret of [IBAN, ADDRESS, VIRTUAL_IBAN])
        expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    }
  });
});
