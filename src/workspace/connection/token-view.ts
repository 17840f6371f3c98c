import type { ModalView } from "@slack/types";
import { noticeModal } from "../../platform/slack/blocks/notice-modal.ts";
import type { Context } from "../../request/context.ts";
import type { OfferedRailApi } from "../set-up/setup.ts";
import type { Connected, ConnectFault, NewToken } from "./connect.ts";
import { connect } from "./connect.ts";
import type { TokenFor } from "./connection-modals.ts";
import { tokenModal } from "./connection-modals.ts";
import { tokenFaultSentence } from "./token-faults.ts";
import type { TokenFault } from "./token-text.ts";
import { readToken } from "./token-text.ts";

/** Where the token of one connection is entered: behind a link of its own, or right here. */
export async function tokenView(
  { setup }: Pick<Context, "setup">,
  api: OfferedRailApi,
  tokenFor: TokenFor,
  whose: { workspaceId: string; userId: string; userName: string; viewId: string | null },
): Promise<ModalView> {
  const { reason } = tokenFor;
  const url = await setup.linkFor?.({ ...whose, api, reason });
  return tokenModal({ api, tokenFor, ...(url !== undefined && { url }) });
}

/** A token that was typed in Slack: what came of it. */
export async function typedToken(
  deps: Context,
  given: Omit<NewToken, "token"> & { pasted: string },
): Promise<Connected | { ok: false; because: TokenFault | ConnectFault }> {
  const { pasted, ...others } = given;
  const read = readToken(pasted);
  return read.ok ? connect({ ...deps, ...deps.setup }, { ...others, token: read.token }) : read;
}

/** What the set-up says of a token that was taken. */
export function connectedSentence(connected: Extract<Connected, { ok: true }>): string {
  switch (connected.how) {
    case "connected":
      return "The Rail service accepts the token. The workspace is connected.";
    case "rotated":
      return "The Rail service accepts the token. It is of the company that is known here, and has taken the place of the former one.";
    case "asked-for":
      return `The token makes another connection: R-${connected.requestNumber} asks the approvers for it. Until they have decided, the present one goes on.`;
  }
}

export function beingTried(): ModalView {
  return noticeModal({
    title: "Being tried",
    sentences: [
      "The Rail service takes its time to answer. What comes of it is told here; the set-up shows it too.",
    ],
  });
}

/** In the place of that. */
export function triedView(
  connected: Connected | { ok: false; because: TokenFault | ConnectFault },
): ModalView {
  return connected.ok
    ? noticeModal({ title: "Kept", sentences: [connectedSentence(connected)] })
    : noticeModal({
        title: "Not kept",
        sentences: [tokenFaultSentence(connected.because), "Nothing was changed."],
      });
}
