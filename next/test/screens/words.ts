import { refusalSentence } from "../../src/request/forms/refusals.ts";
import type { Refusal } from "../../src/request/rules/refusal.ts";
import { at } from "../rules/company.ts";
import { aRequest } from "../rules/situation.ts";
import { everyScreen } from "./catalogue.ts";
import { spell } from "./spell.ts";
import { PLAIN } from "./world.ts";

const CLOSED = [
  "denied",
  "withdrawn",
  "expired",
  "void",
  "refused",
  "given-up",
  "replaced",
] as const;

type Plain = Exclude<Refusal["is"], "over" | "too-early" | "obstacle">;

const PLAINLY: Readonly<Record<Plain, true>> = {
  ...{ "not-of-the-team": true, "not-an-approver": true, "not-the-requester": true },
  ...{ "own-request": true, "already-approved": true, "already-agreed": true },
  ...{ "standing-unknown": true, "not-active": true, "changed-since-shown": true },
  ...{ "being-sent": true, "not-possible": true, expired: true, "other-connection": true },
  ...{ "no-settings": true, broken: true, "not-known": true, "too-many-open": true },
  ...{ "rail-belongs-elsewhere": true, "rail-differs": true, restored: true },
};

const isPlain = (text: string): text is Plain => Object.hasOwn(PLAINLY, text);

/** Each refusal as a sentence, by what it is. */
export function refusals(): Record<string, string> {
  const over = { is: "over", by: "UCAL", at: at(0) } as const;
  const closed = CLOSED.map((how) => {
    const state = { is: "closed", how, by: "UCAL", at: at(0), reason: "" } as const;
    return [`over: ${how}`, refusalSentence(over, aRequest({ state }))];
  });
  const reasons = [
    ...(["destination-gone", "destination-not-usable", "destination-contradicted"] as const),
    ...(["destination-registered", "id-registered", "name-taken", "superseded"] as const),
  ];
  const obstacles = reasons.map((because) => [
    `obstacle: ${because}`,
    refusalSentence({ is: "obstacle", because, until: null }, null),
  ]);
  const plainly = Object.keys(PLAINLY)
    .filter(isPlain)
    .map((is) => [is, refusalSentence({ is }, null)]);
  const coolDown = { is: "obstacle", because: "cool-down", until: at(60) } as const;
  return {
    ...Object.fromEntries([...plainly, ...obstacles, ...closed]),
    over: refusalSentence(over, aRequest()),
    "too-early": refusalSentence({ is: "too-early", until: at(3_600) }, null),
    "obstacle: cool-down": refusalSentence(coolDown, null),
  };
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
