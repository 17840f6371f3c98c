import type { Generated } from "kysely";

/** The tables of what is asked for, of what came of it, and of what the service has shown. */
export interface RequestTables {
  destinations: {
    id: string;
    workspace_id: string;
    connection_id: string;
    kind: "wallet" | "bank-account";
    service_id: string;
    name: string;
    network: string | null;
    /** The full address or IBAN. */
    value: string;
    added_by: string;
    approved_by: Generated<string>;
    added_at: Date;
    usable_from: Date;
    retired_at: Date | null;
    proven_at: Date | null;
    contradicted_at: Date | null;
    request_id: string | null;
  };
  /** Rails as the service last showed them, wherever they were made. */
  seen_rails: {
    connection_id: string;
    rail_id: string;
    workspace_id: string;
    destination_service_id: string | null;
    facts: string;
    last_seen_at: Date;
    /** The same where it showed a destination as the register has it; an early release that shows it again leaves this behind. */
    agreed_at: Generated<Date | null>;
    /** A number of the sequence `moments`, which orders what was first known of requests and of Rails. */
    moment: Generated<string>;
    /** When it was noted, for the approvers, that it was not approved here; null where that is due or never will be. */
    told_at: Date | null;
    /** Whether people have ruled it out, as JSON; null where nobody proposed it, or the service showed it again. */
    ruling: string | null;
    /** The problem that was reported last, and whether an approver marked it as disputed, as JSON; null for none. */
    dispute: string | null;
    /** What the approvers know of it, as JSON; null until a whole walk has begun to watch it. */
    watched: string | null;
    /** The look-alike keys of the values at its two ends; null where they were never noted. */
    source_digest: Generated<string | null>;
    destination_digest: Generated<string | null>;
    /** Whether `known_values` has both as they are now. */
    is_indexed: Generated<boolean>;
  };
  /** Each value of the register and of Rails, once in each spelling: by it they are found. */
  known_values: {
    connection_id: string;
    workspace_id: string;
    digest: string;
    /** As JSON. */
    detail: string;
    /** Values that look alike have one of them in common. */
    keys: number[];
  };
  /** The database itself adds one for each destination. */
  destination_values: {
    destination_id: string;
    workspace_id: string;
    connection_id: string;
    /** Null while `known_values` does not have it. */
    digest: string | null;
  };
  /** Every Rail that was ever known to be a request's, whatever has become of that since. */
  request_rails: {
    request_id: string;
    rail_id: string;
    connection_id: string;
    workspace_id: string;
  };
  drafts: {
    id: string;
    workspace_id: string;
    connection_id: string;
    created_by: string;
    asked_in: string;
    change: string;
    updated_at: Date;
  };
  /** Forms that people began and did not send. */
  unsent_forms: {
    /** The request would have this id. */
    id: string;
    workspace_id: string;
    created_by: string;
    /** As JSON. */
    form: string;
    /** The request without which it cannot be sent; null for none. */
    waits_for: string | null;
    kept_at: Date;
  };
  requests: {
    id: string;
    workspace_id: string;
    connection_id: string;
    number: number;
    version: number;
    kind: Generated<string>;
    status: string;
    /** Lower case, for looking it up. */
    name: string;
    /** What it is about, in one text, for finding requests that ask for the same. */
    route: string;
    destination_service_id: string | null;
    canonical: string;
    digest: string;
    policy: string;
    requested_by: string;
    requested_at: Date;
    expires_at: Date;
    approvals: string;
    wrong_answers: Generated<string>;
    attempt: number;
    state: string;
    rail_id: string | null;
    next_step_at: Date | null;
    moment: Generated<string>;
    /** How many reminders were begun, and when the next is due. */
    reminded: Generated<number>;
    remind_at: Date | null;
  };
  request_events: {
    request_id: string;
    workspace_id: string;
    connection_id: string;
    version: number;
    type: string;
    at: Date;
    event: string;
  };
  messages: {
    request_id: string;
    workspace_id: string;
    connection_id: string;
    kind: string;
    channel_id: string;
    ts: string;
    version: number;
    freeze_version: Generated<number>;
    redraw_at: Date | null;
  };
  audit: {
    workspace_id: string;
    sequence: number;
    at: string;
    actor: string;
    action: string;
    connection_id: string;
    request_id: string | null;
    facts: string;
    previous_hash: string;
    hash: string;
  };
}
