import { actions, button, section } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import type { Message } from "../platform/slack/message.ts";
import type { Home } from "./home-parts.ts";
import { homeTitle, mine, obstacles, waiting, waitsText } from "./home-parts.ts";

/** What waits for me, what I asked for, and the button that starts a Rail. */
export function home(props: Home): Message {
  return {
    text: waitsText(props.waitingForMe.length),
    blocks: [
      homeTitle(props),
      ...obstacles(props),
      ...waiting(props),
      ...mine(props),
      actions(
        button("New Rail", action.newRail, "new", { style: "primary" }),
        button("All open requests", action.showPending, "1"),
      ),
      section(`${props.command} help says what else there is.`),
    ],
  };
}
