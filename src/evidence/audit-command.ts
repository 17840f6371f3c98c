import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { note } from "../platform/slack/blocks/note.ts";
import type { Message } from "../platform/slack/message.ts";
import { MessengerError } from "../platform/slack/messenger-error.ts";
import { counted } from "../platform/text/times.ts";
import type { Command } from "../request/command.ts";
import { wordsOf } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import { FILE_NOT_SENT } from "../request/list/list-file.ts";
import { whyRefused } from "../workspace/set-up/gates.ts";
import { archiveOf } from "./export/archive.ts";
import { WHY_NO_EXPORT } from "./export/period.ts";
import { runExport } from "./export/run-export.ts";
import { tellHead } from "./sign-heads.ts";

interface Range {
  from: string;
  to: string;
}

/** Sends an administrator or auditor the evidence of a period as one file, by direct message. */
export const auditCommand: Command<Range> = {
  verb: "audit",
  meantBy: ["export", "evidence"],
  usage: {
    takes: "<period>",
    does: "sends the audit of a period as a file that anyone can check; for administrators and auditors",
  },
  act: () => "export-audit",
  remembers: "export-audit",
  parse(typed) {
    const [from = "", to, ...more] = wordsOf(typed);
    const range = to === undefined ? usualPeriod(from) : { from, to };
    return range && more.length === 0
      ? { ok: true, args: range }
      : {
          ok: false,
          problem:
            "Give a year, quarter or month, or two dates. For example audit 2026-Q3, audit 2026-09 or audit 2026-07-01 2026-10-01.",
        };
  },
  answer: (context, range, { workspaceId, userId }) =>
    auditAnswer(context, range, workspaceId, userId),
};

/** `2026`, `2026-Q3` or `2026-09`, until the day after it. */
function usualPeriod(word: string): Range | undefined {
  const [, year, quarter, month] =
    /^([1-9]\d{3})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/i.exec(word) ?? [];
  if (year === undefined) return undefined;
  const months = quarter ? 3 : month ? 1 : 12;
  const first = (Number(quarter ?? month ?? 1) - 1) * months;
  const day = (month: number) =>
    new Date(Date.UTC(Number(year), month)).toISOString().slice(0, "2026-07-01".length);
  return { from: day(first), to: day(first + months) };
}

/** People expect the last day that they name to be in it. A date means its beginning; the export goes to the next signed head. */
const endOf = (to: string): string =>
  `The period ends ${to.includes("T") ? `at ${to}` : `as ${to} begins (UTC)`}. Entries up to the next signed one are included.`;

/** Each is a lot of work, and one at a time is enough. */
const underWay = new Set<string>();

async function auditAnswer(
  context: Context,
  range: Range,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  if (underWay.has(workspaceId)) return note("An export is being made already. Try again later.");
  underWay.add(workspaceId);
  const directory = await mkdtemp(join(tmpdir(), "signalbox-audit-"));
  try {
    return await sendExport(context, { ...range, workspaceId }, userId, directory);
  } finally {
    underWay.delete(workspaceId);
    await rm(directory, { recursive: true, force: true });
  }
}

async function sendExport(
  context: Context,
  asked: Range & { workspaceId: string },
  userId: string,
  directory: string,
): Promise<Message> {
  const { workspaceId } = asked;
  const made = await runExport(context, asked, userId, directory);
  if (!made.ok) return note(WHY_NO_EXPORT[made.because]);
  const name = `signalbox-audit-${workspaceId}-${asked.from}-${asked.to}`.replaceAll(":", "");
  const bytes = await archiveOf(directory, name);
  const says = "The audit that you exported. VERIFY.md in it says how anyone can check it.";
  const filename = `${name}.tar.gz`;
  // Making it takes minutes where the audit is long, and the right may be gone by now.
  const why = await whyRefused(context, workspaceId, userId, "export-audit");
  if (why) return why;
  try {
    await context.messenger.sendFile(workspaceId, userId, { filename, bytes, says });
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    context.logger.warn({ err: error, workspaceId }, "an audit export was not sent");
    return FILE_NOT_SENT;
  }
  await tellHead(context, workspaceId).catch((error: unknown) => {
    context.logger.warn({ err: error, workspaceId }, "a signed head is told with the next one");
  });
  const held = `${made.entries} entries and ${counted(made.requests, "request")}`;
  const [problem] = made.problems;
  return problem === undefined
    ? note(
        `Audit exported: ${held}, sent to you by direct message. ${endOf(asked.to)}`,
        `It verifies with the key ${made.fingerprint}. Compare that with the key in the approvals channel.`,
      )
    : note(
        `🔴 Audit exported, and it does not verify: ${problem}.`,
        `The file is in your direct messages (${held}). Show it to the operator of Signalbox and stop sending with ${context.command} freeze.`,
      );
}
