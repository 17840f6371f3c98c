import type { Recorded } from "../../src/home/history.ts";
import type { Action } from "../../src/request/rules/entry.ts";
import { at } from "../rules/company.ts";
import type { World } from "./world.ts";

const ALL: Readonly<Record<Action, true>> = {
  ...{ requested: true, approved: true, denied: true, withdrawn: true, expired: true },
  ...{ void: true, recounted: true, waiting: true, sending: true, created: true },
  ...{
    "not-created": true,
    refused: true,
    "given-up": true,
    "not-sent": true,
    unknown: true,
    stuck: true,
    "read-back": true,
  },
  ...{ filled: true, registered: true, linked: true, "asked-again": true, retired: true },
  ...{ frozen: true, replaced: true, resumed: true, restored: true, broken: true, settings: true },
};

/** An audit entry of each kind, as the store returns them, and one of a later release. */
export function ACTIONS({ words }: World): Recorded[] {
  const { reason } = words;
  const facts = { reason, railId: words.name, matched: true, checkedIn: "call-back" };
  return [...Object.keys(ALL), "invented"].map((action) => ({
    ...{ at: at(-60), by: "UCAL", action, facts: JSON.stringify(facts) },
  }));
}
