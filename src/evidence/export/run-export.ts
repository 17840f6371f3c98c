import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Context } from "../../request/context.ts";
import { appendAudit } from "../../request/queries/audit.ts";
import type { Exported } from "./export-audit.ts";
import { exportAudit } from "./export-audit.ts";
import type { Asked, WhyNoExport } from "./period.ts";
import { periodOf } from "./period.ts";
import type { Exporting } from "./read-requests.ts";

export type ExportAnswer =
  | ({ ok: true; problems: readonly string[]; summary: string } & Exported)
  | { ok: false; because: WhyNoExport };

/** Exports a period into a directory, checks it as a stranger would, and keeps that it was exported in the audit. */
export async function runExport(
  context: Exporting & Pick<Context, "clock" | "evidence">,
  asked: Asked,
  by: string,
  directory: string,
): Promise<ExportAnswer> {
  const { db, clock } = context;
  const period = await periodOf(context, asked);
  if (typeof period === "string") return { ok: false, because: period };
  const exported = await exportAudit(context, period, directory);
  const verified = await verifyElsewhere(directory, exported.fingerprint);
  const { workspaceId, from, to, until } = period;
  const { entries, requests } = exported;
  await db.transaction().execute((trx) =>
    appendAudit(trx, {
      workspaceId,
      connectionId: "",
      at: clock(),
      actor: by,
      action: "audit-exported",
      facts: JSON.stringify({ from, to, until: until.size, entries, requests }),
    }),
  );
  return { ok: true, ...exported, ...verified };
}

const VERIFIER = fileURLToPath(new URL("enclosed/verify.mjs", import.meta.url));
const MOST_SAID = 64 * 1024 * 1024;

/** In a process of its own: it takes seconds without a pause, in which nothing else would be answered. */
async function verifyElsewhere(
  directory: string,
  fingerprint: string,
): Promise<{ problems: readonly string[]; summary: string }> {
  const words = [VERIFIER, directory, "--key", fingerprint];
  try {
    const options = { env: {}, maxBuffer: MOST_SAID };
    const { stdout } = await promisify(execFile)(process.execPath, words, options);
    return { problems: [], summary: stdout.trim() };
  } catch (error) {
    const hasProblems = error instanceof Error && "code" in error && error.code === 1;
    if (!hasProblems || !("stderr" in error)) throw error;
    return { problems: String(error.stderr).trim().split("\n"), summary: "" };
  }
}
