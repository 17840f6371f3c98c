import type {
  BlockButtonAction,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewClosedAction,
  ViewSubmitAction,
} from "@slack/bolt";

export type ButtonListener = Middleware<SlackActionMiddlewareArgs<BlockButtonAction>>;

export type ButtonArgs = Parameters<ButtonListener>[0];

export type SubmitListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

export type SubmitArgs = Parameters<SubmitListener>[0];

export type CloseListener = Middleware<SlackViewMiddlewareArgs<ViewClosedAction>>;

export type CloseArgs = Parameters<CloseListener>[0];
