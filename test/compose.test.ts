import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Ajv2019 from "ajv/dist/2019.js";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../src/config/config.ts";
import { SETTINGS } from "../src/config/settings.ts";

/** `compose.yml`, held against the schema of the Compose Specification (compose-spec/compose-spec, Apache-2.0). */
const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");
/** Without the names that it has in a spelling which ajv takes for an error. */
const rules = JSON.parse(read("test/support/compose-spec.json"), (key, value) =>
  key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
);
const compose = parse(read("compose.yml")) as Compose;

interface Service {
  environment: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  user?: string;
  stop_grace_period?: string;
}
interface Compose {
  services: { database: Service; migrate: Service; app: Service };
  volumes: Record<string, unknown>;
}

/** As Compose replaces them. A variable that must be set gets its own name as its value. */
function interpolated(text: string): string {
  return text.replace(/\$\{(\w+)(:[-?][^}]*)?\}/g, (_, name: string, how = ":?") =>
    how.startsWith(":?") ? name : how.slice(2),
  );
}

const names = (text: string) => [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);

it("is a Compose file", () => {
  const ajv = new Ajv2019.default({ strict: false, validateFormats: false });

  ajv.validate(rules, compose);

  expect(ajv.errors).toBeNull();
  expect(ajv.validate(rules, { services: { app: { read_onyl: true } } })).toBe(false);
});

it.each([{ SLACK_APP_TOKEN: "xapp-1" }, { SLACK_SIGNING_SECRET: "0123456789abcdef" }])(
  "gives the app all that it needs, and nothing that it does not know, with %o",
  (way) => {
    const { environment } = compose.services.app;

    expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(Object.keys(environment)));
    const result = readConfig({
      NODE_ENV: "production",
      ...Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, interpolated(value)]),
      ),
      ...LOOKING_RIGHT,
      ...way,
    });
    expect(result).toMatchObject({ ok: true });
  },
);

it("asks for every setting without which the app does not start", () => {
  const required = Object.entries(compose.services.app.environment).filter(([, value]) =>
    value.includes(":?"),
  );
  for (const [name] of required) {
    const env = {
      NODE_ENV: "production",
      DATABASE_URL: "postgres://x@y/z",
      SLACK_APP_TOKEN: "xapp-1",
      ...LOOKING_RIGHT,
    };
    const result = readConfig({ ...env, [name]: "" });
    expect(JSON.stringify(result), name).toContain(name);
  }
  expect(required.map(([name]) => name).sort()).toEqual(Object.keys(LOOKING_RIGHT).sort());
});

it("names each variable as its own setting, and no password twice", () => {
  const { database, migrate, app } = compose.services;

  for (const [name, value] of Object.entries(app.environment)) {
    if (name !== "DATABASE_URL") expect(names(value)).toEqual([name]);
  }
  expect(names(app.environment.DATABASE_URL ?? "")).toEqual(["APP_PASSWORD"]);
  expect(names(migrate.environment.DATABASE_URL ?? "")).toEqual(["OWNER_PASSWORD"]);
  const ofDatabase = Object.values(database.environment).flatMap(names);
  expect(ofDatabase).toEqual(["POSTGRES_PASSWORD", "OWNER_PASSWORD", "APP_PASSWORD"]);
});

it("starts the app on a healthy and migrated database, and lets it write nowhere but in its volume", () => {
  const { database, migrate, app } = compose.services;

  expect(app.depends_on).toEqual({
    migrate: { condition: "service_completed_successfully" },
    database: { condition: "service_healthy" },
  });
  expect(migrate.depends_on).toEqual({ database: { condition: "service_healthy" } });
  for (const service of [database, app]) expect(service.healthcheck?.test?.[0]).toBe("CMD");
  for (const service of [migrate, app]) {
    expect(service).toMatchObject({ read_only: true, user: "node", cap_drop: ["ALL"] });
  }
  expect(app.volumes).toEqual(["marks:/app/data"]);
  const named = [database, app]
    .flatMap(({ volumes = [] }) => volumes.map((each) => each.split(":")[0] ?? ""))
    .filter((source) => !source.startsWith("."));
  expect(Object.keys(compose.volumes).sort()).toEqual(named.sort());
  expect(read("Dockerfile")).toContain("VOLUME /app/data");
});

it("mounts files that are there, for the roles that the services name", () => {
  const files = (compose.services.database.volumes ?? [])
    .map((each) => each.split(":")[0] ?? "")
    .filter((source) => source.startsWith("./"));
  expect(files.map(read).join()).toMatch(
    /create role signalbox_owner[\s\S]*alter role signalbox_owner/,
  );
});

const LOOKING_RIGHT = {
  SLACK_BOT_TOKEN: "xoxb-1",
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString("base64"),
  RAIL_API_URL: "https://rails.example.com/api/v1",
  RAIL_API_TOKEN: "token",
  RAIL_API_ENVIRONMENT: "production",
  APPROVALS_CHANNEL: "C0APPROVALS",
  APPROVERS: "U0BEN,U0CAL,U0DEE",
};
