import { exportAudit } from "../../src/evidence/export/export-audit.ts";
import { periodOf } from "../../src/evidence/export/period.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import "../support/kinds.ts";

/** Exports in a process of its own, so that its memory is the export's alone. */
const [url = "", workspaceId = "", data = "", out = ""] = process.argv.slice(2);
const { db, close } = openPostgres(url, () => {});
const evidence = { signingKey: new Uint8Array(32).fill(9), tsaUrl: null, directory: data };
const seal = createSeal([Buffer.alloc(32, 7)]);
const clock = () => "2026-04-01T00:00:00.000Z";
const asked = { workspaceId, from: "2026-01-01", to: "2026-03-31" };
const began = performance.now();
const period = await periodOf({ db, clock, evidence }, asked);
if (typeof period === "string") throw new Error(period);
const { entries, fingerprint } = await exportAudit({ db, seal }, period, out);
const ms = performance.now() - began;
await close();
const most = process.resourceUsage().maxRSS * 1_024;
process.stdout.write(JSON.stringify({ entries, fingerprint, ms, most }));
