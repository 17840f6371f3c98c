/** The bot token of a workspace as it is now: of its own installation, or of its organisation's. */
export interface BotTokens {
  /** Throws `NotInstalled` if the app is not, or no longer, there, and a `StoreError` `cannot-unseal`. */
  of(workspaceId: string): Promise<string>;
}

/** The app is not in this workspace, or Slack no longer renews its token: it has to be installed (again). */
export class NotInstalled extends Error {
  override readonly name = "NotInstalled";
  readonly code = "not-installed";
  readonly workspaceId: string;

  constructor(workspaceId: string, options?: ErrorOptions) {
    super(`Signalbox is not installed in workspace ${workspaceId}`, options);
    this.workspaceId = workspaceId;
  }
}
