import { acceptHome, acceptModal } from "../blocks/validate.ts";
import { blockRules } from "../page-routes/pictures.ts";
import { SlackError } from "../slack-error.ts";
import { toSlackView } from "../wire.ts";
import { type Args, json, optionalText, text } from "./args.ts";
import type { Family, Method } from "./method.ts";

// Each method reads the view before it takes the trigger, so that an app can correct a faulty view in time.

const open: Method = (args, context) => {
  const { views, triggers, seed } = context;
  const content = acceptModal(json(args, "view"), blockRules(context));
  const { userId, conversationId } = triggers.exchange(triggerId(args), seed.app.id);
  return { view: toSlackView(views.open(userId, content, conversationId), seed) };
};

const push: Method = (args, context) => {
  const { views, triggers, seed } = context;
  const content = acceptModal(json(args, "view"), blockRules(context));
  const { userId } = triggers.exchange(triggerId(args), seed.app.id);
  if (!views.top(userId)) throw new SlackError("view_not_found");
  return { view: toSlackView(views.push(userId, content), seed) };
};

const update: Method = (args, context) => {
  const { views, seed } = context;
  const view = views.find({
    viewId: optionalText(args, "view_id"),
    externalId: optionalText(args, "external_id"),
  });
  const accept = view.content.type === "home" ? acceptHome : acceptModal;
  const content = accept(json(args, "view"), blockRules(context));
  return { view: toSlackView(views.update(view, content, optionalText(args, "hash")), seed) };
};

const publish: Method = (args, context) => {
  const { views, directory, seed } = context;
  if (!seed.app.home.tab) throw new SlackError("not_enabled");
  const content = acceptHome(json(args, "view"), blockRules(context));
  const { id } = directory.user(text(args, "user_id"));
  return { view: toSlackView(views.publish(id, content, optionalText(args, "hash")), seed) };
};

export const views: Family = {
  token: "bot",
  methods: {
    "views.open": open,
    "views.push": push,
    "views.update": update,
    "views.publish": publish,
  },
};

const triggerId = (args: Args) => text(args, "trigger_id");
