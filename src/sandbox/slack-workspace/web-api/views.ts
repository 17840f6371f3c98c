import { acceptHome, acceptModal } from "../blocks/read.ts";
import { SlackError } from "../slack-error.ts";
import { toSlackView } from "../wire.ts";
import { json, type Methods, optionalText, text } from "./method.ts";

const common = { token: "bot", perMinute: 100 } as const;

/** Each reads the view before it takes the trigger, so that a faulty one can be corrected. */
export const views: Methods = {
  "views.open": {
    ...{ ...common, takes: "trigger_id view" },
    run(args, { triggers, views, seed }) {
      const content = acceptModal(json(args, "view"));
      const userId = triggers.use(text(args, "trigger_id"));
      return { view: toSlackView(views.open(userId, content), seed) };
    },
  },

  "views.push": {
    ...{ ...common, takes: "trigger_id view" },
    run(args, { triggers, views, seed }) {
      const content = acceptModal(json(args, "view"));
      const userId = triggers.use(text(args, "trigger_id"));
      if (!views.top(userId)) throw new SlackError("view_not_found");
      return { view: toSlackView(views.push(userId, content), seed) };
    },
  },

  "views.update": {
    ...{ ...common, takes: "view view_id hash" },
    run(args, { views, seed }) {
      const view = views.find(text(args, "view_id"));
      const content = acceptModal(json(args, "view"));
      return { view: toSlackView(views.update(view, content, optionalText(args, "hash")), seed) };
    },
  },

  "views.publish": {
    ...{ ...common, takes: "user_id view" },
    run(args, { views, directory, seed }) {
      const content = acceptHome(json(args, "view"));
      const { id } = directory.user(text(args, "user_id"));
      return { view: toSlackView(views.publish(id, content), seed) };
    },
  },
};
