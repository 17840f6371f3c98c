import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { families } from "../../../src/sandbox/slack-workspace/web-api/families.ts";
import { missingArguments } from "../../../src/sandbox/slack-workspace/web-api/known-arguments.ts";

/** What of Slack is used, imitated and tested. */
export interface Coverage {
  name: string;
  isUsed: boolean;
  isImitated: boolean;
  isTested: boolean;
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const app = sourcesIn("src", (path) => !path.startsWith("sandbox"));
const workspace = sourcesIn("src/sandbox/slack-workspace");
const tests = sourcesIn("test/sandbox/slack-workspace", (path) => !path.startsWith("coverage"));

/** What the SDKs call by themselves, and for what. */
const CALLED_BY_SDKS: Readonly<Record<string, RegExp>> = {
  // Socket Mode
  "apps.connections.open": /\bSocketMode/,
  // An upload in its three steps
  "files.completeUploadExternal": /\.filesUploadV2\(/,
  "files.getUploadURLExternal": /\.filesUploadV2\(/,
};

const CALL = /\b((?:apps|auth|chat|conversations|files|oauth|usergroups|users|views)(?:\.\w+)+)\(/g;

/** Each kind of payload: how an app listens for it, as Bolt has it. */
const PAYLOADS: Readonly<Record<string, RegExp>> = {
  slash_commands: /\bapp\.command\(/,
  block_actions: /\bapp\.action\(/,
  block_suggestion: /\bapp\.options\(/,
  view_submission: /\bapp\.view\(/,
  view_closed: /type: "view_closed"/,
  message_action: /\bapp\.shortcut\(/,
  shortcut: /type: "shortcut"/,
  app_home_opened: /\bapp\.event\("app_home_opened"/,
  message: /\bapp\.event\("message"/,
  app_uninstalled: /\bapp\.event\("app_uninstalled"/,
  tokens_revoked: /\bapp\.event\("tokens_revoked"/,
};

export function methods(): Coverage[] {
  const called = [...app.matchAll(CALL)].map(([, name = ""]) => name);
  const bySdks = Object.entries(CALLED_BY_SDKS).filter(([, reason]) => reason.test(app));
  const used = [...called, ...bySdks.map(([name]) => name)];
  const imitated = families.flatMap((family) => Object.keys(family.methods));
  return [...new Set([...used, ...imitated])].sort().map((name) => ({
    name,
    isUsed: used.includes(name),
    isImitated: imitated.includes(name),
    isTested: tests.includes(name),
  }));
}

export function payloads(): Coverage[] {
  return Object.entries(PAYLOADS).map(([name, listens]) => ({
    name,
    isUsed: listens.test(app),
    isImitated: workspace.includes(`"${name}"`),
    isTested: listens.test(tests) || tests.includes(`"${name}"`),
  }));
}

const BEGIN = "<!-- Written by npm run coverage-matrix. -->\n";
const END = "<!-- End of what it writes. -->";
export const PAGE = join(ROOT, "docs/slack-workspace.md");

/** The page with its two tables as they have to be now. */
export function pageWithTables(page: string): string {
  const [before = "", rest = ""] = page.split(BEGIN);
  const [, after = ""] = rest.split(END);
  return [before, BEGIN, tables(), END, after].join("");
}

function tables(): string {
  const rowOf = ({ name, isUsed, isImitated, isTested }: Coverage) =>
    `| \`${name}\` | ${[isUsed, isImitated, isTested].map(mark).join(" | ")} |`;
  const refused = (name: string) =>
    missingArguments(name)
      .map((argument) => `\`${argument}\``)
      .join(", ");
  return [
    "",
    "| Method of the Web API | Used by the bot | Imitated | Tested | Arguments that are refused |",
    "| --- | --- | --- | --- | --- |",
    ...methods().map((each) => `${rowOf(each)} ${refused(each.name)} |`.replace("|  |", "| |")),
    "",
    "| What an app is sent | Used by the bot | Imitated | Tested |",
    "| --- | --- | --- | --- |",
    ...payloads().map(rowOf),
    "",
    "",
  ].join("\n");
}

const mark = (is: boolean): string => (is ? "yes" : "–");

function sourcesIn(folder: string, isWanted: (path: string) => boolean = () => true): string {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  const wanted = files.filter((path) => path.endsWith(".ts") && isWanted(path));
  return wanted.map((path) => readFileSync(join(ROOT, folder, path), "utf8")).join("\n");
}
