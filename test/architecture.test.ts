import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .sort();

/** What each part may import of ours: itself, and these. Imports point downwards. */
const PLATFORM = ["platform"];
const ENGINE = ["request", "authority", ...PLATFORM];
const CAPABILITIES = [
  ...[
    "home",
    "review",
    "evidence",
    "rail",
    "policy",
    "check",
    "freeze",
    "destination",
    "workspace",
  ],
  ...ENGINE,
];
const MAY_IMPORT: Record<string, readonly string[]> = {
  platform: [],
  authority: PLATFORM,
  request: ["authority", ...PLATFORM],
  workspace: ENGINE,
  destination: ENGINE,
  policy: ["workspace", "destination", ...ENGINE],
  rail: ["destination", ...ENGINE],
  check: ["destination", ...ENGINE],
  freeze: ["workspace", ...ENGINE],
  review: ["rail", "policy", "destination", ...ENGINE],
  evidence: ["policy", "workspace", "destination", ...ENGINE],
  home: ["review", "rail", "policy", "check", "freeze", "destination", "workspace", ...ENGINE],
  config: ENGINE,
  "capabilities.ts": CAPABILITIES,
  wiring: ["capabilities.ts", "config", ...CAPABILITIES],
  "sandbox/page-kit": [],
  "sandbox/shared": [],
  "sandbox/rail-service": ["sandbox/page-kit", "sandbox/shared"],
  "sandbox/slack-workspace": ["sandbox/page-kit", "sandbox/shared"],
  "sandbox/doctor": ["config", "sandbox/slack-workspace"],
  // The one file of the sandbox that knows the app.
  sandbox: ["app.ts", "config", "sandbox"],
  "kinds.ts": ["rail", "policy", "destination", "workspace", ...ENGINE],
  "app.ts": ["kinds.ts", "wiring", "capabilities.ts", "config", ...CAPABILITIES],
  "main.ts": ["app.ts", "config", "sandbox/start.ts", ...PLATFORM],
  "migrate.ts": ["config", "capabilities.ts", ...PLATFORM],
  "rotate-keys.ts": ["config", "evidence", ...PLATFORM],
  "audit-export.ts": ["config", "evidence", ...PLATFORM],
  "http-manifest.ts": [],
};

/** Packages that read no clock, no disk and no network. */
const PURE_PACKAGES = [
  "@noble/curves",
  "@noble/hashes",
  "@scure/base",
  "canonicalize",
  "ibantools",
];

it.each(files)("%s imports only downwards", (path) => {
  const upward = ownImports(path).filter((target) => !mayImport(path, target));

  expect(upward).toEqual([]);
});

it.each(files.filter(isPure))("%s is pure", (path) => {
  const source = readFileSync(join(SRC, path), "utf8");

  const impure = packageImports(source).filter(
    (name) => !PURE_PACKAGES.some((pure) => name === pure || name.startsWith(`${pure}/`)),
  );

  expect(impure).toEqual([]);
  expect(source).not.toMatch(/Date\.now|new Date\(\)|Math\.random|process\.|\bawait\b/);
});

it("has no cycle among its files", () => {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    expect(trail, [...trail, path].join(" → ")).not.toContain(path);
    if (done.has(path)) return;
    for (const target of ownImports(path)) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of files) visit(path, []);
});

it("has at most 25 files in a folder", () => {
  const held = readdirSync(SRC, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const counts = Map.groupBy(held, ({ parentPath }) => relative(SRC, parentPath));
  // Each release adds migrations, and none may ever go.
  counts.delete("platform/database/migrations");

  expect([...counts].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual(
    [],
  );
});

it("has no file of more than 250 lines", () => {
  const lines = (path: string) =>
    readFileSync(join(SRC, path), "utf8").trimEnd().split("\n").length;
  const long = files.filter((path) => !path.includes("/migrations/") && lines(path) > 250);
  expect(long).toEqual([]);
});

it("opens its comments with their subject", () => {
  const opener = /^\s*(\/\/|\/\*\*|\*)\s+(Of|Where|Who|Whoever|Whom|Whose|Also|So)\b/m;
  const inverted = files.filter((path) => opener.test(readFileSync(join(SRC, path), "utf8")));
  expect(inverted).toEqual([]);
});

/** Everything below a `rules/` folder, the authority table, and the two pure parts of the platform. */
function isPure(path: string): boolean {
  return (
    path.includes("/rules/") || /^(authority|platform\/text|platform\/payment-details)\//.test(path)
  );
}

function mayImport(path: string, target: string): boolean {
  if (isPure(path) && !isPure(target)) return false;
  const part = partOf(path);
  return [part, ...(MAY_IMPORT[part] ?? [])].some(
    (each) => target === each || target.startsWith(`${each}/`),
  );
}

/** The longest entry of `MAY_IMPORT` that holds the file. */
function partOf(path: string): string {
  const holding = Object.keys(MAY_IMPORT).filter(
    (part) => path === part || path.startsWith(`${part}/`),
  );
  const [part] = holding.sort((one, other) => other.length - one.length);
  if (!part) throw new Error(`${path} belongs to no part: name its part in this test`);
  return part;
}

function ownImports(path: string): string[] {
  const source = readFileSync(join(SRC, path), "utf8");
  return specifiers(source)
    .filter((name) => name.startsWith("."))
    .map((name) => relative(SRC, join(SRC, dirname(path), name)));
}

function packageImports(source: string): string[] {
  return specifiers(source).filter((name) => !name.startsWith("."));
}

function specifiers(source: string): string[] {
  const found = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g);
  return [...found].flatMap(([, name]) => (name ? [name] : []));
}

/** They measure how long something takes, or hand the machine's clock to the app's one clock. */
const READ_THE_MACHINE = [
  "app.ts",
  "platform/queue/put-off.ts",
  "platform/queue/workers.ts",
  "platform/rail-api/sendable-once.ts",
  "platform/rail-api/transport.ts",
];

it("takes the time from the app's one clock: few files read the machine's", () => {
  const readers = files.filter(
    (path) =>
      !path.startsWith("sandbox/") &&
      /new Date\(\)|Date\.now\b/.test(readFileSync(join(SRC, path), "utf8")),
  );
  expect(readers).toEqual(READ_THE_MACHINE);
});
