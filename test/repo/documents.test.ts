import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { environment } from "../../src/config.ts";
import { SURFACE } from "../../src/contents.ts";
import { GAUGES } from "../../src/home/gauges.ts";
import { createKeys } from "../../src/platform/database/keys.ts";
import { createMetrics } from "../../src/platform/web/metrics.ts";
import { readSourceFiles } from "./source-file.ts";

const HOME = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(HOME, path), "utf8");
const docs = readdirSync(join(HOME, "docs")).filter((name) => name.endsWith(".md"));
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].concat(
  docs.map((name) => `docs/${name}`),
);
const files = readSourceFiles();
const linesOf = (path: string) => read(path).trimEnd().split("\n");
const allOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, one]) => one);

it("the documents are short", () => {
  const longest = { "README.md": 140, "docs/architecture.md": 120, "docs/performance.md": 120 };
  for (const [path, most] of Object.entries(longest)) {
    expect(linesOf(path).length, path).toBeLessThanOrEqual(most);
  }
  expect(docs.flatMap((name) => linesOf(`docs/${name}`)).length).toBeLessThanOrEqual(1_500);
  const glossary = read("docs/architecture.md").split("## Glossary")[1] ?? "";
  expect(glossary.split("\n").filter((line) => line.startsWith("| ")).length).toBeLessThan(33);
});

it("every link leads to a file, and every path that is named is there", () => {
  const broken = pages.flatMap((page) => {
    const text = read(page);
    const linked = allOf(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g, text).concat(
      allOf(/(?:src|srcset)="([^"]+)"/g, text),
    );
    const links = linked.flatMap((to = "") =>
      /^https?:/.test(to) ? [] : [posix.join(posix.dirname(page), to)],
    );
    const named = allOf(/`((?:src|test|docs|deploy)\/[\w./-]+)`/g, text).map((path = "") => path);
    return [...links, ...named].filter((path) => !existsSync(join(HOME, path))).map(String);
  });
  expect(broken).toEqual([]);
});

it("architecture.md names files that there are", () => {
  const text = read("docs/architecture.md");
  const named = allOf(/`([\w/-]+\.(?:ts|sql))`/g, text).map((path = "") => path);
  const missing = named.filter(
    (path) => !files.some((file) => `/${file.path}`.endsWith(`/${path}`)),
  );
  expect(missing).toEqual([]);
});

it("set-up has a row for every setting, as config.ts describes it", () => {
  const rows = linesOf("docs/setup-and-configuration.md").filter((line) => /^\| `[A-Z]/.test(line));
  const wanted = Object.entries(environment.shape).map(([name, setting]) => {
    const isRequired = !setting.safeParse(undefined).success;
    const given = setting instanceof z.ZodPrefault ? `\`${setting.def.defaultValue}\`` : "";
    return `| \`${name}\` | ${isRequired ? "required" : given} | ${setting.description} |`;
  });
  expect(rows.toSorted()).toEqual(wanted.toSorted());
});

it("operating.md has every metric, and the alerts name no other", async () => {
  const keys = createKeys([new Uint8Array(32)], (bytes) => new Uint8Array(bytes));
  const counted = await createMetrics(GAUGES, { keys, query: async () => [] }).text();
  const named = allOf(/# HELP (\w+)/g, counted).concat(GAUGES.map(({ name }) => name));
  const metrics = [...new Set(named)].toSorted();
  const page = read("docs/operating.md");
  expect(allOf(/^\| `(signalbox_\w+)/gm, page).toSorted()).toEqual(metrics);
  const alerts = read("deploy/alerts.yml");
  expect(metrics).toEqual(expect.arrayContaining(allOf(/\b(signalbox_\w+)/g, alerts)));
  const rules = allOf(/alert: (\w+)/g, alerts).toSorted();
  expect(allOf(/^\| (Signalbox\w+) \|/gm, page).toSorted()).toEqual(rules);
});

it("operating.md has every command of the operator, and using.md every one of people", () => {
  const commands = allOf(/^ {2}(?:async )?"?([a-z-]+)"?\(\{/gm, read("src/operate.ts"));
  expect(commands.length).toBeGreaterThan(3);
  expect(allOf(/^\| `([a-z-]+)[ \w-]*` \|/gm, read("docs/operating.md"))).toEqual(
    expect.arrayContaining(commands),
  );
  const using = read("docs/using.md");
  const missing = SURFACE.commands.filter(({ name }) => !using.includes(`/rail ${name}`));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

it("decisions.md has a reason for every package that the source imports, and for no other", () => {
  const ours = files.filter(({ path }) => /^src\/(?!sandbox\/)/.test(path));
  const imported = ours.flatMap(({ imports }) => imports.filter(({ isOurs }) => !isOurs));
  const packages = imported.flatMap(({ of }) => /^(@[^/]+\/)?[^/:]+(?=\/|$)/.exec(of)?.[0] ?? []);
  const table = read("docs/decisions.md").split("## Packages")[1] ?? "";
  const named = table.split("\n").flatMap((line) => allOf(/`([^`]+)`/g, line.split("|")[1] ?? ""));
  expect(named.toSorted()).toEqual([...new Set(packages)].toSorted());
});

it("every scenario has a test, or testing.md says that it has none", () => {
  const titles = files.filter(({ path }) => path.endsWith(".test.ts")).map(({ code }) => code);
  const tested = new Set(titles.flatMap((code) => allOf(/\bS(\d+)\b/g, code)));
  const all = Array.from({ length: 89 }, (_, nth) => String(nth + 1));
  const [list = ""] = /do not play yet: .*/.exec(read("docs/testing.md")) ?? [];
  expect(allOf(/(\d+)/g, list)).toEqual(all.filter((number) => !tested.has(number)));
});

it("promises 1 to 19 have one home each", () => {
  const homes = [...read("docs/testing.md").matchAll(/^\| (\d+) \| .* \| `([^`]+)` \|$/gm)];
  expect(homes.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 19 }, (_, nth) => nth + 1),
  );
  expect(new Set(homes.map(([, , home]) => home)).size).toBe(19);
});
