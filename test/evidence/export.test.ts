import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { auditCommand } from "../../src/evidence/audit-command.ts";
import { archiveOf } from "../../src/evidence/export/archive.ts";
import { verify } from "../../src/evidence/export/enclosed/verify.mjs";
import type { ExportAnswer } from "../../src/evidence/export/run-export.ts";
import { runExport } from "../../src/evidence/export/run-export.ts";
import { fingerprintOf, noteKey } from "../../src/evidence/rules/head.ts";
import type { Messenger } from "../../src/platform/slack/slack.ts";
import type { Context } from "../../src/request/context.ts";
import { delivery } from "../services/steps.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA, BEN, EVE, TREASURY } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { CHANGES, filesOf, numbersFrom, restoring, signAnew } from "./changes.ts";
import type { Recorded } from "./history.ts";
import { aSigningWorld, DAY_BEFORE, FORMER_KEY, FROM, TO, withHistory } from "./history.ts";
import { startSecondVerifier } from "./second-verifier.ts";

const ends: (() => Promise<void>)[] = [];
let store: TestStore;
let world: Recorded;
let directory: string;
let made: Extract<ExportAnswer, { ok: true }>;
beforeAll(async () => {
  store = await openTestStore();
  world = await aSigningWorld(store, (end) => void ends.push(end));
  await withHistory(world);
  directory = aDirectory();
  const answer = await exported(directory);
  if (!answer.ok) throw new Error(answer.because);
  made = answer;
}, 60_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await store.close();
});

function aDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "signalbox-export-"));
  ends.push(async () => rmSync(path, { recursive: true }));
  return path;
}

const exported = (into: string, asked: { from?: string; to?: string } = {}) =>
  runExport(
    world.deps,
    { workspaceId: world.workspaceId, from: FROM, to: TO, ...asked },
    ANA,
    into,
  );
const file = (path: string) => readFileSync(join(directory, path), "utf8");
const verified = () => verify(directory, { keys: [made.fingerprint] });

it("is refused as an archive whose folder has too long a name", async () => {
  await expect(archiveOf(directory, "a".repeat(156))).rejects.toThrow("too long for an archive");
});

