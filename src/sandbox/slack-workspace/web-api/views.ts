import { acceptHome, acceptModal } from "../blocks/read.ts";
import type { Context } from "../context.ts";
import { TRIGGER_IS_LATE, type Trigger } from "../kept/tickets.ts";
import { SlackError } from "../slack-error.ts";
import { toSlackView } from "../wire.ts";
import { type Args, json, optionalText, text } from "./args.ts";
import type { Methods } from "./method.ts";

function triggerOf(args: Args, { triggers, faults }: Context): Trigger {
  const trigger = triggers.use(text(args, "trigger_id"));
  if (faults.triggersExpire) throw new SlackError(TRIGGER_IS_LATE);
  return trigger;
}

const common = { token: "bot", perMinute: 100 } as const;

/**
 * Each reads the view before it takes the trigger, so that an app can correct a faulty view in
 * time.
 */
export const views: Methods = {
  "views.open": {
    ...{ ...common, takes: "trigger_id view" },
    run(args, context) {
      const content = acceptModal(json(args, "view"));
      const { userId, conversationId } = triggerOf(args, context);
      const view = context.views.open(userId, content, conversationId);
      return { view: toSlackView(view, context.seed) };
    },
  },

  "views.push": {
    ...{ ...common, takes: "trigger_id view" },
    run(args, context) {
      const content = acceptModal(json(args, "view"));
      const { userId } = triggerOf(args, context);
      if (!context.views.top(userId)) throw new SlackError("view_not_found");
      return { view: toSlackView(context.views.push(userId, content), context.seed) };
    },
  },

  "views.update": {
    ...{ ...common, takes: "view view_id hash" },
    run(args, { views, seed }) {
      const view = views.find(text(args, "view_id"));
      const accept = view.content.type === "home" ? acceptHome : acceptModal;
      const content = accept(json(args, "view"));
      return { view: toSlackView(views.update(view, content, optionalText(args, "hash")), seed) };
    },
  },

  "views.publish": {
    ...{ ...common, takes: "user_id view hash" },
    run(args, { views, directory, seed }) {
      const content = acceptHome(json(args, "view"));
      const { id } = directory.user(text(args, "user_id"));
      return { view: toSlackView(views.publish(id, content, optionalText(args, "hash")), seed) };
    },
  },
};
