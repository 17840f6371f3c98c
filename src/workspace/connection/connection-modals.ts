import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import {
  actions,
  button,
  input,
  option,
  plain,
  section,
} from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { select, textInput } from "../../platform/slack/blocks/inputs.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { isAskedWhy, reasonIn, reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import {
  bold,
  copyableInline,
  richText,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { chosenIn, typedIn } from "../../platform/slack/blocks/state.ts";
import type { OfferedRailApi } from "../../request/context.ts";
import { readSetupModal } from "../set-up/setup-modal.ts";
import { serviceName } from "./connection-blocks.ts";

/** Which address the token is for, and how it is entered. The token is in no `private_metadata`. */
const tokenFor = z.strictObject({
  askedIn: z.string().min(1).max(255),
  /** As the operator calls the connection. */
  name: z.string().min(1).max(255),
  /** The approvers read it; empty where it was not asked. */
  reason: z.string().max(1_000),
});

export type TokenFor = z.output<typeof tokenFor>;

export interface ChooseConnection {
  askedIn: string;
  offered: readonly OfferedRailApi[];
  /** The workspace was set up before, so the approvers may have to decide. */
  isChange: boolean;
}

/** Offers the addresses that the operator lists; nobody can type another. `readConnectionChoice` reads it. */
export function connectionModal({ askedIn, offered, isChange }: ChooseConnection): ModalView {
  const options = offered.map((api) => option(serviceName(api), api.name, api.baseUrl));
  const [only] = offered.length === 1 ? offered : [];
  return modal({
    id: callback.chooseConnection,
    title: "Connection",
    submit: "Next",
    carries: { askedIn },
    blocks: [
      input(block.connection, "Rail service", select(options, only?.name), {
        hint: "The operator of Signalbox lists these addresses.",
      }),
      ...(isChange
        ? [reasonInput({ hint: "Shown to the approvers if they have to decide." }), section(CHANGE)]
        : []),
    ],
  });
}

const CHANGE =
  "A token that sees a Rail of the connection in use is the same company's, and is kept at once. Any other makes another connection, and the approvers decide about it. Its register starts empty. Pending requests are held if the address stays the same; otherwise they end.";

/** Throws a ZodError when the view is not one of ours. */
export function readConnectionChoice(
  view: SubmittedView,
  offered: readonly OfferedRailApi[],
): Filled<{ choice: TokenFor }> {
  const { askedIn } = readSetupModal(view);
  const api = offered.find(({ name }) => name === chosenIn(view, block.connection));
  if (!api)
    return { ok: false, errors: { [block.connection]: "Choose one of those in the list." } };
  const read = reasonIn(view, {}, isAskedWhy(view));
  return read.ok ? { ok: true, choice: { askedIn, name: api.name, reason: read.reason } } : read;
}

interface EnterToken {
  api: OfferedRailApi;
  /** To our own page; absent where the bot has no public address, and the token is typed here. */
  url?: string;
  tokenFor: TokenFor;
}

/** Leads to our page, or takes the token itself. `readTokenModal` reads it. */
export function tokenModal({ api, url, tokenFor: about }: EnterToken): ModalView {
  const { baseUrl } = api;
  const where = richText([bold(serviceName(api)), ", ", copyableInline(baseUrl)]);
  const title = "Enter the token";
  if (url !== undefined) {
    return modal({
      // It is in the place of the set-up, which is drawn there again once the token is kept.
      id: callback.setup,
      title,
      close: "Close",
      carries: { askedIn: about.askedIn },
      blocks: [
        where,
        section(
          "You enter the token on Signalbox's own page, so it does not pass through Slack. The link is for you alone, for one token, and works for ten minutes.",
        ),
        actions(
          {
            type: "button",
            action_id: action.openTokenPage,
            text: plain("Enter the token"),
            url,
            style: "primary",
          },
          button("Back to set-up", action.openSetup, "setup"),
        ),
        section("Once the token is saved, this window shows the set-up again."),
      ],
    });
  }
  return modal({
    id: callback.enterToken,
    title,
    submit: "Test and save",
    carries: about,
    blocks: [
      where,
      richText(
        warningLine(
          "what you type here goes through Slack, ",
          "whose operators can read it and may keep it. This server has no public address, so there is no page of its own for it.",
        ),
        [
          "If that is not acceptable, close this form and ask the operator of Signalbox to set RAIL_API_TOKEN.",
        ],
      ),
      input(block.token, "Token", textInput(undefined), {
        hint: "Signalbox tests it, stores it encrypted, and shows only its last four characters.",
      }),
    ],
  });
}

/** `pasted` is what was typed. Throws a ZodError when the view is not one of ours. */
export function readTokenModal(view: SubmittedView): { tokenFor: TokenFor; pasted: string } {
  return {
    tokenFor: tokenFor.parse(parsedJson(view.private_metadata)),
    pasted: typedIn(view, block.token),
  };
}
