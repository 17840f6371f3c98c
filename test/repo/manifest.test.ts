import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { checkShortcut } from "../../src/check/check.ts";
import { SURFACE } from "../../src/contents.ts";
import { SCOPES } from "../../src/platform/slack/scopes.ts";
import { readSourceFiles } from "./source-file.ts";

const HOME = join(import.meta.dirname, "../..");
const text = readFileSync(join(HOME, "manifest.yml"), "utf8");
const manifest = parse(text);
const source = readSourceFiles()
  .filter(({ path }) => /^src\/(platform|install)\//.test(path))
  .map(({ code }) => code)
  .join("\n");

/** What each method that we call needs (https://docs.slack.dev/reference/methods). */
const NEEDED: Readonly<Record<string, readonly (keyof typeof SCOPES)[]>> = {
  "auth.test": [],
  "bots.info": ["users:read"],
  "chat.postEphemeral": ["chat:write"],
  "chat.postMessage": ["chat:write", "im:write"],
  "chat.update": ["chat:write"],
  "conversations.info": ["channels:read", "groups:read", "im:read"],
  "files.completeUploadExternal": ["files:write"],
  "files.getUploadURLExternal": ["files:write"],
  "oauth.v2.access": [],
  "users.info": ["users:read"],
  "views.publish": [],
  "views.update": [],
};
/** For the slash command and the shortcut, and for `message.im`. */
const RECEIVING = ["commands", "im:history"] as const;

describe("the manifest", () => {
  it("asks for the scopes that we use, and for no other", () => {
    expect(manifest.oauth_config.scopes).toEqual({ bot: Object.keys(SCOPES).toSorted() });
    const methods = new Set(
      source.match(/"(?:auth|bots|chat|conversations|files|oauth|users|views)(?:\.\w+)+"/g),
    );
    expect([...methods].map((each) => JSON.parse(each)).toSorted()).toEqual(Object.keys(NEEDED));
    const needed = [...new Set([...Object.values(NEEDED).flat(), ...RECEIVING])];
    expect(needed.toSorted()).toEqual(Object.keys(SCOPES).toSorted());
  });

  it("subscribes to the events that we hear", () => {
    const heard = [...source.matchAll(/app\.event\("(\w+)"/g)].map(([, name]) =>
      name === "message" ? "message.im" : name,
    );
    expect(manifest.settings.event_subscriptions.bot_events).toEqual(heard.toSorted());
  });

  it("has our command, with a hint of all that may follow it, and our shortcut", () => {
    const [command, ...others] = manifest.features.slash_commands;
    expect(others).toEqual([]);
    expect(command.command).toBe("/rail");
    // `policy` is another word for `setup`.
    const names = SURFACE.commands.map(({ name }) => name).filter((name) => name !== "policy");
    expect(command.usage_hint.split(" · ").toSorted()).toEqual([...names, "help"].toSorted());
    const shortcuts = manifest.features.shortcuts.map(
      (each: { callback_id: string }) => each.callback_id,
    );
    expect(shortcuts).toEqual([checkShortcut.verb]);
  });

  it("is for Socket Mode; the command of the document makes that for HTTP of it", () => {
    expect(manifest.settings).toMatchObject({
      ...{ socket_mode_enabled: true, org_deploy_enabled: false, token_rotation_enabled: false },
      interactivity: { is_enabled: true },
    });
    const page = readFileSync(join(HOME, "docs/setup-and-configuration.md"), "utf8");
    expect(page).toContain(
      "sed 's|# \\(.*\\)https://signalbox.example.com|\\1https://bot.example.com|",
    );
    const overHttp = parse(
      text
        .replaceAll(/# (.*)https:\/\/signalbox.example.com/g, "$1https://bot.example.com")
        .replace("socket_mode_enabled: true", "socket_mode_enabled: false"),
    );
    const events = "https://bot.example.com/slack/events";
    expect(overHttp).toMatchObject({
      features: { slash_commands: [{ url: events }] },
      oauth_config: { redirect_urls: ["https://bot.example.com/slack/oauth_redirect"] },
      settings: {
        event_subscriptions: { request_url: events },
        interactivity: { request_url: events },
        socket_mode_enabled: false,
      },
    });
    for (const path of ["/slack/events", "/slack/oauth_redirect"])
      expect(source.includes(path), path).toBe(true);
  });
});
