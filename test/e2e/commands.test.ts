import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placedElements } from "../../src/sandbox/slack-workspace/blocks/find-elements.ts";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, EVE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { createRailsElsewhere } from "./rails-elsewhere.ts";
import {
  answerText,
  answerTo,
  approve,
  ask,
  cardReading,
  privateAnswer,
  whispers,
} from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
let eve: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
  eve = sandbox.as(EVE);
});
afterAll(() => sandbox.stop());

describe("/rail, before anything was asked for", () => {
  it("is the home: what waits, what was asked for, and the button that starts a Rail", async () => {
    const home = await answerText(ana, "/rail");

    expect(home).toContain("Nothing waits for you.");
    expect(home).toContain("You have asked for nothing yet.");
    expect(home).toContain("[New Rail]");
  });

  it("opens the form by the home's button", async () => {
    const { ts } = await answerTo(ana, "/rail");

    await ana.click({ channel: TREASURY, ts }, "New Rail");

    const form = await ana.waitFor(() => ana.modal(), "the form");
    expect(form.title.text).toBe("New Rail · SANDBOX");
    await ana.close("all");
  });

  it("says that there are no Rails yet, and how to ask for one", async () => {
    const list = await answerText(ana, "/rail list");

    expect(list).toContain("0 Rails");
    expect(list).toContain("/rail new asks for one.");
  });

  it("says that nothing waits", async () => {
    expect(await answerText(ana, "/rail pending")).toContain("Nothing waits.");
  });

  it("lists the whitelisted destinations, each in full", async () => {
    const destinations = await answerText(eve, "/rail destinations");

    expect(destinations).toContain("2 destinations");
    expect(destinations).toContain("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU");
    expect(destinations).toContain("GB29NWBK60161331926819");
  });
});

describe("/rail with a word it does not know", () => {
  it.each([
    ["/rail nwe", "Did you mean /rail new?"],
    ["/rail lsit", "Did you mean /rail list?"],
    ["/rail WITHDRAWN", "Did you mean /rail withdraw?"],
    ["/rail approve", "“approve” is not a command of /rail."],
    [`/rail ${"x".repeat(900)}`, "is not a command of /rail."],
    ["/rail <!channel> *now*", "is not a command of /rail."],
    ["/rail list everything", "list takes nothing after it, or the number of a page."],
    ["/rail list 0", "list takes nothing after it, or the number of a page."],
    ["/rail withdraw the lot", "withdraw needs the number of one request"],
    ["/rail show", "show needs the name or id of a Rail"],
    [`/rail show ${"x".repeat(2_000)}`, "too many of them"],
    ["/rail show a\u0000b", "holds characters that no command takes"],
    ["/rail show \u202Eevil", "holds characters that no command takes"],
    ["/rail new sideways", "or on or off for the type of Rail"],
  ])("answers %s in private, with what it could have been", async (line, words) => {
    const answer = await answerTo(ana, line);

    expect(plainTextOf(answer)).toContain(words);
    expect(JSON.stringify(answer)).not.toMatch(/"mrkdwn"|"broadcast"/);
    expect(await whispers(ben, TREASURY)).toEqual([]);
  });

  it("shows the first five commands with /rail help, and one with its name", async () => {
    const help = await answerText(eve, "/rail help");
    for (const name of ["new", "list", "show", "pending", "withdraw", "destinations"]) {
      expect(help).toContain(`/rail ${name}`);
    }

    expect(await answerText(eve, "/rail help withdraw")).toContain("takes back a request of yours");
    expect(await answerText(eve, "/rail help wihdraw")).toContain("Did you mean /rail withdraw?");
  });
});

