/**
 * What Slack says a person is to a workspace. `outsider`: of another organisation, in a shared
 * channel. `stranger`: Slack knows nobody of this id.
 */
export type Standing = "active" | "guest" | "bot" | "outsider" | "deactivated" | "stranger";
