import type { AppOptions, RunningApp } from "../app.ts";
import type { RailService } from "./rail-service/server.ts";
import type { RateLimits } from "./slack-workspace/control/rates.ts";
import type { Seed } from "./slack-workspace/seed.ts";
import type { SlackWorkspace } from "./slack-workspace/server.ts";

export interface Sandbox {
  /** Lines for the person who started it; the page's address comes first. */
  greeting: string;
  slack: SlackWorkspace;
  rails: RailService;
  app: RunningApp;
  /** The token of each company at the Rail service, by its name. */
  railTokens: ReadonlyMap<string, string>;
  /** People install the app from this address if there are many workspaces. */
  publicUrl: string | undefined;
  stop(): Promise<void>;
}

export interface SandboxOptions extends AppOptions {
  /** One workspace that is set up, or many without the app; the settings decide when absent. */
  world?: "one" | "many";
  /** The people and channels of the Slack workspace; Acme's when absent. */
  seed?: Seed;
  /** Is called with each step of the start. */
  say?: (line: string) => void;
  /** The address of a PostgreSQL database; the embedded engine when absent. */
  databaseUrl?: string;
  /** Seconds between looks for a Rail of unknown outcome. */
  pauses?: readonly [number, ...number[]];
  /** The way between Slack and the bot; Socket Mode when absent. */
  transport?: "socket" | "http";
  /** A request expires after so many hours; 24 when absent. */
  expiresInHours?: number;
  /** The default applies Slack's rate limits. */
  rates?: RateLimits;
  /** False if an administrator sets the bot up in Slack; its settings do it when absent. */
  isSetUp?: boolean;
}
