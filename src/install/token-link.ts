import type { Keys } from "../platform/database/keys.ts";
import { actions, context as small } from "../platform/slack/blocks/blocks.ts";
import { button } from "../platform/slack/blocks/elements.ts";
import { richText } from "../platform/slack/blocks/rich-text.ts";
import { message } from "../platform/slack/blocks/views.ts";
import { uuid } from "../request/engine/context.ts";
import type { Act } from "../request/forms/admit.ts";
import { SENTENCES, sentence } from "../request/forms/refusals.ts";
import type { OpenButton } from "../request/forms/surface.ts";
import { later } from "../request/rules/pauses.ts";
import { readGround } from "../request/store/ground.ts";

/** A link to the page on which one person enters one token for one service. */
export interface TokenLink {
  workspace: string;
  person: string;
  /** As the operator lists it. */
  baseUrl: string;
  /** The key of the entry that uses it up. */
  nonce: string;
  /** ISO 8601, by the database's clock. */
  expires: string;
}

export const LINK_LIFE = 600;
const BOUND = ["token-link"];

/** Null for what we did not write like this. */
export function openLink(keys: Keys, sealed: string): TokenLink | null {
  const opened = keys.seal.openGiven(sealed, BOUND);
  // A boundary: under its seal it is the JSON that we wrote.
  return opened === null ? null : (JSON.parse(opened) as TokenLink);
}

/** Why a person may not set tokens, nor set up a workspace; null for its administrators. */
export async function whyNoAdministrator({ context, delivery }: Act): Promise<string | null> {
  const is = await context.slack.isAdministrator(delivery.workspace, delivery.person);
  if (is === null) return SENTENCES["standing-unknown"];
  return is ? null : "Only a Slack administrator can do this. Ask one of them.";
}

/** *Set token*: a link for each service that the operator lists. No token passes through Slack. */
export const setTokenButton: OpenButton = {
  verb: "set-token",
  async open(act) {
    const { context, delivery } = act;
    const { workspace, person } = delivery;
    const { config, db } = context;
    if (config.SLACK_CLIENT_ID === undefined) return sentence("The operator sets the token.");
    const fault = await whyNoAdministrator(act);
    if (fault !== null) return sentence(fault);
    const { now } = await readGround(db, { workspace, request: null });
    const links = config.RAIL_API_URLS.map(({ name, baseUrl, environment }) => {
      const nonce = uuid(context);
      const link: TokenLink = { workspace, person, baseUrl, nonce, expires: later(now, LINK_LIFE) };
      const url = `${config.PUBLIC_URL}/token/${db.keys.seal.seal(JSON.stringify(link), BOUND)}`;
      const label = `${name} · ${environment.toUpperCase()}`;
      return button(`Enter the token: ${label}`, "open-token-page", name, { url });
    });
    return message(
      "Enter the Rail service's token",
      richText(["Enter the Rail service's token on our page. It does not pass through Slack."]),
      ...links.map((link) => actions(link)),
      small("Each link works for ten minutes, for one token. It is for you alone."),
    );
  },
};
