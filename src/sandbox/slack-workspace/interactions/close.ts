import type { Context } from "../context.ts";
import { interactionBase, toSlackView } from "../wire.ts";

/** A person closes the modal on top, or the whole stack. Views that ask for it are told as `view_closed`. */
export async function close(context: Context, userId: string, which: "top" | "all"): Promise<void> {
  const { views, seed, deliver } = context;
  const isCleared = which === "all" || (views.top(userId)?.content.clear_on_close ?? false);

  const closed = views.close(userId, isCleared ? "all" : "top");
  for (const view of closed) {
    if (!view.content.notify_on_close) continue;
    await deliver("interactive", {
      type: "view_closed",
      ...interactionBase(context, userId),
      view: toSlackView(view, seed),
      is_cleared: isCleared,
    });
  }
}
