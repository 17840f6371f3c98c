import { describe, expect, it } from "vitest";
import { assumed } from "../../../src/sandbox/slack-workspace/assumptions.ts";
import { faultsOfMessage, faultsOfView } from "../../../src/sandbox/slack-workspace/blocks/read.ts";
import { rules } from "../../../src/sandbox/slack-workspace/blocks/rules.ts";

const blockKit = { isPicture: () => true, mayReadFiles: true, assumed: assumed().blockKit };

describe("the rules of Block Kit", () => {
  it.each(rules)("$name", ({ surface, within, beyond, pointer, code }) => {
    const faultsOf = surface === "message" ? faultsOfMessage : faultsOfView;

    expect(faultsOf(within, blockKit)).toEqual([]);
    expect(faultsOf(beyond, blockKit)).toMatchObject([{ pointer, code }]);
  });

  it("have a name each", () => {
    const names = rules.map(({ name }) => name);

    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });
});
