import type { Generated, Kysely } from "kysely";
import type { AuditTables } from "./audit-tables.ts";
import type { RequestTables } from "./request-tables.ts";

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;

/**
 * The tables. JSON is kept as text, since what the Rail service says may hold U+0000, which `jsonb` refuses, and no
 * query looks inside. Every row says to which workspace, and where money is concerned to which connection, it belongs.
 */
export interface Database extends RequestTables, AuditTables {
  workspaces: {
    id: string;
    name: string;
    last_request_number: Generated<number>;
    last_audit_sequence: Generated<number>;
    last_audit_hash: string | null;
    /** The organisation that it belongs to, if that is known. */
    enterprise_id: Generated<string | null>;
    /** The app is not installed there since then. */
    left_at: Generated<Date | null>;
    /** The environment as it was last applied, as JSON. */
    applied_settings: Generated<string | null>;
    /** The people who were removed from the approvers in Slack, as JSON. */
    removed_approvers: Generated<string>;
    /** Null until one is chosen. */
    approvals_channel: string | null;
    /** When the first set-up was complete. */
    set_up_at: Date | null;
    /** When to look next whether approvers are left; null if nobody ever looked. */
    quorum_due_at: Generated<Date | null>;
    /** What was found at the last look, as JSON. */
    quorum_found: Generated<string>;
    quorum_warned_at: Generated<Date | null>;
  };
  /** The people who have opened the App Home. */
  opened_homes: {
    workspace_id: string;
    user_id: string;
    /** The direct message with this person. */
    channel_id: string;
    /** The digest of what was drawn last. */
    hash: string | null;
  };
  /** Installations that somebody has begun in a browser. */
  install_states: {
    /** SHA-256 of the state, which opens nothing. */
    hash: string;
    expires_at: Date;
    /** SHA-256 of the address by which it was begun; empty where that is not known. */
    begun_by: Generated<string>;
  };
  /** One row: where this database lives, as it knew when it was last opened. */
  installation: {
    id: number;
    identity: string;
  };
  slack_installations: {
    /** The id of the workspace, or of the organisation where it is installed org-wide. */
    id: string;
    is_org_wide: boolean;
    team_id: string | null;
    team_name: string | null;
    enterprise_id: string | null;
    enterprise_name: string | null;
    app_id: string;
    bot_id: string;
    bot_user_id: string;
    installed_by: string;
    /** Separated by commas. */
    scopes: string;
    installed_at: Date;
    sealed_bot_token: string;
    /** With `expires_at`, where tokens are renewed. */
    sealed_refresh_token: string | null;
    expires_at: Date | null;
    /** Grows with every token, and not when one is sealed anew. */
    tokens_version: Generated<number>;
    /** Until then one process renews the token. */
    refreshing_until: Generated<Date | null>;
    /** Slack no longer takes the refresh token. */
    is_refresh_refused: Generated<boolean>;
  };
  freezes: {
    workspace_id: string;
    version: number;
    /** `Frozen` as JSON; null while sending is not frozen. */
    frozen: string | null;
    /** The message that told the approvers' channel, and the version that it told. */
    notice_version: Generated<number>;
    notice_channel_id: string | null;
    notice_ts: string | null;
    /** The people who were told by direct message, with the version that they were told, as JSON. */
    told: Generated<string>;
    /** When somebody last noticed that the database is an older one. */
    restored_at: Date | null;
  };
  connections: {
    id: string;
    workspace_id: string;
    base_url: string;
    environment: "sandbox" | "production";
    /** Empty where none is kept any more. */
    sealed_token: string;
    /** As the operator calls it. */
    name: Generated<string>;
    /** The end of the token, by which people tell it. */
    last_four: string | null;
    is_current: boolean;
    created_at: Date;
    /** When the list of all Rails was last read to its end. */
    rails_read_at: Date | null;
    /** How many Rails of that list could not be told by their id or text. */
    unreadable_rails: Generated<number>;
    /** The last flawless walk over the whole list, as JSON; null if a short look has no base. */
    whole_walk: Generated<string | null>;
    /** The address of the page that the next short reading looks at; null where it begins anew. */
    further_page: Generated<string | null>;
    /** The connection that replaced it with a token of unproven owner. */
    succeeded_by: Generated<string | null>;
    /** Its waiting requests are held while that one is current. */
    is_holding: Generated<boolean>;
  };
  policies: {
    workspace_id: string;
    version: number;
    /** `PolicyDocument` as JSON; null in versions of releases that knew only the columns below. */
    document: string | null;
    approvers: string;
    approvals_required: number;
    /** Null: the rule for Rails holds for destinations too. */
    destination_approvers: string | null;
    destination_approvals_required: number | null;
    cool_down_hours: Generated<number>;
    created_at: Date;
    /** A Slack user id; null where the environment set it. */
    changed_by: string | null;
    /** The request that brought it into force; null if it was set directly. */
    request_id: string | null;
  };
  /** The hashes of links to the page on which a token is entered; the links themselves are not kept. */
  setup_links: {
    hash: string;
    workspace_id: string;
    user_id: string;
    user_name: string;
    connection_name: string;
    base_url: string;
    reason: string;
    view_id: string | null;
    expires_at: Date;
    tries: Generated<number>;
    used_at: Date | null;
  };
  /** Turns of messages that go to Slack one after the other. */
  paces: {
    workspace_id: string;
    lane: string;
    /** Every turn before is taken. */
    taken_until: Date;
  };
  /** Slack's last answer about a user group (its members) or a person who does not count (their standing), as JSON. */
  slack_answers: {
    workspace_id: string;
    /** A Slack user group id or user id. */
    about: string;
    answer: string;
    answered_at: Date;
  };
  /** News that the approvals channel was not told yet. */
  notices: {
    /** In their order. */
    id: Generated<string>;
    workspace_id: string;
    /** `News` as JSON. */
    about: string;
    since: Date;
    /** The people who were told alone while the channel could not be reached, as JSON. */
    told: Generated<string>;
  };
  /** The former release's notices: always empty now. */
  announcements: {
    workspace_id: string;
    sequence: number;
  };
  /** Acknowledged clicks, while their process works on them. */
  acknowledged_clicks: {
    delivery: string;
    workspace_id: string;
    user_id: string;
    what: string;
    alive_at: Date;
    /** Null until its process has died, and another has found out. */
    was_saved: boolean | null;
  };
  deliveries: {
    key: string;
    received_at: Date;
  };
}
