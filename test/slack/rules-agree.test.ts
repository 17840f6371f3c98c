import { describe, expect, it } from "vitest";
import {
  type Fault,
  faultsOfMessage,
  faultsOfView,
} from "../../src/platform/slack/blocks/check-limits.ts";
import { assumed } from "../../src/sandbox/slack-workspace/assumptions.ts";
import * as sandbox from "../../src/sandbox/slack-workspace/blocks/read.ts";
import { rules } from "../../src/sandbox/slack-workspace/blocks/rules.ts";
import { blockLimits, inputLimits, plain } from "./limit-fixtures.ts";

/**
 * The app's reading of Slack's rules and the sandbox's are two, so that one finds the slips of the other. Where they
 * differ, it is for a reason; a reason that no longer holds fails too.
 */

/** Rules that the app's own check does without. */
const LAXER_APP: Record<string, string> = {
  "a number": "the app sends no such number",
  "min_value beyond max_value": "the app sends no such number",
  "one focus": "the app leaves the focus to Slack",
};

/** The app takes one of two fields, and its check names that field instead of what holds both. */
const NEARER: Record<string, string> = {
  "section text or fields": "/text",
  "an upload's id or address": "/url",
  "a filter that filters nothing": "/include",
};

/** Limits by which the app refuses what the sandbox takes. */
const STRICTER_APP: Record<string, string> = {
  "a lone surrogate": "none survives the way to the sandbox",
  "a thing that is no address": "Slack does not say what it takes for an address",
  "an empty paragraph": "Slack does not say that it refuses one",
};

const blockKit = { isPicture: () => true, mayReadFiles: true, assumed: assumed().blockKit };

const pointersOf = (faults: readonly { pointer: string }[]) => faults.map(({ pointer }) => pointer);

describe("the app's reading of Block Kit", () => {
  it.each(rules)("has the sandbox's rule: $name", ({ name, surface, within, beyond, pointer }) => {
    const faultsOf = (payload: object) =>
      surface === "message" ? faultsOfMessage({ text: "x", ...payload }) : faultsOfView(payload);

    const refused = faultsOf(within);
    if (refused.length > 0) {
      // The app never sends this element or field, and its check takes no other.
      const isUnsent = ({ pointer, code }: Fault) =>
        pointer.endsWith("/type") || code === "unknown_field";
      expect(refused.some(isUnsent)).toBe(true);
      return;
    }
    expect(pointersOf(faultsOf(beyond))).toEqual(
      name in LAXER_APP ? [] : [`${pointer}${NEARER[name] ?? ""}`],
    );
  });
});

describe("the sandbox's reading of Block Kit", () => {
  const view = { type: "modal", title: plain("T"), submit: plain("OK") };
  const limits = [
    ...blockLimits.map((limit) => ({ limit, faultsOf: sandbox.faultsOfMessage, around: {} })),
    ...inputLimits.map((limit) => ({ limit, faultsOf: sandbox.faultsOfView, around: view })),
  ].map(({ limit: [name, within, beyond, pointer], faultsOf, around }) => ({
    name,
    pointer,
    faultsWithin: faultsOf({ ...around, blocks: [within] }, blockKit),
    faultsBeyond: faultsOf({ ...around, blocks: [beyond] }, blockKit),
  }));

  it.each(limits)("has the app's limit: $name", ({ name, pointer, faultsWithin, faultsBeyond }) => {
    expect(faultsWithin).toEqual([]);
    expect(pointersOf(faultsBeyond)).toEqual(name in STRICTER_APP ? [] : [`/blocks/0${pointer}`]);
  });

  it("differs by reasons that are about something", () => {
    const names = [...limits, ...rules].map(({ name }) => name);
    const reasons = { ...LAXER_APP, ...NEARER, ...STRICTER_APP };

    expect(Object.keys(reasons).filter((name) => !names.includes(name))).toEqual([]);
  });
});
