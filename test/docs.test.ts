import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../src/capabilities.ts";
import { SECRETS, SETTINGS } from "../src/config/settings.ts";
import { destinationList } from "../src/destination/register/destination-list.ts";
import { HELP } from "../src/home/read-command.ts";
import { railList } from "../src/rail/screens/list.ts";
import { requestList } from "../src/request/list/requests-list.ts";
import { WORKING_HOURS } from "../src/request/rules/approval/awaited.ts";
import {
  USUAL_APPROVALS_REQUIRED,
  USUAL_COOL_DOWN_HOURS,
  USUAL_EXPIRY_HOURS,
  USUAL_REMINDERS,
} from "../src/request/rules/approval/usual-policy.ts";
import { TABLES, withTable } from "./tables.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const DOCUMENTS = [
  "README.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "docs/architecture.md",
  "docs/authority.md",
  "docs/configuration.md",
  "docs/first-changes.md",
  "docs/how-it-works.md",
  "docs/marketplace.md",
  "docs/operations.md",
  "docs/performance.md",
  "docs/policy.md",
  "docs/real-slack.md",
  "docs/security.md",
  "docs/slack-workspace.md",
  "docs/testing.md",
  "docs/using.md",
];

/** Node's own. */
const NOT_OURS = ["NODE_ENV", "NODE_COMPILE_CACHE"];
const settings = new Set([
  ...NOT_OURS,
  ...Object.keys(SETTINGS),
  ...SECRETS.map((name) => `${name}_FILE`),
]);
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

const VERBS = [...COMMANDS.map(({ verb }) => verb), HELP.verb];

describe.each(DOCUMENTS)("%s names only", (path) => {
  const text = read(path);

  it("settings that there are", () => {
    const named = found(text, /`([A-Z]{2,}(?:_[A-Z]+)+)[`=]/g);
    expect(named.filter((name) => !settings.has(name))).toEqual([]);
  });

  it("scripts that there are", () => {
    const named = found(text, /\bnpm run ([a-z:-]+)/g);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("commands of Slack that there are", () => {
    const named = found(text, /`\/rail ([a-z]+)/g);
    expect(named.filter((word) => !VERBS.includes(word))).toEqual([]);
  });

  it("files and sections that there are", () => {
    const links = found(text, /\]\(([^)\s]+)\)/g).filter((link) => !link.startsWith("http"));
    const missing = links.filter((link) => {
      const [file = "", section] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) return true;
      return section !== undefined && !sections(read(target)).includes(section);
    });
    const programs = found(text, /`(?:node )?((?:src|test|docs|\.ci)\/[a-z0-9./-]+)/g);
    expect([...missing, ...programs.filter((file) => !existsSync(join(ROOT, file)))]).toEqual([]);
  });
});

it.each(Object.keys(TABLES))("%s has the table that `npm run tables` prints", async (path) => {
  expect(read(path)).toBe(await withTable(path, read(path)));
});

it.each([
  ["README.md", 200],
  ["docs/architecture.md", 150],
])("%s has at most %i lines", (path, most) => {
  expect(read(path).trimEnd().split("\n").length).toBeLessThanOrEqual(most);
});

it("docs/using.md's table of commands has every verb, and no other", () => {
  const [, commands = ""] = read("docs/using.md").split("## All commands");
  const rows = commands.match(/^\| `\/rail.*$/gm) ?? [];
  const named = rows.flatMap((row) => found(row.replace(/ \|.*/, ""), /`\/rail ?([a-z]*)/g));

  expect([...new Set(named)].sort()).toEqual([...VERBS].sort());
});

it("docs/using.md explains every word that narrows a list", () => {
  const words = [railList, destinationList, requestList].flatMap(({ words: { types, states } }) => [
    ...Object.keys(types),
    ...Object.keys(states),
  ]);
  const rows = read("docs/using.md").match(/^\| `.*$/gm) ?? [];
  const explained = rows.flatMap((row) => found(row.replace(/` \|.*/, "`"), /`([a-z]+)`/g));

  expect(words.filter((word) => !explained.includes(word))).toEqual([]);
});

it("docs/policy.md, docs/using.md and docs/security.md say what is usual", () => {
  const [policy, using] = [read("docs/policy.md"), read("docs/using.md")];
  const quorum = ["No", "One", "Two", "Three", "Four"][USUAL_APPROVALS_REQUIRED];
  const [from, until] = WORKING_HOURS;
  const first = USUAL_REMINDERS.join(" and ");
  const daily = `then once a day between ${from}:00 and ${until}:00`;

  expect(policy).toContain(`If you leave it out: after ${first} hours, ${daily}`);
  expect(policy).toContain(`${USUAL_EXPIRY_HOURS} hours if you leave it out`);
  expect(using).toContain(`${quorum} approvals are needed, unless the policy says otherwise`);
  expect(read("docs/security.md")).toContain(`${quorum} approvals are the default`);
  expect(using).toContain(`A request expires after ${USUAL_EXPIRY_HOURS} hours`);
  const { production, sandbox } = USUAL_COOL_DOWN_HOURS;
  expect([production, sandbox]).toEqual([24, 0]);
  expect(using).toContain(`usually ${production} hours, in a sandbox none`);
});

describe("docs/architecture.md", () => {
  const text = read("docs/architecture.md");

  it("has every folder and file of src in its tree", () => {
    const [, tree = ""] = text.split("```");
    const named = [...found(tree, /^ {2}([a-z-]+)\//gm), ...found(tree, /\b([a-z-]+\.ts)\b/g)];

    expect(named.sort()).toEqual(readdirSync(join(ROOT, "src")).sort());
  });

  it("names only files that there are, below src too", () => {
    const named = found(text, /((?:[a-z0-9-]+\/)+[a-z0-9.-]+\.[a-z]+)/g);
    const isThere = (file: string) =>
      ["", "src", "docs"].some((folder) => existsSync(join(ROOT, folder, file)));

    expect(named.filter((file) => !isThere(file))).toEqual([]);
  });
});

describe("docs/operations.md", () => {
  it("says what to do for each alert, and for no other", () => {
    const { groups } = parse(read("docs/alerts.yml")) as {
      groups: { rules: { alert: string }[] }[];
    };
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

    expect(found(read("docs/operations.md"), /^\| (Signalbox\w+)/gm).sort()).toEqual(alerts.sort());
  });
});

/** The first group of each match, each once. */
function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];
}

/** As GitHub names them in an address. */
function sections(text: string): string[] {
  const titles = found(text, /^#+ (.+)$/gm);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}
