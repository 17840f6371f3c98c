import type { Assumed } from "./assumptions.ts";
import type { Clock } from "./control/clock.ts";
import type { Faults } from "./control/faults.ts";
import type { Deliver } from "./delivery/deliver.ts";
import type { Directory } from "./kept/directory.ts";
import type { Files } from "./kept/files.ts";
import type { Installation, Installations, Place } from "./kept/installations.ts";
import type { Messages } from "./kept/messages.ts";
import type { MessageValues, Suggestions } from "./kept/remembered.ts";
import type { ResponseUrls } from "./kept/response-urls.ts";
import type { Triggers } from "./kept/triggers.ts";
import type { Views } from "./kept/views.ts";
import type { OAuth } from "./oauth/oauth.ts";
import type { Changes } from "./page-routes/changes.ts";
import type { Seed } from "./seed.ts";

/**
 * One app in one workspace, for the Web API and for people. Clock, faults and assumptions belong to the server; people,
 * channels, messages and changes to the workspace; the rest to this pair.
 */
export interface Context {
  /** The seed is live: its present values count. */
  seed: Seed;
  place: Place;
  /** Undefined while the app is not installed. */
  installation(): Installation | undefined;
  /** All installations of the server. */
  installations: Installations;
  oauth: OAuth;
  /** All contexts of the server: every app in every workspace. */
  contexts(): readonly Context[];
  now: () => number;
  clock: Clock;
  assumed: Assumed;
  directory: Directory;
  messages: Messages;
  messageValues: MessageValues;
  views: Views;
  files: Files;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  suggestions: Suggestions;
  deliver: Deliver;
  faults: Faults;
  changes: Changes;
  /** The page's address. */
  url: () => string;
  /** An app opens its next Socket Mode connection there. */
  socketUrl: () => string;
}
