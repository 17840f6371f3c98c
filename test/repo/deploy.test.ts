import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../src/config.ts";

const HOME = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(HOME, path), "utf8");
const kustomization = parse(read("deploy/kubernetes/kustomization.yaml"));
const objects = kustomization.resources.flatMap((name: string) =>
  parseAllDocuments(read(`deploy/kubernetes/${name}`)).map((each) => each.toJS()),
);
const ofKind = (wanted: string) =>
  objects.filter(({ kind }: { kind: string }) => kind === wanted)[0].spec;
const [app, schema] = [ofKind("StatefulSet"), ofKind("Job")];
const compose = parse(read("compose.yml"), { merge: true }).services;

const SECRETS = {
  SLACK_APP_TOKEN: "xapp-1",
  SLACK_BOT_TOKEN: "xoxb-1",
  RAIL_API_TOKEN: "token",
  ENCRYPTION_KEYS: Buffer.alloc(32).toString("base64"),
  METRICS_TOKEN: "0123456789abcdef",
  DATABASE_URL: "postgres://signalbox_app:x@db/signalbox",
};

it("Kubernetes has every file of its folder, and starts with its settings and the Secret's", () => {
  const all = [...kustomization.resources, "kustomization.yaml"].toSorted();
  expect(readdirSync(join(HOME, "deploy/kubernetes")).toSorted()).toEqual(all);
  const literals = kustomization.configMapGenerator[0].literals.map((each: string) =>
    each.split(/=(.*)/).slice(0, 2),
  );
  expect(() => readConfig({ ...Object.fromEntries(literals), ...SECRETS })).not.toThrow();
  const page = read("docs/operating.md");
  for (const name of Object.keys(SECRETS)) expect(page).toContain(`\`${name}\``);
});

it("each process has a volume of its own, is no root, and writes nowhere else", () => {
  expect(app.volumeClaimTemplates).toHaveLength(1);
  for (const { spec } of [app.template, schema.template]) {
    const [{ securityContext }] = spec.containers;
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true });
  }
  const volumes = ["app", "app-2"].map((name) => compose[name].volumes[0]);
  expect(new Set(volumes).size).toBe(2);
  for (const name of ["app", "app-2", "schema"]) {
    expect(compose[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  }
  expect(read("Dockerfile")).toContain("USER 1000:1000");
});

it("tables come first, as their owner; the app has the role that schema.sql grants", () => {
  const command = ["node", "src/operate.ts", "schema"];
  expect(schema.template.spec.containers[0].command).toEqual(command);
  expect(compose.schema.command).toEqual(command);
  expect(compose.app.depends_on.schema.condition).toBe("service_completed_successfully");
  const roles = [...read("deploy/roles.sql").matchAll(/create role (\w+)/g)].map(
    ([, role]) => role,
  );
  expect(roles).toEqual(["signalbox_owner", "signalbox_app"]);
  expect(compose.app.environment.DATABASE_URL).toContain("signalbox_app:");
  expect(read("src/platform/database/schema.sql")).toContain("to signalbox_app;");
});

it("image and Slack's command line start files that there are", () => {
  const hooks = JSON.parse(read(".slack/hooks.json")).hooks;
  for (const text of [read("Dockerfile"), hooks.start]) {
    const [path = "none"] = /src\/[\w-]+\.ts/.exec(text) ?? [];
    expect(existsSync(join(HOME, path))).toBe(true);
  }
  expect(hooks["get-manifest"]).toContain("manifest.yml");
});
