import type { WhyNotSetUp } from "../../authority/judge.ts";
import type { Pins } from "../../authority/pins.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { People } from "../../platform/slack/slack.ts";
import type { SetupRightDeps } from "../set-up/may-set-up.ts";
import { whyNoRight } from "../set-up/may-set-up.ts";
import type { OfferedRailApi, SetupLink } from "../set-up/setup.ts";
import type { ConnectDeps, Connected, ConnectFault } from "./connect.ts";
import { connect } from "./connect.ts";
import type { LinkDeps, LinkFault } from "./setup-link.ts";
import { MOST_TRIES, openSetupLink } from "./setup-link.ts";
import type { TokenFault } from "./token-text.ts";
import { readToken } from "./token-text.ts";

export interface EnterDeps extends LinkDeps, ConnectDeps, SetupRightDeps {
  db: Db;
  transaction: InTransaction;
  pins: Pins;
  seal: Seal;
  people: Pick<People, "standingOf" | "whoIs">;
  offered: readonly OfferedRailApi[];
}

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
 * A token comes in over a link, which is used up by that, once: of two at the same moment one is refused. Where the token
 * is not taken the link can be used again, so that nobody is stuck with a slip of the mouse.
 */
export async function enterToken(
  deps: EnterDeps,
  carried: string,
  pasted: string,
): Promise<Entered> {
  const opened = await openSetupLink(deps, carried);
  if (!opened.ok) return opened;
  const { link } = opened;
  // Which of the two it is, the Rail service will tell.
  const none =
    (await whyNoRight(deps, link.workspaceId, link.userId, "replace-token")) ??
    (await whyNoRight(deps, link.workspaceId, link.userId, "change-connection"));
  if (none) {
    const { because } = none;
    return { ok: false, because: because === "right-not-known" ? because : "no-right" };
  }
  const api = deps.offered.find(
    ({ name, baseUrl }) => name === link.connectionName && baseUrl === link.baseUrl,
  );
  if (!api) return { ok: false, because: "not-offered" };
  const read = readToken(pasted);
  if (!read.ok) return { ...read, link };

  if (!(await deps.links.take(link.hash, deps.clock(), MOST_TRIES))) {
    return { ok: false, because: "used" };
  }
  let isKept = false;
  try {
    const { workspaceId, userId: by, reason } = link;
    const delivery = `link:${link.hash}:${link.tries}`;
    const given = { workspaceId, by, api, token: read.token, reason, delivery };
    const connected = await connect(deps, given);
    isKept = connected.ok;
    return connected.ok ? { ok: true, link, connected } : { ...connected, link };
  } finally {
    if (!isKept) await deps.links.putBack(link.hash);
  }
}
