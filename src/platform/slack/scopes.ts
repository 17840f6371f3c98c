/** What the app asks for when it is installed: those of `manifest.yml`, which says of each why. */
export const BOT_SCOPES = [
  "channels:read",
  "chat:write",
  "commands",
  "files:write",
  "groups:read",
  "im:history",
  "im:read",
  "im:write",
  "mpim:read",
  "usergroups:read",
  "users:read",
] as const;

/** The features that are off without a scope that an installer may leave out (`bot_optional`). */
export const OFF_WITHOUT: Partial<Record<string, string>> = {
  "files:write": "QR codes, lists, audits and other files by direct message",
  "usergroups:read": "user groups as approvers",
};
