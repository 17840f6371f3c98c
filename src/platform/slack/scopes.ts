/** What the app asks for when it is installed: those of `manifest.yml`, which says of each why. */
export const BOT_SCOPES = [
  "channels:read",
  "chat:write",
  "commands",
  "files:write",
  "groups:read",
  "im:read",
  "im:write",
  "mpim:read",
  "usergroups:read",
  "users:read",
] as const;
