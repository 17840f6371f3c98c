import { z } from "zod";
import { csv } from "../platform/text/csv.ts";
import type { Action } from "../request/rules/entry.ts";
import type { StoredEntry } from "../request/store/entry-hash.ts";

/** What `docs/verify.md` tells an outsider to make again. */
const COLUMNS = {
  requests: [
    ...["number", "id", "kind", "name", "requested_by", "requested_at", "approved_by"],
    ...["own_approval", "digest", "state", "state_at", "rail_id"],
  ],
  changes: ["entry", "at", "by", "action", "number", "facts"],
} as const;

const CHANGING = [
  ...(["settings", "frozen", "replaced", "resumed", "restored", "broken", "reported"] as const),
  ...(["retired", "linked", "asked-again", "given-up", "trusted"] as const),
  ...(["installed", "removed", "token-entered"] as const),
];

const ORDINARY = [
  ...(["requested", "approved", "recounted", "waiting", "denied", "withdrawn"] as const),
  ...(["expired", "void", "refused", "sending", "created", "not-created", "not-sent"] as const),
  ...(["unknown", "stuck", "read-back", "filled", "registered"] as const),
];

/** What changes who decides, or is out of the ordinary. No action is in neither list. */
export const CHANGES: ReadonlySet<Classified> = new Set(CHANGING);

type Classified = Action extends (typeof CHANGING | typeof ORDINARY)[number] ? string : never;

const facts = z.object({
  number: z.int().optional(),
  digest: z.string().catch(""),
  bytes: z.string().optional(),
  railId: z.string().optional(),
  lost: z.array(z.string()).catch([]),
});
const content = z.object({ change: z.object({ kind: z.string(), name: z.string().catch("") }) });

/** While it is one of these, a restore makes its approvals void. */
const UNSENT = /^(requested|approved|recounted|waiting|asked-again)$/;

interface Case {
  number: string;
  id: string;
  kind: string;
  name: string;
  digest: string;
  asked: StoredEntry;
  approvedBy: readonly string[];
  last: StoredEntry;
  railId: string;
}

/**
 * Both tables, of the audit up to the end of a period alone, which begins `from` a day.
 * `requests`: each that something happened to in the period, as it stood at the period's end.
 */
export function tablesOf(entries: readonly StoredEntry[], from: string) {
  const cases = new Map<string, Case>();
  for (const entry of entries) {
    const said = facts.parse(JSON.parse(entry.facts));
    if (entry.action === "restored") {
      for (const [id, each] of cases) {
        if (UNSENT.test(each.last.action)) cases.set(id, { ...each, approvedBy: [] });
      }
    }
    if (entry.request === null) continue;
    const known = cases.get(entry.request) ?? begin(entry, said);
    cases.set(entry.request, advance(known, entry, said));
  }
  const inPeriod = ({ at }: StoredEntry) => at >= from;
  const isChange = ({ action }: StoredEntry) => CHANGES.has(action);
  return {
    requests: csv([
      COLUMNS.requests,
      ...[...cases.values()].filter(({ last }) => inPeriod(last)).map(caseRow),
    ]),
    changes: csv([
      COLUMNS.changes,
      ...entries
        .filter((entry) => isChange(entry) && inPeriod(entry))
        .map(({ seq, at, by, action, request, facts }) => {
          const number = cases.get(request ?? "")?.number ?? "";
          return [`${seq}`, at, by, action, number, facts];
        }),
    ]),
  };
}

type Said = z.output<typeof facts>;

function begin(entry: StoredEntry, { number, digest, bytes }: Said): Case {
  const { kind, name } = content.parse(JSON.parse(bytes ?? "")).change;
  const asked = { id: entry.request ?? "", number: `R-${number}`, kind, name, digest };
  return { ...asked, asked: entry, approvedBy: [], last: entry, railId: "" };
}

function advance(known: Case, entry: StoredEntry, { lost, railId }: Said): Case {
  const { action, by } = entry;
  const left = known.approvedBy.filter((each) => each !== by && !lost.includes(each));
  const approvedBy =
    action === "approved" ? [...left, by] : action === "recounted" ? left : known.approvedBy;
  return {
    ...known,
    approvedBy: action === "asked-again" ? [] : approvedBy,
    last: entry,
    railId: railId ?? known.railId,
  };
}

function caseRow(of: Case): string[] {
  const { number, id, kind, name, digest, asked, approvedBy, last, railId } = of;
  const isOwn = approvedBy.includes(asked.by) ? "yes" : "no";
  return [
    ...[number, id, kind, name, asked.by, asked.at, approvedBy.join(" ")],
    ...[isOwn, digest, last.action, last.at, railId],
  ];
}
