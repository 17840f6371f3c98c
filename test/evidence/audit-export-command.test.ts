import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stampHeads } from "../../src/evidence/sign-heads.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import { storeOn } from "../support/store.ts";
import { startAuthority } from "./authority.ts";
import type { Recorded } from "./history.ts";
import { aSigningWorld, FROM, TO, withHistory } from "./history.ts";

const KEY_FILE = { AUDIT_SIGNING_KEY: "", AUDIT_SIGNING_KEY_FILE: "/nowhere/key" };
const COMMAND = fileURLToPath(new URL("../../src/audit-export.ts", import.meta.url));

describe.runIf(hasPostgres)("npm run audit:export", () => {
  let url: string;
  let world: Recorded;
  let place: string;
  let authority: Awaited<ReturnType<typeof startAuthority>>;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const server = await createDatabase("with-tables");
    ends.push(() => server.drop());
    ({ url } = server);
    const store = storeOn(openPostgres(url, () => {}));
    ends.push(() => store.close());
    world = await aSigningWorld(store, (end) => void ends.push(end));
    await withHistory(world);
    authority = await startAuthority();
    ends.push(() => authority.stop());
    authority.state.isDown = false;
    const { evidence } = world.deps;
    await stampHeads({ ...world.deps, evidence: { ...evidence, tsaUrl: authority.url } });
    place = await mkdtemp(join(tmpdir(), "signalbox-command-"));
    ends.push(() => rm(place, { recursive: true }));
  }, 60_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function exported(asked: Record<string, string>, env: Record<string, string> = {}) {
    const given = { workspace: world.workspaceId, from: FROM, to: TO, out: "", ...asked };
    const words = Object.entries({ ...given, out: join(place, given.out) }).flatMap(
      ([name, value]) => [`--${name}`, value],
    );
    const child = spawn(process.execPath, [COMMAND, ...words], {
      env: { ...childEnvironment(), ...settings(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code: child.exitCode, out, err };
  }

  function settings(): Record<string, string> {
    const { signingKey, directory } = world.deps.evidence;
    return {
      DATABASE_URL: url,
      DATA_DIR: directory,
      AUDIT_SIGNING_KEY: Buffer.from(signingKey).toString("base64"),
      SLACK_APP_TOKEN: "xapp-canary",
      SLACK_BOT_TOKEN: "xoxb-canary",
      ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString("base64"),
      RAIL_API_URL: "http://127.0.0.1:9/api/v1",
      RAIL_API_TOKEN: "canary",
      RAIL_API_ENVIRONMENT: "sandbox",
      APPROVALS_CHANNEL: "C0APPROVALS",
      APPROVERS: "U0BEN,U0CAL,U0DEE",
    };
  }

  it("writes an export that verifies, with a time stamp of each head that OpenSSL accepts", async () => {
    const { code, out, err } = await exported({ out: "whole" });

    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Exported \d+ entries and 4 requests to .*\nSigned with the key \w{64}\./);
    expect(out).toContain("are complete and unaltered under 3 signed heads.");
    const heads = join(place, "whole", "heads");
    const notes = (await readdir(heads)).filter((name) => name.endsWith(".note"));
    expect(notes).toHaveLength(3);
    for (const name of notes) {
      const note = await readFile(join(heads, name), "utf8");
      const stamp = await readFile(join(heads, name.replace(/note$/, "tsr")));
      expect(authority.accept(note, stamp)).toContain("Verification: OK");
    }
  });

  it("writes over nothing", async () => {
    const other = join(place, "taken", "entries.jsonl");
    await exported({ out: "taken" });
    await writeFile(other, "mine");

    const { code, err } = await exported({ out: "taken" });

    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("file already exists") });
    expect(await readFile(other, "utf8")).toBe("mine");
  });

  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ["another workspace", { workspace: "T0NOWHERE" }, {}, "no workspace with that id"],
    ["what is no date", { from: "yesterday" }, {}, "Give dates like 2026-07-01"],
    ["an empty period", { to: FROM }, {}, "The period is empty"],
    ["a period in the future", { to: "2999-01-01" }, {}, "ends in the future"],
    ["a key of half the length", {}, { AUDIT_SIGNING_KEY: "AAAA" }, "AUDIT_SIGNING_KEY"],
    ["a key file that is not there", {}, KEY_FILE, "AUDIT_SIGNING_KEY_FILE"],
    ["no key", {}, { AUDIT_SIGNING_KEY: "" }, "has to set AUDIT_SIGNING_KEY first"],
  ])("says why it exports nothing: %s", async (name, asked, env, why) => {
    const { code, out, err } = await exported({ ...asked, out: name }, env);

    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(why);
    expect(err).not.toMatch(/\n\s+at /);
    expect(await readdir(place)).not.toContain(name);
  });

  it("exits with 2, and says what is wrong, where the history was changed", async () => {
    await world.deps.db
      .updateTable("audit")
      .set({ actor: "U0EVIL" })
      .where("workspace_id", "=", world.workspaceId)
      .where("action", "=", "denied")
      .execute();

    const { code, err } = await exported({ out: "changed" });

    expect(code).toBe(2);
    expect(err).toMatch(
      /^It does not verify:\n- entries\.jsonl line \d+, entry \d+: was changed\n/,
    );
  });
});
