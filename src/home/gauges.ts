import type { Gauge } from "../platform/web/metrics.ts";
import { PLACES } from "../request/store/due.ts";

/** Of each loop, a row. */
const ofEach = (sql: (...place: (typeof PLACES)["audit"]) => string): string =>
  Object.entries(PLACES)
    .map(([loop, place]) => `select '${loop}' as label, ${sql(...place)}`)
    .join(" union all ");

const seconds = (since: string) => `extract(epoch from signalbox.clock() - ${since})`;

/** What an operator watches. */
export const GAUGES: readonly Gauge[] = [
  {
    ...{ name: "signalbox_requests", help: "Requests, by status", label: "status" },
    sql: "select status as label, count(*) as value from signalbox.requests group by status",
  },
  {
    ...{ name: "signalbox_due_seconds", help: "How long the oldest work is due", label: "loop" },
    sql: ofEach(
      (table, due, _, workspace) => `greatest(coalesce(${seconds(`min(t.${due})`)}, 0), 0) as value
        from signalbox.${table} t join signalbox.workspaces w on w.id = t.${workspace}
        where w.left_at is null`,
    ),
  },
  {
    ...{ name: "signalbox_failing", help: "Work that threw when last tried", label: "loop" },
    sql: ofEach(
      (table, _, failures) => `count(*) as value from signalbox.${table} where ${failures} > 0`,
    ),
  },
  {
    ...{ name: "signalbox_walk_age_seconds", label: "" },
    help: "How long ago a Rail service's whole list was read; of several the longest",
    sql: `select null as label, max(${seconds("walk_ended")}) as value
      from signalbox.connections where walk_ended is not null having count(*) > 0`,
  },
  {
    ...{ name: "signalbox_walks_failing", label: "code" },
    help: "Connections whose last walk was not complete, by the reason",
    sql: `select fault as label, count(*) as value from signalbox.connections
      where fault is not null group by fault`,
  },
  {
    ...{ name: "signalbox_frozen", help: "Workspaces whose sending is stopped", label: "" },
    sql: `select null as label, count(h.frozen) as value from signalbox.workspaces w
      cross join lateral (select frozen from signalbox.audit a where a.workspace = w.id
        order by seq desc limit 1) h`,
  },
  {
    ...{ name: "signalbox_broken_records", label: "" },
    help: "Records that were found to be changed outside Signalbox",
    sql: "select null as label, count(*) as value from signalbox.audit where action = 'broken'",
  },
];
