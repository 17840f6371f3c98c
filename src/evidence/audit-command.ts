import { richText } from "../platform/slack/blocks/rich-text.ts";
import { message } from "../platform/slack/blocks/views.ts";
import { admitInspector } from "../request/forms/admit.ts";
import { sentence } from "../request/forms/refusals.ts";
import { sendFiles } from "../request/forms/send-files.ts";
import type { Command } from "../request/forms/surface.ts";
import { checkChain, readEntriesUntil } from "../request/store/chain.ts";
import { entryLine } from "../request/store/entry-hash.ts";
import { tablesOf } from "./tables.ts";

/** Sends the audit as files that an outsider can check, to the person alone. */
export const auditCommand: Command = {
  name: "audit",
  usage: "<2026-Q3, 2026-09 or 2026>",
  says: "The audit as files (administrators, auditors)",
  async open(act, typed) {
    const asking = await admitInspector(act, "audit");
    if (!asking.ok) return asking;
    const period = readPeriod(typed);
    if (!period) {
      const audit = `${act.context.config.SLACK_COMMAND} audit`;
      return sentence(`Which period? Type ${audit} 2026-Q3, ${audit} 2026-09 or ${audit} 2026.`);
    }
    const name = typed.trim().toUpperCase();
    const { db } = act.context;
    const { workspace } = act.delivery;
    const entries = await readEntriesUntil(db, workspace, period.to);
    const last = entries.at(-1);
    if (!last || last.at < period.from) return sentence(`Nothing happened in ${name}.`);
    const gap = await checkChain(db, workspace, 1, last.seq);
    const lines = entries.map((each) => `${entryLine(workspace, each)}\n`);
    const evidence = { [`entries-${name}.jsonl`]: lines.join("") };
    const says = `The audit of ${name}, up to entry ${last.seq} (${last.hash.slice(0, 12)}).`;
    const guide = "Your Signalbox operator has the guide: docs/verify.md.";
    const compare = `Compare it with a card that ends with an entry of that time. ${guide}`;
    const broken = `🔴 Entry ${gap?.seq} was changed outside Signalbox: there are no tables.`;
    // Making it may take a while, and the right may be gone by now.
    const still = await admitInspector(act, "audit");
    if (!still.ok) return still;
    const tables = gap ? {} : tablesOf(entries, period.from);
    const tableFiles = Object.entries(tables).map(([table, csv]) => [`${table}-${name}.csv`, csv]);
    return sendFiles(
      act,
      {
        says: message(says, richText([says, " ", gap ? broken : compare])),
        done: `The audit of ${name} was sent to you by direct message.${gap ? ` ${broken}` : ""}`,
      },
      { ...Object.fromEntries(tableFiles), ...evidence },
    );
  },
};

const PERIOD = /^(20\d\d)(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/i;

/**
 * Reads `2026`, `2026-Q3` or `2026-09`: from the beginning of one day up to that of another, such
 * as `2026-07-01`, in UTC. Null for anything else.
 */
function readPeriod(typed: string): { from: string; to: string } | null {
  const [, year, quarter, month] = PERIOD.exec(typed.trim()) ?? [];
  if (year === undefined) return null;
  const months = quarter ? 3 : month ? 1 : 12;
  const first = (Number(quarter ?? month ?? 1) - 1) * months;
  const day = (at: number) => new Date(Date.UTC(Number(year), at)).toISOString().slice(0, 10);
  return { from: day(first), to: day(first + months) };
}
