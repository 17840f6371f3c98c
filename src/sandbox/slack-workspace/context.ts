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
 * What one app sees in one workspace: the parts of it, as the Web API and people use them. Clock, faults and assumptions
 * are the server's; people, channels, messages and changes are the workspace's; the rest belongs to this pair alone.
 */
export interface Context {
  /** Live; what it says now counts. */
  seed: Seed;
  place: Place;
  /** By which the app is in the workspace, as long as it is. */
  installation(): Installation | undefined;
  /** Those of the whole server, and how they come about. */
  installations: Installations;
  oauth: OAuth;
  /** Every app in every workspace of the server. */
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
