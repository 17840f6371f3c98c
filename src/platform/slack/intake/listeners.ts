import type {
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewClosedAction,
  ViewSubmitAction,
} from "@slack/bolt";

/** Answers a press on a button. */
export type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

export type ButtonArgs = Parameters<ButtonListener>[0];

/** Answers the submission of a modal. */
export type SubmitListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

export type SubmitArgs = Parameters<SubmitListener>[0];

/** Answers the closing of a modal. */
export type CloseListener = Middleware<SlackViewMiddlewareArgs<ViewClosedAction>>;

export type CloseArgs = Parameters<CloseListener>[0];
