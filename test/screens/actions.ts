import { type Recorded, WORDS } from "../../src/home/history.ts";
import { at } from "../rules/company.ts";
import type { World } from "./world.ts";

/** An audit entry of each kind, as the store returns them, and one of a later release. */
export function ACTIONS({ words }: World): Recorded[] {
  const { reason } = words;
  const facts = { reason, railId: words.name, matched: true, checkedIn: "call-back" };
  return [...Object.keys(WORDS), "invented"].map((action) => ({
    ...{ at: at(-60), by: "UCAL", action, facts: JSON.stringify(facts) },
  }));
}