describe("with one Rail made here and twenty-four made elsewhere", () => {
  let elsewhere: string[];
  let railId: string;
  beforeAll(async () => {
    const card = await ask(ana, { name: "Payroll float" });
    await approve(ben, card);
    await approve(cal, card);
    const done = plainTextOf(await cardReading(ana, "Payroll float", "DONE"));
    railId = /Rail (\S+) equals/.exec(done)?.[1] ?? "";
    elsewhere = await createRailsElsewhere(sandbox, 24);
  });

  it("reaches every one of them through the pages of /rail list, and none twice", async () => {
    const first = await answerTo(eve, "/rail list");
    const pages = await allPages(eve, first);

    expect(pages.map((page) => plainTextOf(page).split("\n")[0])).toEqual([
      "25 Rails · page 1 of 3",
      "25 Rails · page 2 of 3",
      "25 Rails · page 3 of 3",
    ]);
    const ids = pages.flatMap(railIdsOn);
    expect(ids).toHaveLength(25);
    expect(new Set(ids)).toEqual(new Set([railId, ...elsewhere]));
  });

  it("goes straight to a page by its number, and says so of one that is empty", async () => {
    expect(await answerText(eve, "/rail list 3")).toContain("25 Rails · page 3 of 3");
    expect(await answerText(eve, "/rail list 9")).toContain("Nothing stands on this page.");
  });

  it("says of each Rail where it comes from", async () => {
    const pages = await allPages(eve, await answerTo(eve, "/rail list"));
    const text = pages.map(plainTextOf).join("\n");

    expect(text).toMatch(/Payroll float\nOn-ramp GBP → GBPA · to Treasury cold wallet · R-1 · /);
    expect(text.match(/made elsewhere/g)).toHaveLength(24);
  });

  it("opens a Rail of the list with its deposit instructions, read afresh", async () => {
    const { ts } = await answerTo(eve, "/rail list");
    const reads = () => sandbox.rails.calls().length;
    const before = reads();

    const rail = await privateAnswer(eve, TREASURY, () =>
      eve.click({ channel: TREASURY, ts }, "Open"),
    );

    expect(plainTextOf(rail)).toContain("send GBP by bank transfer");
    expect(reads()).toBeGreaterThan(before);
  });

  it.each([
    ["its name", () => "Payroll float"],
    ["its name in other letters", () => "pAYROLL fLOAT"],
    ["its id", () => railId],
  ])("shows a Rail by %s, with its deposit instructions", async (_, what) => {
    const shown = await answerText(eve, `/rail show ${what()}`);

    expect(shown).toContain(railId);
    expect(shown).toContain("send GBP by bank transfer");
    expect(shown).toContain("asked for as R-1");
  });

  it.each(["R-1", "r-1", "r1", "1"])("shows a request by its number as in %s", async (what) => {
    const shown = await answerText(eve, `/rail show ${what}`);

    expect(shown).toContain("R-1 · Payroll float");
    expect(shown).toContain("DONE");
    expect(shown).toContain(`<@${BEN}>`);
  });

  it("shows a Rail made elsewhere by its id, and says that it was not approved here", async () => {
    expect(await answerText(eve, `/rail show ${elsewhere[3]}`)).toContain(
      "made elsewhere: not asked for and approved here",
    );
  });

  it.each(["R-99", "no such Rail", "rail_00000000", "..", "../wallets", "1e3"])(
    "says plainly that nothing is called %s",
    async (what) => {
      expect(await answerText(eve, `/rail show ${what}`)).toContain(
        "No Rail or request has that name, number or id.",
      );
    },
  );
});

describe("/rail withdraw", () => {
  it("takes back one's own request, in private, and redraws its card", async () => {
    await ask(ana, { name: "Second thoughts", type: "OFF_RAMP" });
    expect(await answerText(ben, "/rail pending")).toContain("R-2 · Second thoughts");
    expect(await answerText(ben, "/rail")).toContain("1 request waits for you.");

    expect(await answerText(ana, "/rail withdraw R-2")).toContain("R-2 is withdrawn.");

    const card = await cardReading(ben, "Second thoughts", "WITHDRAWN");
    expect(plainTextOf(card)).toContain(`By <@${ANA}>`);
    expect(plainTextOf(card)).not.toContain("[");
    expect(await answerText(ben, "/rail pending")).toContain("Nothing waits.");
    expect(await answerText(ben, "/rail")).toContain("Nothing waits for you.");
  });

  it.each([
    ["another's request", () => ben, "R-2", "Only whoever asked for it can withdraw it."],
    ["a request that has ended", () => ana, "R-2", "It is already decided."],
    ["a Rail that exists", () => ana, "R-1", "It is already decided."],
    ["a number that nobody has", () => ana, "R-77", "There is no R-77."],
  ])("refuses %s with the reason", async (_, who, number, words) => {
    const before = await answerText(ana, `/rail show ${number}`);

    expect(await answerText(who(), `/rail withdraw ${number}`)).toContain(words);

    expect(await answerText(ana, `/rail show ${number}`)).toBe(before);
  });
});

/** The private list, turned page by page in its place. */
async function allPages(reader: Person, first: SeenMessage): Promise<SeenMessage[]> {
  const at = { channel: TREASURY, ts: first.ts };
  const seen = [first];
  let top = first;
  while (plainTextOf(top).includes("[Next page]")) {
    const shown = plainTextOf(top);
    await reader.click(at, "Next page");
    top = await reader.waitFor(async () => {
      const now = (await whispers(reader, TREASURY)).find(({ ts }) => ts === first.ts);
      return now && plainTextOf(now) !== shown ? now : undefined;
    }, "the next page");
    seen.push(top);
  }
  return seen;
}

function railIdsOn({ blocks = [] }: SeenMessage): string[] {
  return placedElements(blocks).flatMap(({ element }) =>
    element.type === "button" && element.action_id === "open_rail" ? [element.value ?? ""] : [],
  );
}
