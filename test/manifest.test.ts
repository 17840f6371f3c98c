import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { COMMANDS } from "../src/capabilities.ts";
import { readConfig } from "../src/config/config.ts";
import { HELP } from "../src/home/read-command.ts";
import { shortcut } from "../src/platform/slack/blocks/ids.ts";
import { OFF_WITHOUT } from "../src/platform/slack/scopes.ts";
import { acmeSeed } from "../src/sandbox/slack-workspace/seed.ts";

const file = (path: string) => new URL(path, import.meta.url);
const published = file("../../shared/slack-manifest.schema.json");
const manifest: unknown = parse(readFileSync(file("../manifest.yml"), "utf8"));

/** Slack's published schema catches neither an invented scope nor an invented event: these lists do. */
const SCOPES = [
  "channels:read",
  "chat:write",
  "commands",
  "files:write",
  "groups:read",
  "im:history",
  "im:read",
  "im:write",
  "mpim:read",
  "usergroups:read",
  "users:read",
] as const;
/** What the methods that we call need, says the page of each at https://docs.slack.dev/reference/methods. */
const NEEDED: Record<string, readonly (typeof SCOPES)[number][]> = {
  "chat.getPermalink": [],
  "chat.postEphemeral": ["chat:write"],
  "chat.postMessage": ["chat:write"],
  "chat.update": ["chat:write"],
  // Public and private channels, and direct messages: a Rail may be asked for in any of them.
  "conversations.info": ["channels:read", "groups:read", "im:read", "mpim:read"],
  "conversations.open": ["im:write"],
  filesUploadV2: ["files:write"],
  "usergroups.users.list": ["usergroups:read"],
  "users.info": ["users:read"],
};
const EVENTS = [
  "app_home_opened",
  "message.im",
  "app_uninstalled",
  "tokens_revoked",
  "team_access_revoked",
] as const;

const ours = z.strictObject({
  _metadata: z.strictObject({ major_version: z.literal(2), minor_version: z.int() }),
  display_information: z.strictObject({
    name: z.string().max(35),
    description: z.string().max(140),
    long_description: z.string().min(175).max(4_000),
    background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.literal(true),
      messages_tab_read_only_enabled: z.literal(false),
    }),
    bot_user: z.strictObject({ display_name: z.string().max(80), always_online: z.boolean() }),
    shortcuts: z
      .array(
        z.strictObject({
          name: z.string().max(24),
          type: z.literal("message"),
          callback_id: z.enum(shortcut),
          description: z.string().max(150),
        }),
      )
      .length(Object.keys(shortcut).length),
    slash_commands: z
      .array(
        z.strictObject({
          command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
          description: z.string().max(2_000),
          usage_hint: z.string().max(1_000),
          // We look things up by what was typed: Slack must not rewrite it.
          should_escape: z.literal(false),
        }),
      )
      .length(1),
  }),
  oauth_config: z.strictObject({
    scopes: z.strictObject({
      bot: z.array(z.enum(SCOPES)).min(1),
      bot_optional: z.array(z.enum(SCOPES)),
    }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ bot_events: z.array(z.enum(EVENTS)) }).optional(),
    interactivity: z.strictObject({ is_enabled: z.literal(true) }),
    org_deploy_enabled: z.literal(false),
    socket_mode_enabled: z.literal(true),
    token_rotation_enabled: z.literal(false),
  }),
});

