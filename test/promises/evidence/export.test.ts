import { hash } from "node:crypto";
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as acme from "../../../src/sandbox/slack-workspace/seed.ts";
import { type Random, randomFrom } from "../../harness/random.ts";
import { WORDS } from "../../harness/words.ts";
import { LOOKED_FOR, lost, resume, send } from "../../scenarios/creating.ts";
import { addRequirement, askForChange } from "../../scenarios/settings/steps.ts";
import { report } from "../../scenarios/standing/standing.ts";
import { ANA, BEN, CAL, DEE, QUICK, type Team, TREASURY } from "../../scenarios/team.ts";
import { askForAudit, openExporting, verifiersIn, verify } from "./exported.ts";

const { buttons, command, labels, options } = WORDS;
/** `EDITS=200` plays those of promise 18. */
const EDITS = Number(process.env.EDITS ?? 30);

const periodOf = (stage: Team) => new Date(stage.now()).toISOString().slice(0, 7);

/** Whatever can happen to requests and settings, in a quarter of an hour. */
async function live(stage: Team): Promise<void> {
  const one = await stage.askForRail({ name: "=1+1;@SUM(A1)" });
  await stage.approve(BEN, one);
  await report(stage, DEE, one, '„Odd“, she "said"');
  const other = await stage.askForRail({ name: "Denied" });
  const denial = await stage.openFrom(CAL, other, buttons.deny);
  await denial.fill(labels.reason, "Not needed");
  await stage.submit(denial);
  await send(stage, lost, { name: "Never found" });
  await stage.pass(LOOKED_FOR);
  await addRequirement(stage, { people: [CAL, DEE] });
  await stage.as(ANA).say(TREASURY, `${command} freeze Odd; =SUM(A1)`);
  await stage.settle();
  await stage.askForRail({ name: "Waits" });
  await resume(stage);
}

test(
  "S81 the export of a period is checked by the document's script and by one in another language",
  async () => {
    const { stage, take } = await openExporting(QUICK);
    await using _ = stage;
    using kept = mkdtempDisposableSync(join(tmpdir(), "signalbox-export-"));
    await live(stage);
    const auditors = await askForChange(stage, options.auditors, { [labels.auditors]: [ANA] });
    for (const by of [BEN, CAL]) await stage.approve(by, auditors);
    const period = periodOf(stage);

    expect(await askForAudit(stage, ANA, period)).toContain("was sent to you");

    const files = take();
    const folder = join(kept.path, "export");
    const write = (changed: Readonly<Record<string, string>>) => {
      mkdirSync(folder, { recursive: true });
      for (const [name, text] of Object.entries(changed)) writeFileSync(join(folder, name), text);
    };
    write(files);
    expect(Object.keys(files).map((name) => name.replace(period, ""))).toEqual([
      "requests-.csv",
      "changes-.csv",
      "entries-.jsonl",
    ]);
    const cards = (await stage.cards()).flatMap(({ text }) => {
      const [, entry, hash] = /audit (\d+) · ([0-9a-f]{12})/.exec(text) ?? [];
      return entry ? [`${entry}:${hash}`] : [];
    });
    const given = [folder, `${period}-01`, ...cards];
    const verifiers = verifiersIn(folder);
    for (const each of verifiers) {
      expect(await verify(each, ...given)).toMatchObject({ isFine: true });
    }

    const random = randomFrom(81);
    const last = lastOf(files);
    for (let nth = 0; nth < EDITS; nth += 1) {
      const edited = edit(files, random);
      write(edited.files);
      const found = await Promise.all(verifiers.map((each) => verify(each, ...given, last)));
      // A line that is no JSON any more may end a script before it says anything.
      const silent = edited.how === "altered" ? [] : found.filter(({ says }) => says === "");
      expect([...found.filter(({ isFine }) => isFine), ...silent], edited.what).toEqual([]);
    }
    write(files);
    expect(await verify(verifiers[0], ...given, last)).toMatchObject({ isFine: true });
  },
  60_000 + EDITS * 2_000,
);

/** The number and hash of the last entry, as the message above the files says it. */
function lastOf(files: Readonly<Record<string, string>>): string {
  const [name = ""] = Object.keys(files).filter((each) => each.startsWith("entries-"));
  const lines = (files[name] ?? "").split("\n");
  return `${lines.length - 1}:${hash("sha256", lines.at(-2) ?? "").slice(0, 12)}`;
}

/** Something that somebody changes in one of the files. */
function edit(files: Readonly<Record<string, string>>, random: Random) {
  const name = random.pick(Object.keys(files));
  const end = name.endsWith("csv") ? "\r\n" : "\n";
  const lines = (files[name] ?? "").split(end).slice(0, -1);
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  const where = random.below(line.length);
  const other = line[where] === "x" ? "y" : "x";
  const [how, changed] = random.pick([
    ["removed", lines.toSpliced(at, 1)],
    ["twice", lines.toSpliced(at, 0, line)],
    ["cut", lines.slice(0, at)],
    ["altered", lines.with(at, line.slice(0, where) + other + line.slice(where + 1))],
    ["moved", lines.toSpliced(at, 1).toSpliced(at === 0 ? 1 : at - 1, 0, line)],
  ] as const);
  const text = changed.map((each) => each + end).join("");
  const what = `${how} ${at} ${where} of ${name}`;
  return { what, how, files: { ...files, [name]: text } };
}

test("S81 only administrators and auditors have the audit, of a period that there was", async () => {
  const seed = structuredClone(acme.acmeSeed);
  for (const each of seed.users) if (each.id === acme.EVE) each.isAdmin = true;
  const { stage, take } = await openExporting({ ...QUICK, seed });
  await using _ = stage;
  const period = periodOf(stage);

  expect(await askForAudit(stage, CAL, period)).toContain("Only auditors");
  expect(await askForAudit(stage, acme.EVE, "this year")).toContain("audit 2026-Q3");
  expect(await askForAudit(stage, acme.EVE, "2019")).toContain("Nothing happened in 2019");
  expect(take()).toEqual({});
  expect(await askForAudit(stage, acme.EVE, period)).toContain("was sent to you");
  expect(Object.keys(take())).toHaveLength(3);
});
