import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { verify } from "../../src/evidence/export/enclosed/verify.mjs";
import { migrate } from "../../src/platform/database/migrate.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { Db } from "../../src/platform/database/schema.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";
import { toRequestRow } from "../../src/request/queries/rows.ts";
import type { AuditEntry } from "../../src/request/rules/audit.ts";
import { chained } from "../../src/request/rules/audit.ts";
import { ANA, aRequest, BEN, CAL, NOW } from "../support/builders.ts";
import "../support/kinds.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { createDatabaseOn } from "../support/postgres-server.ts";
import { saveCurrentConnection } from "../support/set-up.ts";
import type { Figure } from "./figure.ts";
import { inMb, inSeconds } from "./figure.ts";

const PROCESS = fileURLToPath(new URL("audit-export-process.ts", import.meta.url));
const WORKSPACE = "T0BENCH";
const REQUESTS = 10_000;
const EACH = ["requested", "approval-given", "approval-given", "approved", "sending-started"];
const MORE = ["created", "not-found-yet", "verified", "instructions-posted", "proven"];

/** 100,000 entries of 10,000 requests, exported in a process of its own, and verified in this one. */
export async function auditExport(postgresUrl: string): Promise<Figure[]> {
  const { url } = await createDatabaseOn(postgresUrl);
  const { db, close } = openPostgres(url, () => {});
  const place = await mkdtemp(join(tmpdir(), "signalbox-bench-"));
  try {
    await migrate(db);
    await fill(db);
    const out = join(place, "export");
    // As `npm run audit:export` and the image start Node.
    const words = ["--max-semi-space-size=4", PROCESS, url, WORKSPACE, join(place, "data"), out];
    const said = execFileSync(process.execPath, words, { encoding: "utf8" });
    const { entries, fingerprint, ms, most } = JSON.parse(said);
    const began = performance.now();
    const { problems } = verify(out, { keys: [fingerprint] });
    const verified = performance.now() - began;
    if (problems.length > 0) throw new Error(problems[0]);
    const baseline = `${entries} entries, ${REQUESTS} requests`;
    return [
      { what: "Export of an audit", measured: inSeconds(ms), baseline, aim: "< 30 s" },
      { what: "its memory", measured: inMb(most), baseline, aim: "< 300 MB" },
      { what: "Verifying it", measured: inSeconds(verified), baseline, aim: "< 10 s" },
    ];
  } finally {
    await close();
    await rm(place, { recursive: true, force: true });
  }
}

async function fill(db: Db): Promise<void> {
  const connection = {
    id: "con_1",
    baseUrl: "https://x.test/api/v1",
    environment: "sandbox",
  } as const;
  await saveWorkspace(db, WORKSPACE, "Bench");
  const seal = createSeal([Buffer.alloc(32, 7)]);
  await saveCurrentConnection(db, seal, WORKSPACE, connection, "a-token-of-a-company", NOW);
  let last: AuditEntry | undefined;
  for (let from = 1; from <= REQUESTS; from += 500) {
    const numbers = Array.from({ length: 500 }, (_, index) => from + index);
    const requests = numbers.map((number) =>
      aRequest({
        ...{ id: randomUUID(), number, workspaceId: WORKSPACE, connectionId: connection.id },
      }),
    );
    await db.insertInto("requests").values(requests.map(toRequestRow)).execute();
    const rows = requests.flatMap((request) =>
      [...EACH, ...MORE].map((action, index) => {
        const by = index === 0 ? ANA : index === 1 ? BEN : CAL;
        const event = { type: action, at: NOW, by, attempt: 1, railId: "rail_1", issued: null };
        last = chained(
          {
            workspaceId: WORKSPACE,
            ...{ at: NOW, actor: by, action, connectionId: connection.id, requestId: request.id },
            facts: JSON.stringify({ number: request.number, digest: request.digest, ...event }),
          },
          last,
        );
        return {
          workspace_id: WORKSPACE,
          ...{ sequence: last.sequence, at: NOW, actor: by, action, facts: last.facts },
          ...{ connection_id: connection.id, request_id: request.id },
          ...{ previous_hash: last.previousHash, hash: last.hash },
        };
      }),
    );
    for (let at = 0; at < rows.length; at += 1_000) {
      await db
        .insertInto("audit")
        .values(rows.slice(at, at + 1_000))
        .execute();
    }
  }
  await db
    .updateTable("workspaces")
    .set({ last_audit_sequence: last?.sequence ?? 0, last_audit_hash: last?.hash ?? null })
    .where("id", "=", WORKSPACE)
    .execute();
}
