import { ENDINGS } from "../../src/request/card/face-parts.ts";
import { OBSTACLES } from "../../src/request/forms/reasons.ts";
import { refusalLine, SENTENCES, sentence } from "../../src/request/forms/refusals.ts";
import type { Refusal } from "../../src/request/rules/refusal.ts";
import { type Request, SIGNALBOX } from "../../src/request/rules/request.ts";
import { at } from "../rules/company.ts";
import { aRequest } from "../rules/situation.ts";
import { keysOf } from "./cases.ts";
import { everyScreen } from "./catalogue.ts";
import { spell } from "./spell.ts";
import { PLAIN } from "./world.ts";

const refusalSentence = (because: Refusal, request: Request | null) =>
  sentence(...refusalLine({ because, request })).text;

/** Each refusal as a sentence, by what it is. */
export function refusals(): Record<string, string> {
  const over = { is: "over", by: "UCAL", at: at(0) } as const;
  const coolDown = { is: "obstacle", because: "cool-down", until: at(60) } as const;
  const tooEarly = { is: "too-early", until: at(3_600) } as const;
  return Object.fromEntries([
    ...keysOf(SENTENCES).map((is) => [is, refusalSentence({ is }, null)]),
    ...keysOf(OBSTACLES).map((because) => {
      const refusal = { is: "obstacle", because } as const;
      return [`obstacle: ${because}`, refusalSentence(refusal, null)];
    }),
    ...keysOf(ENDINGS).map((how) => {
      const by = /expired|void|refused/.test(how) ? SIGNALBOX : "UCAL";
      const state = { is: "closed", how, by, at: at(0), reason: "" } as const;
      return [`over: ${how}`, refusalSentence(over, aRequest({ state }))];
    }),
    ["over", refusalSentence(over, aRequest())],
    ["too-early", refusalSentence(tooEarly, null)],
    ["obstacle: cool-down, with its time", refusalSentence(coolDown, null)],
  ]);
}

/** What `words.txt` holds: every screen, without those whose lines are all on one before it. */
export function allWords(): string {
  const spelt = everyScreen(PLAIN).map(({ name, shown }) => ({ name, lines: spell(shown) }));
  const screens = spelt.flatMap(({ name, lines }, index) => {
    const isKnown = spelt
      .slice(0, index)
      .some((other) => lines.every((line) => other.lines.includes(line)));
    return isKnown ? [] : [`## ${name}\n${lines.join("\n")}\n`];
  });
  const refused = Object.entries(refusals()).map(([is, sentence]) => `${is}: ${sentence}`);
  return [...screens, "## refusals", ...refused, ""].join("\n");
}
