/** Slack's deliveries, as its documents show them. */

export const WORKSPACE = "T0ACME001";
export const APP = "A0SIGNAL1";
export const ANA = "U0ANA0001";

const common = { api_app_id: APP, token: "unused" };
const TRIGGER = "13345224609.738474920.8088930838d88f008e0";
const RESPONSE_URL = "https://hooks.slack.example/actions/1";

export const command = (more: object = {}) => ({
  ...common,
  command: "/rail",
  text: "list payroll",
  team_id: WORKSPACE,
  team_domain: "acme",
  user_id: ANA,
  user_name: "ana",
  channel_id: "C0TREAS01",
  channel_name: "treasury",
  is_enterprise_install: "false",
  trigger_id: TRIGGER,
  response_url: RESPONSE_URL,
  ...more,
});

const interaction = {
  ...common,
  team: { id: WORKSPACE, domain: "acme" },
  user: { id: ANA, username: "ana", name: "ana", team_id: WORKSPACE },
  enterprise: null,
  is_enterprise_install: false,
  trigger_id: TRIGGER,
};

/** A button on a card, or what `action` is. */
export const press = (action: object = {}, more: object = {}) => ({
  ...interaction,
  type: "block_actions",
  container: { type: "message", message_ts: "1700000000.000100", channel_id: "C0APPROV1" },
  channel: { id: "C0APPROV1", name: "treasury-approvals" },
  message: { type: "message", ts: "1700000000.000100", text: "R-142 needs approval" },
  response_url: RESPONSE_URL,
  actions: [
    {
      type: "button",
      action_id: "review",
      block_id: "row",
      text: { type: "plain_text", text: "Review", emoji: false },
      value: "R-142",
      action_ts: "1700000001.000000",
      ...action,
    },
  ],
  ...more,
});

export const view = (more: object = {}) => ({
  id: "V1",
  hash: "1700000000.abc",
  type: "modal",
  team_id: WORKSPACE,
  app_installed_team_id: WORKSPACE,
  callback_id: "new_rail",
  private_metadata: "kept",
  previous_view_id: null,
  root_view_id: "V1",
  state: { values: {} },
  ...more,
});

export const submission = (shown: object = {}, more: object = {}) => ({
  ...interaction,
  type: "view_submission",
  view: view(shown),
  response_urls: [],
  ...more,
});

export const shortcut = (message: object) => ({
  ...interaction,
  type: "message_action",
  callback_id: "check_payment_details",
  channel: { id: "C0TREAS01", name: "treasury" },
  message_ts: "1700000000.000200",
  response_url: RESPONSE_URL,
  message,
});

export const event = (of: object, more: object = {}) => ({
  ...common,
  type: "event_callback",
  team_id: WORKSPACE,
  event_id: "Ev0001",
  event: of,
  ...more,
});

export const homeOpened = (tab = "home") =>
  event({ type: "app_home_opened", user: ANA, channel: "D0ANA0001", tab });

export const directMessage = (more: object = {}) =>
  event({
    type: "message",
    channel_type: "im",
    channel: "D0ANA0001",
    user: ANA,
    text: "help",
    ts: "1700000000.000300",
    ...more,
  });

export const uninstalled = () => event({ type: "app_uninstalled" });

export const revoked = (tokens: object) => event({ type: "tokens_revoked", tokens });
