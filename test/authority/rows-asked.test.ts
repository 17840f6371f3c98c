import { afterEach, expect, it } from "vitest";
import type { Deed } from "../../src/authority/table.ts";
import { AUTHORITY } from "../../src/authority/table.ts";
import { ANA, BEN } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox();

const TABLE: Record<string, object> = AUTHORITY;
const before = structuredClone(TABLE);
afterEach(() => {
  Object.assign(TABLE, structuredClone(before));
});

const NOBODY = "Only administrators and owners of this workspace set Signalbox up";

/** Refused for somebody who may do it by the row as it is. */
it.each<[Deed, string, string, string]>([
  ["look", ANA, "/rail list", NOBODY],
  ["create-rail", ANA, "/rail new", NOBODY],
  ["whitelist-destination", ANA, "/rail destinations add wallet", NOBODY],
  ["export-audit", BEN, "/rail audit 2026-01-01 2026-01-02", NOBODY],
  ["open-set-up", BEN, "/rail setup", NOBODY],
  ["look-after", BEN, "/rail health", "Only approvers and administrators see this"],
])(
  "nobody in the app may do %s, whose row says that Slack decides",
  async (deed, who, command, refusal) => {
    Object.assign(TABLE, { [deed]: { ...TABLE[deed], by: "slack" } });
    // The person who sets up sees the health as well.
    if (deed === "look-after") Object.assign(TABLE, { "open-set-up": TABLE[deed] });

    expect(await answerText(sandbox.as(who), command)).toContain(refusal);
  },
);
