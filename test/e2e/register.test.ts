import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placedElements } from "../../src/sandbox/slack-workspace/blocks/find-elements.ts";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, EVE, GUS, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { createRailsElsewhere } from "./rails-elsewhere.ts";
import { answerText, answerTo, whispers } from "./steps.ts";

const NAMES = Array.from({ length: 11 }, (_, index) => `Vault ${String(index).padStart(2, "0")}`);

let sandbox: TestSandbox;
let ana: Person;
let eve: Person;
let gus: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  ana = sandbox.as(ANA);
  eve = sandbox.as(EVE);
  gus = sandbox.as(GUS);
  for (const name of NAMES) {
    const address = base58.encode(createHash("sha256").update(name).digest());
    const details = { kind: "wallet", network: "SOLANA_DEVNET", address } as const;
    await sandbox.app.whitelist({ name, details });
  }
  await createRailsElsewhere(sandbox, 2);
  await answerText(eve, "/rail list");
});
afterAll(() => sandbox.stop());

describe("/rail destinations", () => {
  it("reaches everything through its pages, in the order of the names and none twice", async () => {
    const pages = await allPages(ana, await answerTo(ana, "/rail destinations"));

    expect(pages.map(titleOf)).toEqual([
      "14 destinations · page 1 of 3",
      "14 destinations · page 2 of 3",
      "14 destinations · page 3 of 3",
    ]);
    expect(pages.flatMap(namesOn)).toEqual([
      "Not approved here: “Elsewhere”",
      "Operating account",
      "Treasury cold wallet",
      ...NAMES,
    ]);
  });

  it("says of each where it stands and who is behind it, and marks what is not registered here", async () => {
    const list = await answerText(ana, "/rail destinations");

    expect(list).toContain("Operating account · Bank account · may be used");
    expect(list).toContain("Asked for by the sandbox");
    expect(list).toContain("GB29NWBK60161331926819");
    expect(list).toContain(
      "Not approved here: “Elsewhere” · Wallet on SOLANA_DEVNET · not registered here",
    );
    expect(list).toMatch(
      /Into it delivers Rails “rail_\w+”, “rail_\w+”, made elsewhere · last seen in a read-back/,
    );
    expect(list).toContain("[Import…]");
    expect(list).toContain("[Retire…]");
  });

  it("keeps the search while pages are turned and filters chosen", async () => {
    const first = await answerTo(ana, "/rail destinations vault");
    const pages = await allPages(ana, first);

    expect(pages.map(titleOf)).toEqual([
      "11 of 14 destinations · page 1 of 3",
      "11 of 14 destinations · page 2 of 3",
      "11 of 14 destinations · page 3 of 3",
    ]);
    expect(pages.flatMap(namesOn)).toEqual(NAMES);

    const filtered = await redrawn(ana, first, () =>
      ana.choose("filter_destinations", "Retired", { target: at(first) }),
    );
    expect(titleOf(filtered)).toBe("0 of 14 destinations");
    expect(plainTextOf(filtered)).toContain("With “vault” in name");
    const wallets = await redrawn(ana, first, () =>
      ana.choose("filter_destinations", "Wallets", { target: at(first) }),
    );
    expect(titleOf(wallets)).toBe("11 of 14 destinations · page 1 of 3");
  });

  it("chooses what is not registered here", async () => {
    const first = await answerTo(ana, "/rail destinations");

    const list = await redrawn(ana, first, () =>
      ana.choose("filter_destinations", "Not registered here", { target: at(first) }),
    );

    expect(namesOn(list)).toEqual(["Not approved here: “Elsewhere”"]);
  });

  it.each([
    ["/rail destinations GB29 NWBK 6016", ["Operating account"]],
    ["/rail destinations vault 07", ["Vault 07"]],
    ["/rail destinations <!channel> *x*", []],
  ])("finds by %s", async (line, names) => {
    const answer = await answerTo(ana, line);

    expect(namesOn(answer)).toEqual(names);
    expect(JSON.stringify(answer)).not.toMatch(/"mrkdwn"|"broadcast"/);
  });

  it.each([
    ["/rail destinations add wallet", "address"],
    ["/rail destinations add bank", "IBAN"],
    ["/rail destinations import", "id"],
  ])("opens the form with %s", async (line, words) => {
    await ana.command(TREASURY, line);

    const form = await ana.waitFor(() => ana.modal(), "the form");
    expect(plainTextOf(form).toLowerCase()).toContain(words.toLowerCase());
    await ana.close("all");
  });

  it("tells guests why not", async () => {
    expect(await answerText(gus, "/rail destinations")).toContain("not for guests");
  });
});

const at = ({ ts }: SeenMessage) => ({ channel: TREASURY, ts });

const titleOf = (list: SeenMessage): string | undefined => plainTextOf(list).split("\n")[0];

/** The names at the beginning of the rows: in bold, or said not to be approved here. */
function namesOn({ blocks = [] }: SeenMessage): string[] {
  return blocks.flatMap((block) => {
    const [part] = block.type === "rich_text" ? block.elements : [];
    const [leaf] = part?.type === "rich_text_section" ? part.elements : [];
    if (leaf?.type !== "text") return [];
    return leaf.style?.bold || leaf.text.startsWith("Not approved here") ? [leaf.text] : [];
  });
}

/** The list after something was done with it, in the same place. */
async function redrawn(
  reader: Person,
  { ts }: SeenMessage,
  act: () => Promise<unknown>,
): Promise<SeenMessage> {
  const now = async () => (await whispers(reader, TREASURY)).find((each) => each.ts === ts);
  const before = await now();
  await act();
  return reader.waitFor(async () => {
    const list = await now();
    return list && before && plainTextOf(list) !== plainTextOf(before) ? list : undefined;
  }, "the list, drawn again");
}

async function allPages(reader: Person, first: SeenMessage): Promise<SeenMessage[]> {
  const seen = [first];
  let top = first;
  while (hasNextPage(top)) {
    top = await redrawn(reader, first, () => reader.click(at(first), "Next page"));
    seen.push(top);
  }
  return seen;
}

function hasNextPage({ blocks = [] }: SeenMessage): boolean {
  return placedElements(blocks).some(
    ({ element }) => element.type === "button" && element.text.text === "Next page",
  );
}
