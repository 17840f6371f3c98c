// The only test file that imports the product's start.
import { openSocket as open } from "../../src/platform/slack/socket.ts";
import * as product from "../../src/process.ts";
import * as sandbox from "../../src/sandbox/slack-workspace/seeds/two-companies.ts";

export const startProcess = product.startProcess;
export type StartProcess = typeof startProcess;
export type Outside = product.Outside;
export type Process = product.Process;
export type Client = Awaited<ReturnType<Outside["pool"]["connect"]>>;

/** A connection to Slack's Socket Mode, as `app.ts` keeps one. */
export const openSocket = open;

/** Acme and Globex, before anybody installed the app. */
export const twoCompanies = sandbox.twoCompanies;
