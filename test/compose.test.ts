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
const compose = parse(read("compose.yml"), { merge: true }) as Compose;

interface Service {
  image: string;
  build?: { args: Record<string, string> };
  ports?: string[];
  environment: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  user?: string;
  stop_grace_period?: string;
}
interface Compose {
  services: { database: Service; migrate: Service; app: Service; "app-2": Service };
  volumes: Record<string, unknown>;
}

/** As Compose replaces them. A variable that must be set gets its own name as its value. */
function interpolated(text: string): string {
  return text.replace(/\$\{(\w+)(:[-?][^}]*)?\}/g, (_, name: string, how = ":?") =>
    how.startsWith(":?") ? name : how.slice(2),
  );
}

const ONE_WORKSPACE = {
  SLACK_BOT_TOKEN: "xoxb-1",
  RAIL_API_URL: "https://rails.example.com/api/v1",
  RAIL_API_TOKEN: "token",
  RAIL_API_ENVIRONMENT: "production",
  APPROVALS_CHANNEL: "C0APPROVALS",
  APPROVERS: "U0BEN,U0CAL,U0DEE",
};

const names = (text: string) => [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);

it("is a Compose file", () => {
  const ajv = new Ajv2019.default({ strict: false, validateFormats: false });

  ajv.validate(rules, compose);

  expect(ajv.errors).toBeNull();
  expect(ajv.validate(rules, { services: { app: { read_onyl: true } } })).toBe(false);
});

it.each([
  { ...ONE_WORKSPACE, SLACK_APP_TOKEN: "xapp-1" },
  { ...ONE_WORKSPACE, SLACK_SIGNING_SECRET: "0123456789abcdef" },
  {
    SLACK_SIGNING_SECRET: "0123456789abcdef",
    SLACK_CLIENT_ID: "1.2",
    SLACK_CLIENT_SECRET: "secret",
    SLACK_STATE_SECRET: "0123456789abcdef0123456789abcdef",
    PUBLIC_URL: "https://bot.example.com",
    RAIL_API_URLS: "live=https://rails.example.com/api/v1",
  },
])("lets the app start with %o", (way) => {
  const { environment } = compose.services.app;
  const given = Object.entries(environment).map(([name, value]) => [name, interpolated(value)]);

  const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString("base64");
  const env = { NODE_ENV: "production", ...Object.fromEntries(given), ENCRYPTION_KEYS };
  expect(readConfig({ ...env, ...way })).toMatchObject({ ok: true });
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(way)));
});

it("can express every setting but those of the container itself, and asks for what every way needs", () => {
  const { environment } = compose.services.app;
  const ofContainer = ["PORT", "DATA_DIR", "WORLD", "SLACK_API_URL"];
  const others = Object.keys(SETTINGS).filter((name) => !ofContainer.includes(name));

  expect(Object.keys(environment).sort()).toEqual(others.sort());
  const required = Object.keys(environment).filter((name) => environment[name]?.includes(":?"));
  expect(required).toEqual(["ENCRYPTION_KEYS"]);
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
    expect(service).toMatchObject({ read_only: true, user: "1000:1000", cap_drop: ["ALL"] });
  }
  expect(app.volumes).toEqual(["marks:/app/data"]);
  const named = [database, app]
    .flatMap(({ volumes = [] }) => volumes.map((each) => each.split(":")[0] ?? ""))
    .filter((source) => !source.startsWith("."));
  expect(Object.keys(compose.volumes).sort()).toEqual(named.sort());
  expect(read("Dockerfile")).toContain("VOLUME /app/data");
});

it("builds one image, of a commit, for all that run it, and publishes each on a port of its own", () => {
  const { migrate, app, "app-2": second } = compose.services;

  expect(new Set([migrate.image, app.image, second.image]).size).toBe(1);
  expect(migrate.build?.args).toHaveProperty("SIGNALBOX_COMMIT");
  expect([app.build, second.build]).toEqual([undefined, undefined]);
  expect([app.ports, second.ports]).toEqual([["127.0.0.1:3000:3000"], ["127.0.0.1:3001:3000"]]);
});

it("takes the database for healthy once the app's role can query it", () => {
  const command = compose.services.database.healthcheck?.test?.join(" ");
  expect(command).toMatch(/psql .*--username signalbox --dbname signalbox .*select 1$/);
});

it("mounts files that are there, for the roles that the services name", () => {
  const files = (compose.services.database.volumes ?? [])
    .map((each) => each.split(":")[0] ?? "")
    .filter((source) => source.startsWith("./"));
  expect(files.map(read).join()).toMatch(
    /create role signalbox_owner[\s\S]*alter role signalbox_owner/,
  );
});
