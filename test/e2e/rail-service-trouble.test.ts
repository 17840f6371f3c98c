import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault, FaultRule } from "../../src/sandbox/rail-service/faults.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { createRailsElsewhere } from "./rails-elsewhere.ts";
import { answerText, approve, ask, cardReading } from "./steps.ts";

/** The usual ones, but for the third, between tries with a token that is refused. */
const PAUSES = [5, 30, 6, 600, 3600] as const;

const sandbox = useSandbox({ pauses: PAUSES });
let ana: Person;
let ben: Person;
let cal: Person;
let elsewhere: string;
beforeAll(async () => {
  ({ ana, ben, cal } = sandbox);
  [elsewhere = ""] = await createRailsElsewhere(sandbox, 1);
});
afterEach(() => sandbox.rails.faults.clear());

async function approved(name: string): Promise<void> {
  const card = await ask(ana, { name });
  await approve(ben, card);
  await approve(cal, card);
}

function always(operation: FaultRule["operation"], fault: Fault): void {
  sandbox.rails.faults.add({ operation, times: Number.POSITIVE_INFINITY, fault });
}

const posts = () =>
  sandbox.rails.calls().filter(({ method, path }) => method === "POST" && path.endsWith("/rails"));

const railCount = () => sandbox.rails.rails("Acme").length;

const instructions = async (name: string) =>
  (await ana.messages(TREASURY)).filter(
    (each) => !each.ephemeral && plainTextOf(each).includes(name),
  );

describe.each<[string, Fault, string]>([
  [
    "refuses the token",
    { kind: "token-revoked" },
    "The Rail service does not accept this workspace's token. An administrator has to replace it.",
  ],
  [
    "answers nonsense",
    { kind: "cut-json" },
    "The Rail service answered in a way that its documentation does not describe, so nothing of it is shown.",
  ],
  [
    "fails",
    { kind: "500-before-commit" },
    "The Rail service does not answer at the moment. Try again in a minute.",
  ],
])("while the Rail service %s", (_, fault, words) => {
  it("lists and single Rails are answered with why, and who can help", async () => {
    always("*", fault);

    const answers = await Promise.all([
      answerText(ana, "/rail list"),
      answerText(ben, `/rail show ${elsewhere}`),
    ]);

    for (const answer of answers) expect(answer).toContain(words);
  });
});

describe("when the last approval comes", () => {
  it("while the token is refused, the card says that it is blocked, and goes on once it is mended", async () => {
    const before = railCount();
    always("*", { kind: "token-revoked" });
    await approved("Blocked first");

    const blocked = plainTextOf(await cardReading(ana, "Blocked first", "BLOCKED"));
    expect(blocked).toContain("No Rail was created.");
    expect(blocked).toContain(
      "An administrator enters a valid token, or the operator lists the address again. Next try: ",
    );
    expect(blocked).toContain("[Deny]");
    expect(railCount()).toBe(before);

    sandbox.rails.faults.clear();
    await sandbox.restart();

    await cardReading(ana, "Blocked first", "DONE", 20_000);
    expect(railCount()).toBe(before + 1);
    expect(await instructions("Blocked first")).toHaveLength(1);
  });

  it("while nothing listens, the card says that nothing was sent, and goes on by itself", async () => {
    await sandbox.rails.stop();
    const card = await ask(ana, { name: "Not sent first" });
    await approve(ben, card);
    await approve(cal, card);

    const waiting = plainTextOf(
      await cardReading(ana, "Not sent first", "APPROVED, NOT SENT YET", 20_000),
    );
    expect(waiting).toContain("Nothing was sent; tried ");
    expect(waiting).toContain("Next try: ");
    expect(await answerText(ana, "/rail list")).toContain("The Rail service has not answered yet.");

    await sandbox.restartRails();
    await cardReading(ana, "Not sent first", "DONE", 30_000);
    expect(posts()).toHaveLength(1);
  });

  it("and the answer is lost, the card says not to ask again, and what was made is found", async () => {
    const before = posts().length;
    const kinds = ["drop-after-commit", "500-before-commit"] as const;
    for (const kind of kinds) {
      sandbox.rails.faults.add({ operation: "POST /rails", fault: { kind } });
      await approved(`Spoiled by ${kind}`);
      const card = await cardReading(ana, `Spoiled by ${kind}`, "NOT CONFIRMED YET");
      expect(plainTextOf(card)).toContain(
        "Do not request it again: the Rail may already exist. Checking again ",
      );
      expect(plainTextOf(card)).not.toContain("[");
    }

    await cardReading(ana, "Spoiled by drop-after-commit", "DONE", 20_000);
    expect(await instructions("Spoiled by drop-after-commit")).toHaveLength(1);
    const looked = plainTextOf(
      await cardReading(ana, "Spoiled by 500-before-commit", "Checked once, not found yet."),
    );
    const number = /R-\d+/.exec(looked)?.[0];
    expect(await answerText(ana, `/rail withdraw ${number}`)).toContain(
      "It is too late to withdraw",
    );
    expect(posts()).toHaveLength(before + kinds.length);
  });
});
