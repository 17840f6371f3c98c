import { createRailApi } from "../../src/platform/rail-api/client.ts";
import { rememberingRails } from "../../src/rail/creating/remember-rails.ts";
import { scanRails } from "../../src/rail/creating/scan-rails.ts";
import { lookShort } from "../../src/rail/creating/short-look.ts";
import { findLastEntry } from "../../src/request/queries/audit.ts";
import { ACME } from "../../src/sandbox/slack-workspace/seed.ts";
import { prepare } from "./prepared.ts";

/**
 * Looks once for the Rail of a request over all pages, as reconciling does, and then as before its first POST, in a process
 * of its own. Takes the addresses of the database and of the Rail service, and prints milliseconds, the most bytes that it
 * held, and how many pages the short look read.
 */
const [databaseUrl = "", baseUrl = ""] = process.argv.slice(2);
await using prepared = await prepare(databaseUrl, ACME);
const request = await prepared.request();
const api = createRailApi({ baseUrl, token: "acme-token" });
const { workspaceId, connectionId } = request;
const rails = rememberingRails(prepared.deps, workspaceId, connectionId, api);
let pages = 0;
const counting: typeof rails = {
  ...rails,
  readPage(address) {
    pages += 1;
    return rails.readPage(address);
  },
};
const { db } = prepared.deps;
const last = await findLastEntry(db, workspaceId);
const marker = { read: async () => (last ? [last] : []), replace: async () => {} };
const context = { ...prepared.deps, marker, railApis: async () => counting };
const idle = process.memoryUsage.rss();
const start = performance.now();
await scanRails(context, request);
const ms = performance.now() - start;
const peak = process.resourceUsage().maxRSS * 1024;
const shortStart = performance.now();
const short = await lookShort(context, request, request.id);
const shortMs = short && performance.now() - shortStart;
console.log(JSON.stringify({ ms, peak, idle, pages, shortMs }));
