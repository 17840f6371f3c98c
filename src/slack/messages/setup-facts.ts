import type { SetupChange } from "../../domain/change.ts";
import type { Leaf } from "../rich-text.ts";
import { channel, copyableInline } from "../rich-text.ts";
import { shortened } from "../text.ts";
import { setupText } from "./setup-words.ts";

/** What a change of the set-up would bring, a line each. */
export function setupLines(change: SetupChange): Leaf[][] {
  switch (change.kind) {
    case "change-policy":
      return [
        [`Instead of version ${change.from}, a policy of ${change.document.rules.length} rules.`],
      ];
    case "change-channel":
      return [
        [
          "From ",
          ...(change.from === null ? ["no channel"] : [channel(change.from)]),
          " to ",
          channel(change.channelId),
          ".",
        ],
      ];
    case "change-connection":
      return [
        [setupText(change), ": ", copyableInline(shortened(change.to.baseUrl, 200, "(none)"))],
        [`Token that ends in ${shortened(change.lastFour, 8, "(not shown)")}.`],
        ["No destination and no approval comes along."],
      ];
  }
}
