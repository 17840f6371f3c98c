/** Slack's answer when the app was installed in a workspace or, org-wide, in all of an organisation. */
export interface Installation extends IssuedTokens {
  /** The id of a workspace, or of an organisation if it is org-wide. */
  id: string;
  isOrgWide: boolean;
  /** Null if it is org-wide. */
  workspace: Named | null;
  /** The organisation, if the workspace belongs to one. */
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
  /** Null if tokens do not end. */
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
  /** Slack no longer takes the refresh token: only a new installation helps. */
  isRefreshRefused: boolean;
}

export interface Departure {
  workspaceId: string;
  /** ISO 8601. */
  leftAt: string;
  /** Nothing is kept of it but its history. */
  isForgotten: boolean;
}
