import type pg from "pg";
import { ANA, BEN, CAL } from "../support/builders.ts";

/** Rows as the database gives them. */
export type Row = Record<string, unknown>;

/** What somebody who writes to the database knows: rows as they are, as they were, and those of another workspace. */
export interface Known {
  client: pg.Client;
  workspaceId: string;
  /** Approved, then denied: as it was approved, and its id. */
  denied: { id: string; asApproved: Row };
  /** Waits, with one approval of two. */
  pending: { id: string };
  /** Asks for the address of the register. */
  destination: { id: string; retiredId: string; asUsable: Row };
  /** The policy that asked for less, before the one in force. */
  formerPolicy: Row;
  other: { workspaceId: string; policy: Row; approved: Row; mac: Row };
  pick<Each>(from: readonly Each[]): Each;
}

export interface Edit {
  name: string;
  /** Takes rights that only the owner has. */
  isOwners?: true;
  make(known: Known): Promise<void>;
}

const AT = "2026-03-03T10:00:00.000Z";
const OTHER_ADDRESS = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const APPROVED = { since: AT, timesNotSent: 0, because: null, nextTryAt: AT };
const approvedState = JSON.stringify({ status: "approved", ...APPROVED });

export const EDITS: readonly Edit[] = [
  {
    name: "adds an approval",
    async make({ client, pending }) {
      const { approvals, digest } = await request(client, pending.id);
      const given = JSON.parse(String(approvals));
      await set(client, "requests", pending.id, {
        approvals: JSON.stringify([...given, { by: CAL, at: AT, digest }]),
        status: "approved",
        state: approvedState,
      });
    },
  },
  {
    name: "removes an approval",
    make: ({ client, pending }) => set(client, "requests", pending.id, { approvals: "[]" }),
  },
  {
    name: "moves a denied request back to approved",
    async make({ client, denied, pick }) {
      const changed = { status: "approved", state: approvedState, version: pick([3, 4, 5, 6]) };
      await set(client, "requests", denied.id, changed);
    },
  },
  {
    name: "changes only the column by which requests are found",
    make: ({ client, denied, pick }) =>
      set(client, "requests", denied.id, { status: pick(["approved", "pending", "done"]) }),
  },
  {
    name: "replays a request as it was approved",
    make: ({ client, denied }) => set(client, "requests", denied.id, denied.asApproved),
  },
  {
    name: "puts the approved content of another workspace into a request",
    async make({ client, pending, other }) {
      const { canonical, digest, approvals } = other.approved;
      const changed = { canonical, digest, approvals, status: "approved", state: approvedState };
      await set(client, "requests", pending.id, changed);
    },
  },
  {
    name: "gives a request another approver's rule",
    async make({ client, pending, pick }) {
      const { policy } = await request(client, pending.id);
      const rule = JSON.parse(String(policy));
      const looser = pick([
        { ...rule, approvalsRequired: 1 },
        { ...rule, approvers: [ANA, BEN] },
      ]);
      const changed = { policy: JSON.stringify(looser), status: "approved", state: approvedState };
      await set(client, "requests", pending.id, changed);
    },
  },
  {
    name: "gives a request more time",
    make: ({ client, pending }) =>
      set(client, "requests", pending.id, { expires_at: "2027-01-01T00:00:00Z" }),
  },
  {
    name: "deletes a request",
    async make({ client, denied }) {
      await client.query("delete from messages where request_id = $1", [denied.id]);
      await client.query("delete from requests where id = $1", [denied.id]);
    },
  },
  {
    name: "swaps an address of the register",
    make: ({ client, destination, pick }) =>
      set(client, "destinations", destination.id, {
        [pick(["value", "service_id", "name"])]: OTHER_ADDRESS,
      }),
  },
  {
    name: "has a waiting period end at once",
    make: ({ client, destination }) =>
      set(client, "destinations", destination.id, { usable_from: "2020-01-01T00:00:00Z" }),
  },
  {
    name: "replays a destination as it was before it was retired",
    make: ({ client, destination }) =>
      set(client, "destinations", destination.retiredId, destination.asUsable),
  },
  {
    name: "adds a destination",
    make: ({ client, workspaceId, destination }) =>
      insert(client, "destinations", {
        ...destination.asUsable,
        id: `dst_${workspaceId}`,
        service_id: "wal_added",
        value: OTHER_ADDRESS,
      }),
  },
  {
    name: "deletes a destination",
    async make({ client, destination }) {
      await client.query("delete from destinations where id = $1", [destination.retiredId]);
    },
  },
  {
    name: "lowers the quorum, or names others",
    async make({ client, workspaceId, pick }) {
      const { version, document } = await policy(client, workspaceId);
      const { rules, ...whole } = JSON.parse(String(document)) as { rules: object[] };
      const looser = (fields: object) => ({ rules: rules.map((rule) => ({ ...rule, ...fields })) });
      const changed = pick([
        { ...whole, ...looser({ approvalsRequired: 1 }) },
        { ...whole, ...looser({ approvers: [BEN] }) },
        { ...whole, ...looser({ approvers: [ANA] }) },
        { ...whole, rules, auditors: [ANA] },
      ]);
      await client.query(
        "update policies set document = $3 where workspace_id = $1 and version = $2",
        [workspaceId, version, JSON.stringify(changed)],
      );
    },
  },
  {
    name: "deletes the policy in force",
    async make({ client, workspaceId }) {
      const { version } = await policy(client, workspaceId);
      await client.query("delete from policies where workspace_id = $1 and version = $2", [
        workspaceId,
        version,
      ]);
    },
  },
  {
    name: "puts a former policy in force",
    async make({ client, workspaceId, formerPolicy, pick }) {
      const { version } = await policy(client, workspaceId);
      const anew = { ...formerPolicy, version: Number(version) + pick([1, 2, 7]) };
      await insert(client, "policies", anew);
    },
  },
  {
    name: "copies the policy of another workspace",
    async make({ client, workspaceId, other }) {
      const { version } = await policy(client, workspaceId);
      const anew = { ...other.policy, workspace_id: workspaceId, version: Number(version) + 1 };
      await insert(client, "policies", anew);
    },
  },
  {
    name: "changes where the connection leads",
    async make({ client, workspaceId, pick }) {
      const changed = pick(["environment = 'production'", "base_url = 'https://evil.test/api/v1'"]);
      await client.query(
        `update connections set ${changed} where workspace_id = $1 and is_current`,
        [workspaceId],
      );
    },
  },
  {
    name: "says that sending is or is not frozen",
    async make({ client, workspaceId, pick }) {
      const changed = pick(["version = version + 1", `frozen = '{"since":"${AT}","agreed":[]}'`]);
      await client.query(`update freezes set ${changed} where workspace_id = $1`, [workspaceId]);
    },
  },
  {
    name: "deletes the freeze",
    async make({ client, workspaceId }) {
      await client.query("delete from freezes where workspace_id = $1", [workspaceId]);
    },
  },
  {
    name: "adds a code for a request, made up or of another workspace",
    async make({ client, workspaceId, denied, other, pick }) {
      await set(client, "requests", denied.id, denied.asApproved);
      const made: Row = { ...other.mac, workspace_id: workspaceId, row_id: denied.id };
      const changed = pick([{}, { mac: "c2lnbmF0dXJl" }]);
      await insert(client, "row_macs", { ...made, version: 99, ...changed });
    },
  },
  {
    name: "replays a request, and deletes its later codes",
    isOwners: true,
    async make({ client, denied }) {
      await replay(client, denied);
      await client.query(
        `delete from row_macs where row_id = $1 and version = (
          select max(version) from row_macs where row_id = $1)`,
        [denied.id],
      );
    },
  },
  {
    name: "replays a request, and deletes its later codes and the entry that names them",
    isOwners: true,
    async make({ client, denied }) {
      await replay(client, denied);
      await client.query(
        `with gone as (
          delete from row_macs where row_id = $1 and version = (
            select max(version) from row_macs where row_id = $1) returning workspace_id, sequence)
        delete from audit using gone
        where audit.workspace_id = gone.workspace_id and audit.sequence = gone.sequence`,
        [denied.id],
      );
    },
  },
  {
    name: "replays a request, and has the entry of its denial tell something else",
    isOwners: true,
    async make({ client, denied }) {
      await replay(client, denied);
      await client.query(
        `with gone as (
          delete from row_macs where row_id = $1 and version = (
            select max(version) from row_macs where row_id = $1) returning workspace_id, sequence)
        update audit set facts = '{}' from gone
        where audit.workspace_id = gone.workspace_id and audit.sequence = gone.sequence`,
        [denied.id],
      );
    },
  },
  {
    name: "deletes every code of the workspace",
    isOwners: true,
    async make({ client, workspaceId, denied }) {
      await replay(client, denied);
      await client.query("delete from row_macs where workspace_id = $1", [workspaceId]);
    },
  },
];

/** With its later events, which only the owner can delete. */
async function replay(client: pg.Client, { id, asApproved }: Known["denied"]): Promise<void> {
  await set(client, "requests", id, asApproved);
  const { version } = asApproved;
  await client.query("delete from request_events where request_id = $1 and version > $2", [
    id,
    version,
  ]);
}

async function request(client: pg.Client, id: string): Promise<Row> {
  const { rows } = await client.query("select * from requests where id = $1", [id]);
  return rows[0];
}

export async function policy(client: pg.Client, workspaceId: string): Promise<Row> {
  const { rows } = await client.query(
    "select * from policies where workspace_id = $1 order by version desc limit 1",
    [workspaceId],
  );
  return rows[0];
}

async function set(client: pg.Client, table: string, id: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const columns = names.map((name, index) => `${name} = $${index + 2}`).join(", ");
  await client.query(`update ${table} set ${columns} where id = $1`, [id, ...Object.values(row)]);
}

async function insert(client: pg.Client, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`).join(", ");
  await client.query(`insert into ${table} (${names.join(", ")}) values (${values})`, [
    ...Object.values(row),
  ]);
}
