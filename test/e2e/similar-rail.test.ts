import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { approve, ask, cardReading, cards, fillForm } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
});
afterEach(() => ana.close("all"));
afterAll(() => sandbox.stop());

async function modalText(): Promise<string> {
  const modal = await ana.modal();
  return modal ? `${modal.title.text}\n${plainTextOf(modal)}` : "";
}

describe("a Rail like one that there is", () => {
  it("is warned of while the first waits, and asked for only with a tick", async () => {
    await ask(ana, { name: "The first" });
    await fillForm(ana, { name: "Like the first" });

    await ana.submit();

    expect(await modalText()).toContain(
      "A Rail with these assets and this destination has been asked for: “The first”",
    );
    expect(await modalText()).not.toContain("Show its deposit instructions");
    const { errors = {} } = await ana.submit();
    expect(Object.values(errors)).toEqual([
      "Tick this if you want another Rail like the one above. Nothing deletes a Rail.",
    ]);
    await ana.choose("Another one", ["I still want another"]);
    await ana.submit();
    expect((await ana.modal())?.callback_id).toBe("review_draft");
    expect(await cards(ben)).toHaveLength(1);
  });

  it("shows the deposit instructions of the first, once that exists, on top of the form", async () => {
    const card = await ask(ana, { name: "Standing one", type: "OFF_RAMP" });
    await approve(ben, card);
    await approve(sandbox.as(CAL), card);
    await cardReading(ana, "Standing one", "DONE");
    await fillForm(ana, { name: "Another", type: "OFF_RAMP" });
    await ana.submit();
    expect(await modalText()).toContain("exists: “Standing one”");

    await ana.click("modal", "Show its deposit instructions");

    await ana.waitFor(
      async () => (await modalText()).includes("send GBPA on SOLANA_DEVNET only"),
      "the instructions",
    );
    expect(await modalText()).toContain("Existing Rail");
    await ana.close();
    expect((await ana.modal())?.state.values.name).toMatchObject({ value: { value: "Another" } });
  });

  it("tells in private what is wrong, when the Rail service cannot show the first", async () => {
    await fillForm(ana, { name: "Another", type: "OFF_RAMP" });
    await ana.submit();
    sandbox.rails.faults.add({
      operation: "GET /rails/{rail}",
      times: Number.POSITIVE_INFINITY,
      fault: { kind: "token-revoked" },
    });
    const direct = async () => (await ana.directMessages()).length;
    const before = await direct();

    await ana.click("modal", "Show its deposit instructions");

    await ana.waitFor(async () => (await direct()) > before, "a word about it");
    sandbox.rails.faults.clear();
    const said = plainTextOf((await ana.directMessages()).at(-1) ?? {});
    expect(said).toContain("The Rail service does not accept this workspace's token.");
    expect(await modalText()).toContain("I still want another");
  });
});
