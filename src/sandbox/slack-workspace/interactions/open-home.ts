import type { Context } from "../context.ts";
import { tellEvent } from "../event.ts";
import { PageError } from "../page-error.ts";
import { toSlackView } from "../wire.ts";

/** A person opens the app's Home, which the app hears of as `app_home_opened`. */
export async function openHome(context: Context, userId: string): Promise<void> {
  const { seed, directory, views } = context;
  if (!seed.app.home.tab) throw new PageError("no_home_tab", `${seed.app.name} has no Home.`);
  const home = views.homeOf(userId);
  const opened = {
    type: "app_home_opened",
    user: userId,
    channel: directory.directWith(userId).id,
    tab: "home",
    ...(home && { view: toSlackView(home, seed) }),
  };
  await tellEvent(context, opened);
}
