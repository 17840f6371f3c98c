/** What the services, and what serves many workspaces, need to know of where the app is installed. */

/** What Slack gave when the app was installed in a workspace or, org-wide, in all of an organisation. */
export interface Installation extends IssuedTokens {
  /** Of the workspace, or of the organisation where it is org-wide. */
  id: string;
  isOrgWide: boolean;
  /** Null where it is org-wide. */
  workspace: Named | null;
  /** The organisation, where the workspace belongs to one. */
  enterprise: Named | null;
  appId: string;
  botId: string;
  botUserId: string;
  installedBy: string;
  scopes: readonly string[];
}

export interface Named {
  id: string;
  name: string;
}

export interface IssuedTokens {
  botToken: string;
  /** Null where tokens do not end. */
  renewal: Renewal | null;
}

export interface Renewal {
  refreshToken: string;
  /** ISO 8601: when the bot token ends. */
  expiresAt: string;
}

/** An installation as it is kept. `version` grows with every new token. */
export interface KeptInstallation extends Installation {
  /** ISO 8601. */
  installedAt: string;
  version: number;
  /** Slack takes the refresh token no more: only installing again helps. */
  isRefreshRefused: boolean;
}

/** The app was removed from a workspace. */
export interface Departure {
  workspaceId: string;
  /** ISO 8601. */
  leftAt: string;
  /** Nothing is kept of it but its history. */
  isForgotten: boolean;
}

/** Where the app is installed. What opens a token throws a `StoreError` `cannot-unseal` where no key fits. */
export interface Installations {
  /** By the id of a workspace or an organisation. */
  find(id: string): Promise<KeptInstallation | undefined>;
  /** The one that serves a workspace: its own, or its organisation's; none for a workspace that was left. */
  servingWorkspace(workspaceId: string): Promise<KeptInstallation | undefined>;
  /** Opens no token. */
  about(id: string): Promise<{ appId: string; installedAt: string } | undefined>;
  /**
   * Keeps the newest of a workspace or organisation; those that it serves and that were left before are back. Saves
   * nothing, and says so, where something is kept of those still.
   */
  save(installation: Installation, at: string): Promise<"saved" | "not-forgotten">;
  /** Knows from now on of a workspace; a name that is not known changes none. Whether it was left, and is still. */
  remember(workspace: Named, enterpriseId: string | null): Promise<{ hasLeft: boolean }>;
  /** A workspace that was left is back. Changes nothing, and says so, where something is kept of it still. */
  comeBack(workspaceId: string): Promise<"saved" | "not-forgotten">;
  /** Of what this installation serves or would serve: the workspaces that were left. */
  leftWorkspaces(of: Pick<Installation, "id" | "isOrgWide">): Promise<string[]>;

  /** For so many milliseconds the token is renewed by whoever got `true`; it must be of this version. */
  takeRefresh(id: string, version: number, ms: number): Promise<boolean>;
  /** False, and nothing is kept, where another token was kept since this version, or the app is gone. */
  saveRefreshed(id: string, version: number, tokens: IssuedTokens): Promise<boolean>;
  /** Without a new token; `isRefused` where there will be none. */
  endRefresh(id: string, version: number, how: { isRefused: boolean }): Promise<void>;

  /**
   * The app is gone: of the installation nothing stays, and of the workspaces that it alone served no token, no draft and
   * nobody who may approve. Returns those workspaces.
   */
  remove(id: string, at: string): Promise<string[]>;
  /**
   * Some workspaces of an organisation are left, as above, while its installation stays. Returns those that it served.
   */
  leaveSome(id: string, workspaceIds: readonly string[], at: string): Promise<string[]>;
  hasLeft(workspaceId: string): Promise<boolean>;
  /** Workspaces that were left with requests that still wait to be approved or sent. */
  leftWithWaiting(): Promise<string[]>;
  /** Keeps what the audit was added since a workspace was left for its whole time, too. */
  noteLateEntries(): Promise<void>;
  /** Deletes so many rows at most of a workspace that was left, but for its history; false once there is nothing more. */
  forgetSome(workspaceId: string, most: number): Promise<boolean>;
  /**
   * Those of which something is kept still though it was kept long enough: by the database's clock, for so many days and
   * for those that the owner of the tables has stored.
   */
  departuresDue(keptDays: number, limit: number): Promise<Departure[]>;
  /** Deletes so many events or audit entries at most that were kept long enough; false once there is nothing more. */
  forgetHistory(workspaceId: string, most: number): Promise<boolean>;
}

/** Each installation that somebody begins in a browser: known once, for so long. */
export interface InstallStates {
  /** False, and nothing is kept, where `by`, or everybody together, has begun too many that are open still. */
  keep(state: string, begun: { now: Date; expiresAt: Date; by: string }): Promise<boolean>;
  /** True once, and not after its time. */
  take(state: string, now: Date): Promise<boolean>;
}
