import type { HomeView } from "@slack/types";
import { describe, expect, it } from "vitest";
import { SURFACE } from "../../src/contents.ts";
import { checkMessage, checkView } from "../../src/platform/slack/check-limits.ts";
import * as sandbox from "../../src/sandbox/slack-workspace/blocks/read.ts";
import { everyScreen, isView, messagesOf } from "./catalogue.ts";
import { buttonsIn, labelOf, nodesIn } from "./nodes.ts";
import { isNode } from "./spell.ts";
import { LONGEST, PLAIN, WORLDS } from "./world.ts";

describe.each(WORLDS)("$name", (world) => {
  it.each(everyScreen(world))("Slack takes: $name", ({ shown }) => {
    const faults = isView(shown)
      ? sandbox.faultsOfView(checkView(shown))
      : sandbox.faultsOfMessage(checkMessage(shown));
    // Nobody can type more into a field than it takes, as these worlds do.
    const isTooLong = ({ message }: { message: string }) => message.endsWith("maximum beside it");
    expect(faults.filter((fault) => !isTooLong(fault))).toEqual([]);
  });
});

it.each(WORLDS)("Slack takes it as App Home as well ($name)", (world) => {
  const homes = everyScreen(world).filter(({ name }) => name.startsWith("home"));
  expect(homes.length).toBeGreaterThan(2);
  for (const { shown } of homes) {
    const view: HomeView = { type: "home", blocks: [...shown.blocks] };
    expect(sandbox.faultsOfView(checkView(view))).toEqual([]);
  }
});

it("a header is one line: at most 26 characters beside its sign, and nobody's words", () => {
  for (const { name, shown } of messagesOf(LONGEST)) {
    const [header] = shown.blocks.filter(({ type }) => type === "header");
    const text = header && "text" in header && isNode(header.text) ? String(header.text.text) : "";
    // Only these are longer, by up to two letters: a bank account, or a wallet, that needs review.
    const most = /^⚠️ (Wallet|Account)/.test(text) || text.includes("Sending was") ? 28 : 26;
    expect(
      [...text.replace(/^\S+ (?=Rail|Wallet|Account|R-)/, "")].length,
      name,
    ).toBeLessThanOrEqual(most);
  }
});

it("buttons have short labels, at most one is primary, none shouts, each names its request", () => {
  for (const { name, shown } of everyScreen(PLAIN)) {
    for (const block of shown.blocks) {
      const buttons = buttonsIn(block);
      expect(buttons.filter(({ style }) => style === "primary").length, name).toBeLessThan(2);
      for (const button of buttons) {
        expect([...labelOf(button)].length, name).toBeLessThanOrEqual(20);
        expect(button.style, name).not.toBe("danger");
        if (!/^(list|form|register|settings|set-up|home)/.test(name))
          expect(button.accessibility_label, name).toMatch(/R-\d+$/);
      }
    }
  }
});

it("whatever can be pressed is heard", () => {
  const heard = new Set([...SURFACE.buttons.map(({ verb }) => verb), "help", "more", "open-card"]);
  for (const { name, shown } of everyScreen(PLAIN)) {
    const rows = shown.blocks.filter(({ type }) => type === "actions" || type === "section");
    for (const { node } of rows.flatMap((row) => nodesIn(row))) {
      const [behindDots] = String(node.value).split(":");
      if (node.action_id === "open-card") expect(node.url, name).toMatch(/^https:/);
      if (typeof node.action_id === "string") expect(heard, name).toContain(node.action_id);
      else if (/^[a-z-]+:/.test(String(node.value))) expect(heard, name).toContain(behindDots);
    }
  }
});

it("the three dots never stand alone, and no approval that loosens is primary", () => {
  for (const { name, shown } of messagesOf(PLAIN)) {
    for (const { node } of nodesIn(shown).filter(({ node: { type } }) => type === "actions")) {
      const [first] = Array.isArray(node.elements) ? node.elements : [];
      expect(first?.type, name).toBe("button");
      if (/stopped|held/.test(name)) expect(first?.style, name).toBeUndefined();
    }
  }
});

it("each card names account, environment and its last audit entry", () => {
  for (const { name, shown } of messagesOf(PLAIN).filter((each) => /^card, /.test(each.name))) {
    const [context] = shown.blocks.filter(({ type }) => type === "context");
    const said = JSON.stringify(context);
    expect(said, name).toContain("Acme · SANDBOX");
    expect(said, name).toContain("audit 812 · 3f9ac2e1b07d");
  }
});
