import { createBolt } from "../../../src/platform/slack/bolt.ts";
import type { Delivery } from "../../../src/platform/slack/delivery.ts";
import { silent } from "./logs.ts";

/** Slack's deliveries, reduced to what an app may need. */

export const WORKSPACE = "T0ACME001";
export const APP = "A0SIGNAL1";
export const ANA = "U0ANA0001";
export const TRIGGER = "13345224609.738474920.8088930838d88f008e0";
const RESPONSE_URL = "https://hooks.slack.example/actions/1";

export const command = (more: object = {}) => ({
  ...{ api_app_id: APP, team_id: WORKSPACE, user_id: ANA, channel_id: "C0TREAS01" },
  ...{ command: "/rail", text: "list payroll", is_enterprise_install: "false" },
  ...{ trigger_id: TRIGGER, response_url: RESPONSE_URL },
  ...more,
});

const interaction = {
  ...{ api_app_id: APP, team: { id: WORKSPACE }, user: { id: ANA }, trigger_id: TRIGGER },
  ...{ enterprise: null, is_enterprise_install: false },
};

/** A button on a card, or what `action` is. */
export const press = (action: object = {}, more: object = {}) => ({
  ...{ ...interaction, type: "block_actions", response_url: RESPONSE_URL },
  container: { type: "message", message_ts: "1700000000.000100", channel_id: "C0APPROV1" },
  channel: { id: "C0APPROV1" },
  actions: [{ type: "button", action_id: "review", block_id: "row", value: "R-142", ...action }],
  ...more,
});

export const view = (more: object = {}) => ({
  ...{ id: "V1", hash: "1.a", type: "modal", callback_id: "new_rail", private_metadata: "kept" },
  ...{ app_installed_team_id: WORKSPACE, previous_view_id: null, root_view_id: "V1" },
  ...{ state: { values: {} }, ...more },
});

export const submission = (shown: object = {}, more: object = {}) => ({
  ...{ ...interaction, type: "view_submission", view: view(shown), response_urls: [] },
  ...more,
});

export const shortcut = (message: object) => ({
  ...{ ...interaction, type: "message_action", callback_id: "check_payment_details", message },
  ...{ channel: { id: "C0TREAS01" }, message_ts: "1.2", response_url: RESPONSE_URL },
});

export const event = (type: string, more: object = {}) => ({
  ...{ type: "event_callback", api_app_id: APP, team_id: WORKSPACE, event_id: "Ev0001" },
  event: { type, ...more },
});

export const homeOpened = (more: object = {}) =>
  event("app_home_opened", { user: ANA, channel: "D0ANA0001", tab: "home", ...more });

export const directMessage = (more: object = {}) =>
  event("message", {
    ...{ channel_type: "im", channel: "D0ANA0001", user: ANA, text: "help", ts: "1.3" },
    ...more,
  });

/** Bolt with a listener that keeps what it hears, and acknowledges it unless given another. */
export function bolt(parts: Partial<Parameters<typeof createBolt>[0]> = {}) {
  const heard: Delivery[] = [];
  const made = createBolt({
    ...{ command: "/rail", apiUrl: "https://slack.example/api/", log: silent },
    fetch: () => Promise.reject(new Error("nothing is called")),
    serves: async (_, app) => app === APP,
    turnAway: async () => {},
    onError: (_, error) => Promise.reject(error),
    ...parts,
    async listener(delivery, answer) {
      heard.push(delivery);
      if (parts.listener) await parts.listener(delivery, answer);
      else answer.ack();
    },
  });
  return { ...made, heard };
}
