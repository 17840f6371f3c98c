import { createRailApi } from "../../src/platform/rail-api/client.ts";
import { rememberingRails } from "../../src/rail/creating/remember-rails.ts";
import { scanRails } from "../../src/rail/creating/scan-rails.ts";
import { ACME } from "../../src/sandbox/slack-workspace/seed.ts";
import { prepare } from "./prepared.ts";

/**
 * Looks once for the Rail of a request over all pages, as reconciling does, in a process of its own. Takes the addresses of
 * the database and of the Rail service, and prints milliseconds, and the most bytes that it held.
 */
const [databaseUrl = "", baseUrl = ""] = process.argv.slice(2);
await using prepared = await prepare(databaseUrl, ACME);
const request = await prepared.request();
const api = createRailApi({ baseUrl, token: "acme-token" });
const { workspaceId, connectionId } = request;
const rails = rememberingRails(prepared.deps, workspaceId, connectionId, api);
const start = performance.now();
await scanRails({ ...prepared.deps, railApis: async () => rails }, request);
const ms = performance.now() - start;
console.log(JSON.stringify({ ms, peak: process.resourceUsage().maxRSS * 1024 }));
