import type { Generated } from "kysely";

/** Data about the audit itself: what was checked and signed, and what is left after a workspace has gone. */
export interface AuditTables {
  /**
   * Each time that a workspace removed the app, and what is left of it. The row itself stays. Only functions of the
   * owner write here.
   */
  departures: {
    workspace_id: string;
    /** By the database's clock: since then no entry has come to those that belong to it. */
    left_at: Date;
    /** The last entry of the audit that belongs to it. */
    last_audit_sequence: number;
    last_audit_hash: string | null;
    /** When everything but the audit was deleted. */
    forgotten_at: Generated<Date | null>;
    audit_deleted_at: Generated<Date | null>;
  };
  /** One row, which the owner writes: how long history is kept after a workspace removed the app. */
  retention: {
    is_only: Generated<boolean>;
    kept_days: number;
  };
  /** The result of the last verification of a workspace's audit. */
  audit_checks: {
    workspace_id: string;
    checked_at: Date;
    /** How many were verified. */
    entries: number;
    /** The sequence number of the first entry that differs from the written one; null if none does. */
    broken_at: number | null;
    /** When the approvers heard of it. */
    told_at: Date | null;
  };
  /** The code of each row that decides something, for each of its versions; nobody but the owner changes one. */
  row_macs: {
    workspace_id: string;
    table_name: string;
    row_id: string;
    version: number;
    key_id: string;
    mac: string;
    /** The audit's entry that names it. */
    sequence: number;
  };
  /** Changed rows that the approvers have heard of, as JSON. */
  row_checks: {
    workspace_id: string;
    told: string;
  };
  /** Heads of the audit that were signed. */
  audit_heads: {
    workspace_id: string;
    signed_at: Date;
    /** The number of the last entry; its hash is below. */
    sequence: number;
    hash: string;
    note: string;
    /** The version of the freeze that it was signed in. */
    freeze_version: number;
    /** When the approvals channel heard of it. */
    told_at: Date | null;
    /** The answer of the time-stamp authority as it came, in base64. */
    time_stamp: string | null;
  };
}
