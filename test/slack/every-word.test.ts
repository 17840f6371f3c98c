import { expect, it } from "vitest";
import { plainText } from "../support/plain-text.ts";
import { everyScreen } from "../support/screens.ts";

/** A change of words shows in full what people will read: `npx vitest run test/slack/every-word.test.ts --update`. */
it("every screen reads as people last agreed that it should", async () => {
  const { messages, views } = everyScreen("Payroll float");
  const screens = [
    ...Object.entries(messages).map(([name, { text, blocks = [] }]) => ({
      name,
      titles: [text],
      blocks,
    })),
    ...Object.entries(views).map(([name, view]) => ({
      name,
      titles:
        view.type === "modal"
          ? [view.title, view.submit, view.close].map((each) => each?.text ?? "")
          : [],
      blocks: view.blocks,
    })),
  ];
  // Most of the states of a card share most of their lines: each stands once.
  const shown = new Map<string, Set<string>>();
  const text = screens.flatMap(({ name, titles, blocks }) => {
    const family = name.replaceAll(/ \d+/g, "");
    const before = shown.get(family) ?? new Set();
    const title = `=== ${[family, ...titles].filter(Boolean).join(" | ")}`;
    const lines = [title, ...plainText(blocks).split("\n")];
    const further = lines.filter((line) => line !== "" && !before.has(line));
    shown.set(family, new Set([...before, ...lines]));
    return further.length === 0 ? [] : [[...further, ""].join("\n")];
  });

  await expect(text.join("\n")).toMatchFileSnapshot("every-word.txt");
});
