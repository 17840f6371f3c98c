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

/** Answers the submission of a modal. */
export type SubmitListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

/** Answers the closing of a modal. */
export type CloseListener = Middleware<SlackViewMiddlewareArgs<ViewClosedAction>>;