describe("manifest.yml", () => {
  it("asks for the scopes of the methods that we call, and for no others", () => {
    const { oauth_config } = ours.parse(manifest);
    const methods = methodsCalled();

    expect(methods).toEqual(Object.keys(NEEDED));
    const needed = new Set(methods.flatMap((method) => NEEDED[method] ?? []));
    expect(oauth_config.scopes.bot).toEqual([...needed, "commands", "im:history"].sort());
  });

  it("lets an installer leave out what health can say is off", () => {
    const { bot, bot_optional } = ours.parse(manifest).oauth_config.scopes;

    expect(bot_optional).toEqual(Object.keys(OFF_WITHOUT));
    expect(bot).toEqual(expect.arrayContaining(bot_optional));
  });

  it("names the command that is registered when nothing else is configured", () => {
    const sandbox = readConfig({});

    expect(sandbox.ok && sandbox.config.SLACK_COMMAND).toBe(
      ours.parse(manifest).features.slash_commands[0]?.command,
    );
  });

  it("subscribes to no event that nobody listens to", () => {
    const register = readFileSync(file("../src/wiring/bind-slack.ts"), "utf8");
    const events = ours.parse(manifest).settings.event_subscriptions?.bot_events ?? [];

    expect(register.match(/app\.event\(/g)?.length ?? 0).toBe(events.length);
  });

  it("registers its commands by configuration alone", () => {
    const register = readFileSync(file("../src/wiring/bind-slack.ts"), "utf8");

    expect(register.match(/app\.command\(([^,]+),/g)).toEqual(["app.command(context.command,"]);
  });

  it("names every verb behind the command, and no other", () => {
    const [command] = ours.parse(manifest).features.slash_commands;
    const verbs = [...COMMANDS.map(({ verb }) => verb), HELP.verb].filter((verb) => verb !== "");

    expect(command?.usage_hint.split(" · ").sort()).toEqual(verbs.sort());
  });

  it("describes the app that the sandbox workspace has", () => {
    const { features, oauth_config, settings } = ours.parse(manifest);

    const { name, commands, shortcuts, scopes, optionalScopes, events, home } = acmeSeed.app;
    expect({ name, commands, shortcuts, scopes, optionalScopes, events, home }).toEqual({
      name: features.bot_user.display_name,
      commands: features.slash_commands.map(({ command, description, usage_hint }) => ({
        command,
        description,
        usageHint: usage_hint,
      })),
      shortcuts: features.shortcuts.map(({ name, callback_id, description }) => ({
        name,
        callbackId: callback_id,
        description,
      })),
      scopes: oauth_config.scopes.bot,
      optionalScopes: oauth_config.scopes.bot_optional,
      events: settings.event_subscriptions?.bot_events ?? [],
      home: {
        tab: features.app_home.home_tab_enabled,
        messages: features.app_home.messages_tab_enabled,
      },
    });
  });

  it.runIf(existsSync(published))("satisfies Slack's published schema", () => {
    expect(faultsOf(manifest)).toEqual([]);
  });
});

it("is what the Slack CLI is given, which starts the app with the settings in .env", async () => {
  const { hooks } = JSON.parse(readFileSync(file("../.slack/hooks.json"), "utf8"));
  const [npx, ...args] = hooks["get-manifest"].split(" ");
  const cwd = fileURLToPath(file(".."));

  const { stdout } = await promisify(execFile)(npx, args, { cwd });

  expect(JSON.parse(stdout)).toEqual(manifest);
  const scripts = JSON.parse(readFileSync(file("../package.json"), "utf8")).scripts;
  expect(hooks.start.replace(" --env-file-if-exists=.env", "")).toBe(
    `npx --no-install ${scripts.start}`,
  );
});

describe("npm run manifest:http", () => {
  it("prints the same manifest, with the address to which Slack sends", async () => {
    const printed = await httpManifest("https://bot.example.com");

    const url = "https://bot.example.com/slack/events";
    const { features, settings, ...rest } = ours.parse(manifest);
    expect(printed).toEqual({
      ...rest,
      features: {
        ...features,
        slash_commands: features.slash_commands.map((command) => ({ ...command, url })),
      },
      settings: {
        ...settings,
        interactivity: { is_enabled: true, request_url: url },
        ...(settings.event_subscriptions && {
          event_subscriptions: { ...settings.event_subscriptions, request_url: url },
        }),
        socket_mode_enabled: false,
      },
    });
    if (existsSync(published)) expect(faultsOf(printed)).toEqual([]);
  });

  it("for installations says where OAuth leads back to, hears of removals, and has tokens renewed", async () => {
    const plain = await httpManifest("https://bot.example.com");
    const printed = await httpManifest("https://bot.example.com", "--installations");

    const back = "https://bot.example.com/slack/oauth_redirect";
    const { bot_events = [] } = ours.parse(manifest).settings.event_subscriptions ?? {};
    expect(printed).toEqual({
      ...plain,
      oauth_config: { ...plain.oauth_config, redirect_urls: [back] },
      settings: {
        ...plain.settings,
        event_subscriptions: {
          bot_events: [...bot_events, "app_uninstalled", "tokens_revoked", "team_access_revoked"],
          request_url: "https://bot.example.com/slack/events",
        },
        org_deploy_enabled: true,
        token_rotation_enabled: true,
      },
    });
    if (existsSync(published)) expect(faultsOf(printed)).toEqual([]);
    await expect(httpManifest("https://bot.example.com", "--instalations")).rejects.toMatchObject({
      code: 1,
    });
  });

  it("wants the address of a host, with https", async () => {
    const wrong = [
      "",
      "bot.example.com",
      "http://bot.example.com",
      "https://bot.example.com/slack",
    ];
    for (const address of wrong) {
      await expect(httpManifest(address)).rejects.toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^Give the address .* https/),
      });
    }
  });
});

/** The methods that are called, of the families that need a scope. */
function methodsCalled(): string[] {
  const src = fileURLToPath(file("../src"));
  const ours = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !path.startsWith("sandbox"),
  );
  const called = /\b((?:chat|conversations|usergroups\.users|users)\.\w+|filesUploadV2)\(/g;
  const calls = ours.flatMap((path) => [...readFileSync(join(src, path), "utf8").matchAll(called)]);
  return [...new Set(calls.map(([, method = ""]) => method))].sort();
}

function faultsOf(candidate: unknown) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(published, "utf8")));
  validate(candidate);
  return validate.errors ?? [];
}

async function httpManifest(...args: string[]) {
  const script = fileURLToPath(file("../src/http-manifest.ts"));
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
  return z
    .looseObject({ oauth_config: z.looseObject({}), settings: z.looseObject({}) })
    .parse(parse(stdout));
}
