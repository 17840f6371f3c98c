import type { AppOptions, RunningApp } from "../app.ts";
import type { RailService } from "./rail-service/server.ts";
import type { RateLimits } from "./slack-workspace/control/rates.ts";
import type { Seed } from "./slack-workspace/seed.ts";
import type { SlackWorkspace } from "./slack-workspace/server.ts";

export interface Sandbox {
  /** What to tell whoever started it; the page's address comes first. */
  greeting: string;
  slack: SlackWorkspace;
  rails: RailService;
  app: RunningApp;
  /** The token of each company at the Rail service, by its name. */
  railTokens: ReadonlyMap<string, string>;
  /** With many workspaces, the app is installed from there. */
  publicUrl: string | undefined;
  stop(): Promise<void>;
}

export interface SandboxOptions extends AppOptions {
  /** One workspace, which is set up already, or many in which nothing is installed; what the settings say unless told. */
  world?: "one" | "many";
  /** The people and channels of the Slack workspace: Acme's by default. */
  seed?: Seed;
  /** Tells whoever started it how far it is. */
  say?: (line: string) => void;
  /** In seconds, between looks for a Rail of unknown outcome. */
  pauses?: readonly [number, ...number[]];
  /** How Slack and the bot reach each other: Socket Mode unless told. */
  transport?: "socket" | "http";
  /** After how many hours a request expires: 24 unless told. */
  expiresInHours?: number;
  /** Whether calls are limited as Slack limits them, which they are unless told. */
  rates?: RateLimits;
  /** Whether the bot is set up by its settings, which it is unless told: else an administrator does that in Slack. */
  isSetUp?: boolean;
}
