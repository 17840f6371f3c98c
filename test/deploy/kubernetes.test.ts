import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import type { z } from "zod";
import { readConfig } from "../../src/config/config.ts";
import { SECRETS, SETTINGS } from "../../src/config/settings.ts";
import { kustomization, manifest } from "./shapes.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL("deploy/kubernetes/", root);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const { images, configMapGenerator, resources } = kustomization.parse(
  parse(read("kustomization.yaml")),
);
// Kubernetes reads YAML 1.1, in which 0440 is octal.
const objects = resources.flatMap((name) =>
  parseAllDocuments(read(name), { version: "1.1" }).map((each) => manifest.parse(each.toJS())),
);

type Manifest = z.output<typeof manifest>;
function only<Kind extends Manifest["kind"]>(kind: Kind): Extract<Manifest, { kind: Kind }> {
  const found = objects.filter(
    (each): each is Extract<Manifest, { kind: Kind }> => each.kind === kind,
  );
  const [one] = found;
  if (!one || found.length > 1) throw new Error(`${found.length} of ${kind}`);
  return one;
}
const app = only("StatefulSet").spec;
const migrate = only("Job").spec;
const pods = [app.template, migrate.template];

it("names every file of the folder, and the version of package.json", () => {
  expect([...resources, "kustomization.yaml"].sort()).toEqual(readdirSync(folder).sort());
  const { version } = parse(readFileSync(new URL("package.json", root), "utf8"));
  expect(images[0].newTag).toBe(version);
});

it("gives the app settings that there are, with which it starts", () => {
  const [{ env }] = app.template.spec.containers;
  const [{ name, literals }] = configMapGenerator;
  expect(app.template.spec.containers[0].envFrom?.[0].configMapRef.name).toBe(name);
  const plain = Object.fromEntries(literals.map((each) => each.split(/=(.*)/).slice(0, 2)));
  const secret = env.map((each) => each.name.replace(/_FILE$/, ""));

  expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(Object.keys(plain)));
  const given = secret.map((each) => [each, SAMPLES[each]]);
  const settings = { NODE_ENV: "production", ...plain, ...Object.fromEntries(given) };
  expect(readConfig(settings)).toMatchObject({ ok: true });
});

it("hands over each secret as a file of its own name", () => {
  for (const { spec } of pods) {
    const [{ env, volumeMounts }] = spec.containers;
    for (const { name, value } of env) {
      expect(SECRETS.map((each) => `${each}_FILE`)).toContain(name);
      expect(`${basename(value)}_FILE`).toBe(name);
      const mount = volumeMounts.find(({ mountPath }) => mountPath === dirname(value));
      expect(spec.volumes.map((volume) => volume.name)).toContain(mount?.name);
    }
  }
  const [{ authorization }] = only("ServiceMonitor").spec.endpoints;
  expect(authorization.credentials).toEqual({
    name: app.template.spec.volumes[0]?.secret?.secretName,
    key: "METRICS_TOKEN",
  });
});

it("keeps the marks of each replica on a volume of its own, and asks for both probes", () => {
  const [{ volumeMounts, startupProbe, livenessProbe, readinessProbe }] =
    app.template.spec.containers;
  expect(volumeMounts).toContainEqual({
    name: app.volumeClaimTemplates[0].metadata.name,
    mountPath: "/app/data",
  });
  // The root cannot be written to, and an export has to be.
  expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain("/tmp");
  const paths = [startupProbe, livenessProbe, readinessProbe].map((each) => each?.httpGet.path);
  expect(paths).toEqual(["/healthz", "/healthz", "/readyz"]);
});

it("selects the app's pods, and the app's alone, wherever it selects any", () => {
  const service = only("Service");
  const selectors = [
    app.selector.matchLabels,
    app.template.spec.topologySpreadConstraints?.[0]?.labelSelector.matchLabels,
    only("PodDisruptionBudget").spec.selector.matchLabels,
    service.spec.selector,
    only("ServiceMonitor").spec.selector.matchLabels,
    service.metadata.labels,
  ];
  for (const each of selectors) expect(each).toEqual(app.template.metadata.labels);
  expect(migrate.template.metadata.labels).not.toEqual(app.template.metadata.labels);
  expect(app.serviceName).toBe(service.metadata.name);
});

it("lets pods reach DNS and PostgreSQL, and the app HTTPS outside of private networks", () => {
  const policies = objects.filter((each) => each.kind === "NetworkPolicy");
  const reached = policies.map(({ spec }) => ({
    who: spec.podSelector,
    ports: spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port)),
    from: spec.ingress?.flatMap(({ ports }) => ports.map(({ port }) => port)) ?? [],
  }));
  expect(reached).toEqual([
    { who: {}, ports: [53, 53, 5432], from: [] },
    { who: { matchLabels: app.template.metadata.labels }, ports: [443], from: [3000] },
  ]);
  const blocks = policies.flatMap(({ spec }) => spec.egress.flatMap(({ to }) => to));
  for (const each of blocks) {
    if ("ipBlock" in each && each.ipBlock.cidr.endsWith("/0")) {
      expect(each.ipBlock.except?.join()).toMatch(/192\.168\.0\.0\/16|fc00::\/7/);
    }
  }
});

it("migrates with a program that there is, as the role that owns the tables", () => {
  const { containers, volumes } = migrate.template.spec;
  const [node, program = "", ...rest] = containers[0].command ?? [];
  expect([node, ...rest]).toEqual(["node", "--grant-to", "signalbox"]);
  expect(existsSync(new URL(program, root))).toBe(true);
  expect(volumes[0]?.secret?.secretName).not.toBe(app.template.spec.volumes[0]?.secret?.secretName);
});

const SAMPLES: Record<string, string> = {
  SLACK_APP_TOKEN: "xapp-1",
  SLACK_BOT_TOKEN: "xoxb-1",
  DATABASE_URL: "postgres://x@y/z",
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString("base64"),
  RAIL_API_TOKEN: "token",
  METRICS_TOKEN: "0123456789abcdef",
};
