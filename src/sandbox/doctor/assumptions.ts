import { type Assumed, assumed, unconfirmed } from "../slack-workspace/assumptions.ts";
import { type Ask, type Verdict, validate } from "./ask.ts";
import { type Finding, found, notTried } from "./finding.ts";

type Payload = Parameters<typeof validate>[1];

/** Nobody sees these trials: each says what to send, and reads the value from the answers. */
interface Try {
  payloads: readonly Payload[];
  valueIn(verdicts: readonly Verdict[]): unknown;
}

const { blockKit } = assumed();
const plain = (text: string) => ({ type: "plain_text", text });
const mostOf =
  (most: number) =>
  ([within, beyond]: readonly Verdict[]) => {
    if (within?.kind !== "taken") return `less than ${most}`;
    return beyond?.kind === "taken" ? `more than ${most}` : most;
  };
const inMessage = (...blocks: object[]): Payload => ({ message: { blocks } });
const isRefused = ([verdict]: readonly Verdict[]) => verdict?.kind === "refused";
const cell = { type: "raw_text", text: "x" };
const dataTable = (rows: number) => ({
  type: "data_table",
  caption: "x",
  rows: Array.from({ length: rows }, () => [cell]),
});
const NEWER = [
  { type: "alert", text: plain("x") },
  { type: "card", body: { type: "mrkdwn", text: "x" } },
  { type: "container", title: plain("x"), child_blocks: [{ type: "divider" }] },
  dataTable(2),
  { type: "table", rows: [[cell]] },
];
const SURFACES = ["message", "modal", "home"];
const divider = { type: "divider" };

const TRIES: Readonly<Record<Exclude<keyof Assumed["blockKit"], "foldAbovePx">, Try>> = {
  messageBlocksJson: {
    payloads: [0, 1].map((more) => inMessage(...blocksOf(blockKit.messageBlocksJson + more))),
    valueIn: mostOf(blockKit.messageBlocksJson),
  },
  surfaces: {
    payloads: NEWER.flatMap((block) => [
      inMessage(block),
      { view: { type: "modal", title: plain("x"), blocks: [block] } },
      { view: { type: "home", blocks: [block] } },
    ]),
    valueIn: (verdicts) =>
      Object.fromEntries(
        NEWER.map(({ type }, index) => [
          type,
          SURFACES.filter((_, at) => verdicts[index * SURFACES.length + at]?.kind === "taken"),
        ]),
      ),
  },
  dataTableRows: {
    payloads: [0, 1].map((more) => inMessage(dataTable(blockKit.dataTableRows + more))),
    valueIn: mostOf(blockKit.dataTableRows),
  },
  dataTableEvenRows: {
    payloads: [inMessage({ ...dataTable(2), rows: [[cell, cell], [cell]] })],
    valueIn: isRefused,
  },
  dataTableIsTable: {
    payloads: [inMessage(dataTable(2), dataTable(2))],
    valueIn: isRefused,
  },
  uniqueOptionValues: {
    payloads: [
      inMessage({
        type: "section",
        text: plain("Twice"),
        accessory: {
          type: "static_select",
          options: ["One", "Two"].map((text) => ({ text: plain(text), value: "same" })),
        },
      }),
    ],
    valueIn: isRefused,
  },
  validatePointerRoot: {
    payloads: [{ blocks: [divider, { type: "header" }] }],
    valueIn: ([verdict]) =>
      verdict?.kind === "refused"
        ? verdict.faults[0]?.pointer.replace(/\/1(\/.*)?$/, "")
        : "no pointer",
  },
};

/** Tries the sandbox's unconfirmed values where a trial exists, and names the others. */
export async function assumptions(ask: Ask): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, value, source } of unconfirmed) {
    const expected = {
      what: name,
      source,
      here: JSON.stringify(value),
      remedy: "change its value in the sandbox's assumptions.ts",
    };
    const one = Object.entries(TRIES).find(([key]) => name === `blockKit.${key}`)?.[1];
    const verdicts: Verdict[] = [];
    for (const payload of one?.payloads ?? []) verdicts.push(await validate(ask, payload));
    const silence = verdicts.find((verdict) => verdict.kind === "silence");
    if (!one) findings.push(notTried(expected, "shows itself only in use"));
    else if (silence) findings.push(notTried(expected, silence.why));
    else findings.push(found(expected, JSON.stringify(one.valueIn(verdicts))));
  }
  return findings;
}

/** Builds blocks of exactly this many characters of JSON. */
function blocksOf(length: number): object[] {
  const section = (text: string) => ({ type: "section", text: plain(text) });
  const full = Array.from({ length: 4 }, () => section("x".repeat(2_900)));
  const rest = length - JSON.stringify([...full, section("")]).length;
  return [...full, section("x".repeat(rest))];
}