describe("an export of a closed period", () => {
  it("verifies, and has every request of the period with its end", async () => {
    expect(made.problems).toEqual([]);
    const rows = file("requests.csv").split("\n").slice(1, -1);
    const ended = rows.map((row) => /,(pending|done|denied|withdrawn),/.exec(row)?.[1]);
    expect(ended).toEqual(["pending", "done", "denied", "withdrawn"]);
    expect(file("freezes.csv").match(/,(frozen|resumed),/g)).toHaveLength(2);
    expect(file("segregation.csv")).toContain(`R-3,${ANA},${BEN} `);
    const reviews = file("reviews.csv").split("\n");
    expect(reviews.filter((row) => row.includes(",came up,"))).toHaveLength(3);
    expect(reviews.find((row) => row.includes(",dispute,"))).toMatch(
      new RegExp(`,${BEN},.*,rail,"'=HYPERLINK\\(2\\)",dispute,Closed$`),
    );
    expect(reviews.find((row) => row.includes("NOT DECIDED"))).toContain(",rail,rail_other,");
    expect(file("exceptions.csv")).toContain(",reviews-ended,");
    const dossier = JSON.parse(file("requests/R-3/dossier.json"));
    expect(dossier.shownAndApproved[0].facts.offices).toEqual([
      { by: BEN, standing: "active", groups: [] },
    ]);
    expect(rows.find((row) => row.startsWith("R-3,"))).toMatch(
      new RegExp(`,${dossier.entries[0]},${dossier.entries.at(-1)}$`),
    );
    expect(dossier.claims).toHaveLength(1);
    expect(dossier.readBack[0].action).toBe("verified");
    // What somebody typed is no formula of a spreadsheet, and begins no row.
    expect(rows[1]).toContain(`"'=HYPERLINK(1)"`);
  });

  it("has the same bytes each time, also as an archive, and is an entry of the audit each time", async () => {
    const again = aDirectory();
    await exported(again);

    for (const path of filesOf(directory)) {
      expect(readFileSync(join(again, path)).equals(readFileSync(join(directory, path)))).toBe(
        true,
      );
    }
    // The longest name that the command gives, above the key of a former head.
    const name = `signalbox-audit-${world.workspaceId}-${FROM}T000000.000Z-${TO}T000000.000Z`;
    const archive = await archiveOf(directory, name);
    expect(archive.equals(await archiveOf(again, name))).toBe(true);
    const listed = execFileSync("tar", ["-tzf", "-"], { input: archive, encoding: "utf8" });
    expect(listed.trim().split("\n").sort()).toEqual(
      filesOf(directory)
        .map((path) => `${name}/${path}`)
        .sort(),
    );
    const last = (await listAudit(world.deps.db, world.workspaceId)).slice(-2);
    expect(last.map(({ action, actor }) => [action, actor])).toEqual([
      ["audit-exported", ANA],
      ["audit-exported", ANA],
    ]);
  });

  it("follows the one before it without a gap, and can leave out who people are", async () => {
    const before = aDirectory();
    const answer = await exported(before, { from: DAY_BEFORE, to: FROM });
    rmSync(join(before, "people.csv"));

    expect(answer).toMatchObject({ ok: true, problems: [] });
    expect(verify(before, { keys: [made.fingerprint] }).problems).toEqual([]);
    const [end] = readFileSync(join(before, "SHA256SUMS"), "utf8").match(/until (entry.*)/) ?? [];
    expect(file("SHA256SUMS")).toContain(end?.replace("until", "after"));
  });

  it("is checked by the three commands of VERIFY.md, which says how short its program is", () => {
    const [, most] = /fewer than (\d+) lines/.exec(file("VERIFY.md")) ?? [];
    expect(file("verify.mjs").split("\n").length).toBeLessThan(Number(most));
    for (const name of ["VERIFY.md", "verify.mjs"]) {
      expect(file(name).trimEnd().split("\n").length).toBeLessThan(220);
    }
    const commands = /```sh\n(sha256sum[\s\S]*?)```/.exec(file("VERIFY.md"))?.[1] ?? "";
    const { status, stdout } = spawnSync("sh", ["-e", "-c", commands], {
      cwd: directory,
      encoding: "utf8",
    });

    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${made.fingerprint}  -\nSignature Verified Successfully\n`,
    });
  });

  it("is refused under another key, and where the channel showed another head", () => {
    const [size, hash] = /until entry (\d+) (\w+)/.exec(file("SHA256SUMS"))?.slice(1) ?? [];
    const with_ = (given: { keys: string[]; heads?: string[] }) =>
      verify(directory, given).problems;

    expect(with_({ keys: ["0".repeat(64)] })[0]).toContain("key.pem: is another key");
    expect(with_({ keys: [made.fingerprint], heads: [`${size}:${hash}`] })).toEqual([]);
    const former = fingerprintOf(noteKey(FORMER_KEY));
    expect(with_({ keys: [made.fingerprint, former] })).toEqual([]);
    expect(with_({ keys: [made.fingerprint, "0".repeat(64)] })).toEqual([
      `keys/${former}.pem: is another key than you named: ${former}`,
    ]);
    expect(with_({ keys: [former, made.fingerprint] })[0]).toContain("key.pem: is another key");
    expect(with_({ keys: [made.fingerprint], heads: [`${size}:${"a".repeat(64)}`] })).toEqual([
      `--head: entry ${size} is not the signed one: the chain was rewritten at or before it`,
    ]);
  });
});

describe("a changed export", () => {
  let restore: () => void;
  beforeAll(() => {
    restore = restoring(directory);
  });
  afterEach(() => restore());

  it("is found out in each of 1,000 ways, with what and where; a second verifier agrees on all", async () => {
    const random = numbersFrom(22);
    using second = startSecondVerifier(made.fingerprint);
    expect(await second.says(directory)).toBe("verified");

    for (let done = 0; done < 1_000; ) {
      const change = CHANGES[Math.floor(random() * CHANGES.length)]?.(directory, random);
      if (!change) continue;
      const { problems } = verified();
      const isNamed = problems.some((problem) =>
        problem.startsWith(change.path.replace(/\.sig$/, "")),
      );
      expect([isNamed, change, problems]).toEqual([true, change, problems]);
      expect([await second.says(directory), change]).not.toContain("verified");
      restore();
      done += 1;
    }
    expect([verified().problems, await second.says(directory)]).toEqual([[], "verified"]);
  }, 120_000);
});

describe("an export whose files were changed before it was signed", () => {
  it("is found out by its chain and by its rows, by both verifiers", async () => {
    using second = startSecondVerifier(made.fingerprint);
    const restore = restoring(directory);
    const random = numbersFrom(22);
    for (let done = 0; done < 200; ) {
      const change = CHANGES[Math.floor(random() * CHANGES.length)]?.(directory, random);
      // Other cells of a table only repeat what a dossier says.
      const isCell = change?.path === "requests.csv" && change.what.startsWith("byte");
      if (change && !isCell && /^(entries|requests.csv)/.test(change.path)) {
        signAnew(directory, world.deps.evidence.signingKey);
        const { problems } = verified();
        expect([problems.length > 0, change]).toEqual([true, change]);
        expect([await second.says(directory), change]).not.toContain("verified");
        done += 1;
      }
      restore();
    }
  });
});

it("is refused where it claims that there were no entries: no head says that", async () => {
  const restore = restoring(directory);
  const manifest = join(directory, "SHA256SUMS");
  for (const path of filesOf(directory).filter((each) => /^(heads|keys|requests)\//.test(each))) {
    rmSync(join(directory, path));
  }
  for (const path of ["entries.jsonl", "earlier.jsonl"]) writeFileSync(join(directory, path), "");
  writeFileSync(join(directory, "requests.csv"), `${file("requests.csv").split("\n")[0]}\n`);
  const none = `$1 entry 0 ${"0".repeat(64)}`;
  writeFileSync(manifest, file("SHA256SUMS").replace(/^(# after|# until) entry.*$/gm, none));
  signAnew(directory, world.deps.evidence.signingKey);
  using second = startSecondVerifier(made.fingerprint);

  const found = [verified().problems, await second.says(directory)];
  restore();

  expect(found).toEqual([
    ["heads: there is none of entry 0 from after the period: later entries may be missing"],
    expect.stringContaining("heads"),
  ]);
});

it("is not made of a workspace without entries", async () => {
  const blank = await aSigningWorld(store, (end) => void ends.push(end));
  const asked = { workspaceId: blank.workspaceId, from: "2026-02-01", to: "2026-03-01" };

  expect(await runExport(blank.deps, asked, ANA, aDirectory())).toEqual({
    ok: false,
    because: "no-entries",
  });
});

it("shows a chain that was rewritten in the database, with all its heads there, after one was signed", async () => {
  const { db } = world.deps;
  const into = aDirectory();
  const entries = await listAudit(db, world.workspaceId);
  const [victim] = entries.filter(({ action }) => action === "denied");
  const { chained } = await import("../../src/request/rules/audit.ts");
  await db.deleteFrom("audit_heads").where("workspace_id", "=", world.workspaceId).execute();
  let previous = entries[(victim?.sequence ?? 0) - 2];
  for (const { sequence, previousHash: _, hash: __, ...entry } of entries.slice(
    (victim?.sequence ?? 0) - 1,
  )) {
    const action = sequence === victim?.sequence ? "withdrawn" : entry.action;
    previous = chained({ ...entry, action }, previous);
    const { hash, previousHash } = previous;
    await db
      .updateTable("audit")
      .set({ action, hash, previous_hash: previousHash })
      .where("workspace_id", "=", world.workspaceId)
      .where("sequence", "=", sequence)
      .execute();
  }
  await db
    .updateTable("workspaces")
    .set({ last_audit_hash: previous?.hash ?? "" })
    .where("id", "=", world.workspaceId)
    .execute();

  const answer = await exported(into);

  expect(answer.ok && answer.problems.join("\n")).toMatch(
    /heads\/\d+-.*: entry \d+ is not the signed one: the chain was rewritten at or before it/,
  );
});

it.each([
  ["2026", "2026-01-01", "2027-01-01"],
  ["2026-Q1", "2026-01-01", "2026-04-01"],
  ["2026-q4", "2026-10-01", "2027-01-01"],
  ["2026-12", "2026-12-01", "2027-01-01"],
  ["2026-09-02 2026-09-04", "2026-09-02", "2026-09-04"],
])("takes %s for the period from %s until %s", (typed, from, to) => {
  expect(auditCommand.parse(typed)).toEqual({ ok: true, args: { from, to } });
});

it.each(["", "2026-13", "2026-Q5", "2026-7", "2026-09-01", "2026-Q1 2026-Q2 2026-Q3", "Q3"])(
  "takes %j for no period",
  (typed) => {
    expect(auditCommand.parse(typed)).toMatchObject({ ok: false });
  },
);

it("is sent to nobody whose account ends while it is made", async () => {
  const sentTo: string[] = [];
  const { deps, workspaceId, standings, now } = world;
  const setup = {
    administrators: { isAdministrator: async () => true },
    installerOf: async () => null,
  };
  const messenger: Messenger = {
    ...deps.messenger,
    sendFile: async (_, userId) => void sentTo.push(userId),
  };
  if (!("answer" in auditCommand)) throw new Error("It answers once it has worked");
  const command = auditCommand;
  const answer = async (userId: string, clock = deps.clock) => {
    const approvalsChannelOf = () => null;
    const context = { ...deps, messenger, setup, clock, approvalsChannelOf, command: "/rail" };
    const typed = { workspaceId, userId, askedIn: TREASURY, delivery: delivery() };
    const said = await command.answer(context as never as Context, { from: FROM, to: TO }, typed);
    return JSON.stringify(said);
  };
  expect(await answer(EVE)).toContain("Audit exported");

  const ending = () => {
    standings[EVE] = "deactivated";
    return now.value;
  };

  expect(await answer(EVE, ending)).toContain("Only administrators, owners and auditors");
  expect(sentTo).toEqual([EVE]);
});
