import type { ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../process/json.ts";
import type { Message } from "../message.ts";
import { callback } from "./ids.ts";
import { modal } from "./modal.ts";
import { inView } from "./table.ts";

/** An answer to a button of the Home, which has no place for messages. Requests from it belong to `askedIn`. */
export function answerModal({ blocks }: Pick<Message, "blocks">, askedIn: string): ModalView {
  return modal({
    id: callback.answer,
    title: "Signalbox",
    close: "Close",
    carries: placeText(askedIn),
    // A modal takes no field without a button that submits it.
    blocks: inView(blocks).filter(({ type }) => type !== "input"),
  });
}

const place = z.strictObject({ askedIn: z.string().min(1).max(255) });

/** The Home and its answers carry the direct message with their reader. */
export function placeText(askedIn: string): string {
  return JSON.stringify({ askedIn } satisfies z.infer<typeof place>);
}

/** Undefined if the view is neither the Home nor one of its answers. */
export function readPlace(view: { private_metadata: string } | undefined): string | undefined {
  return place.safeParse(parsedJson(view?.private_metadata)).data?.askedIn;
}
