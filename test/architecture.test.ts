import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .sort();

/** What each part may import of ours: itself, and these. Imports point inwards. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  services: ["domain"],
  "rail-api": ["services/ports", "services/rail-api-error.ts", "domain"],
  store: ["services/ports", "domain"],
  "policy-text": ["domain"],
  slack: ["services", "policy-text", "domain", "web/page.ts", "logger.ts", "error-facts.ts"],
  jobs: ["services", "domain", "slack/messages", "slack/message.ts", "store/transaction.ts"],
  web: ["services", "domain", "slack/messages/token-faults.ts"],
  metrics: ["services/ports", "services/rail-api-error.ts", "domain"],
  "sandbox/page-kit": [],
  "sandbox/shared": [],
  "sandbox/rail-service": ["sandbox/page-kit", "sandbox/shared"],
  "sandbox/slack-workspace": ["sandbox/page-kit", "sandbox/shared"],
  "sandbox/doctor": ["config.ts", "sandbox/slack-workspace"],
  // The one file of the sandbox that knows the app.
  sandbox: ["app.ts", "config.ts", "slack-access.ts", "sandbox"],
  "config.ts": ["config-fields.ts", "slack-access.ts", "slack-config.ts", "logger.ts"],
  "config-fields.ts": ["domain/pauses.ts"],
  "slack-access.ts": ["config-fields.ts"],
  "rail-settings.ts": ["config-fields.ts", "domain"],
  "workspace-settings.ts": ["config-fields.ts", "rail-settings.ts", "slack-access.ts", "domain"],
  "slack-config.ts": [
    "config-fields.ts",
    "rail-settings.ts",
    "slack-access.ts",
    "workspace-settings.ts",
    "domain",
    "services/ports",
    "logger.ts",
  ],
  "http-manifest.ts": [],
  "logger.ts": ["error-facts.ts"],
  "error-facts.ts": [],
  "apply-settings.ts": ["workspace-settings.ts", "rail-api", "services", "store"],
  "bots.ts": ["slack-access.ts", "services", "slack", "store"],
  "version.ts": [],
  "app.ts": [
    "apply-settings.ts",
    "bots.ts",
    "slack-access.ts",
    "slack-config.ts",
    "domain",
    "jobs",
    "metrics",
    "rail-api",
    "services",
    "slack",
    "store",
    "version.ts",
    "web",
  ],
  "rotate-keys.ts": ["config.ts", "error-facts.ts", "logger.ts", "store"],
  "main.ts": [
    "app.ts",
    "config.ts",
    "error-facts.ts",
    "logger.ts",
    "sandbox/start.ts",
    "slack-access.ts",
    "stop-on-signal.ts",
  ],
  "stop-on-signal.ts": ["error-facts.ts"],
  "migrate.ts": ["config-fields.ts", "error-facts.ts", "jobs/queue.ts", "logger.ts", "store"],
};

/** Packages that read no clock, no disk and no network. */
const PURE_PACKAGES = [
  "@noble/curves",
  "@noble/hashes",
  "@scure/base",
  "canonicalize",
  "ibantools",
];

it.each(files)("%s imports only what its part may", (path) => {
  const part = partOf(path);
  const allowed = [part, ...(MAY_IMPORT[part] ?? [])];

  const forbidden = ownImports(path).filter(
    (target) => !allowed.some((each) => target === each || target.startsWith(`${each}/`)),
  );

  expect(forbidden).toEqual([]);
});

it.each(files.filter((path) => partOf(path) === "domain"))("%s is pure", (path) => {
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
