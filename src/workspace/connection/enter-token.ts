import type { WhyNotSetUp } from "../../authority/judge.ts";
import { asOneDeed } from "../../platform/slack/recent.ts";
import type { SetupParts } from "../../request/context.ts";
import type { Judging } from "../set-up/gates.ts";
import { whyNoRight } from "../set-up/gates.ts";
import type { Connected, Connecting } from "./connect.ts";
import { connect } from "./connect.ts";
import type { LinkFault, Linking, SetupLink } from "./setup-link.ts";
import { MOST_TRIES, openSetupLink } from "./setup-link.ts";
import type { ConnectFault, TokenFault } from "./token-text.ts";
import { readToken } from "./token-text.ts";

export type Entering = Linking & Connecting & Judging & Pick<SetupParts, "offered">;

export type Entered =
  | { ok: true; link: SetupLink; connected: Extract<Connected, { ok: true }> }
  | {
      ok: false;
      link?: SetupLink;
      because:
        | LinkFault
        | TokenFault
        | ConnectFault
        | WhyNotSetUp
        /** The operator no longer lists that address under that name. */
        | "not-offered";
    };

/**
 * Takes a token over a link, once: of two at the same moment one is refused. The link stays valid until a token was
 * taken.
 */
export async function enterToken(
  context: Entering,
  carried: string,
  pasted: string,
): Promise<Entered> {
  const opened = await openSetupLink(context, carried);
  if (!opened.ok) return opened;
  const { link } = opened;
  const { workspaceId, userId } = link;
  // The Rail service will tell which of the two it is.
  const none = await asOneDeed(
    async () =>
      (await whyNoRight(context, workspaceId, userId, "replace-token")) ??
      (await whyNoRight(context, workspaceId, userId, "change-connection")),
  );
  if (none) {
    const { because } = none;
    return { ok: false, because: because === "right-not-known" ? because : "no-right" };
  }
  const api = context.offered.find(
    ({ name, baseUrl }) => name === link.connectionName && baseUrl === link.baseUrl,
  );
  if (!api) return { ok: false, because: "not-offered" };
  const read = readToken(pasted);
  if (!read.ok) return { ...read, link };

  if (!(await context.links.take(link.hash, context.clock(), MOST_TRIES))) {
    return { ok: false, because: "used" };
  }
  let isKept = false;
  try {
    const { reason } = link;
    const delivery = `link:${link.hash}:${link.tries}`;
    const given = { workspaceId, by: userId, api, token: read.token, reason, delivery };
    const connected = await connect(context, given);
    isKept = connected.ok;
    return connected.ok ? { ok: true, link, connected } : { ...connected, link };
  } finally {
    if (!isKept) await context.links.putBack(link.hash);
  }
}
