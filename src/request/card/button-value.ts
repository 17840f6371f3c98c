import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import type { ChangeRequest } from "../rules/change-request.ts";

/** A request's buttons carry the request and what of it was shown. They give nobody any right. */
export const buttonValueSchema = z.strictObject({
  requestId: z.string().min(1).max(255),
  version: z.int().nonnegative(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});

export type ButtonValue = z.output<typeof buttonValueSchema>;

type Shown = Pick<ChangeRequest, "id" | "version" | "digest">;

export function toButtonValue({ id: requestId, version, digest }: Shown): ButtonValue {
  return { requestId, version, digest };
}

export function buttonValue(request: Shown): string {
  return JSON.stringify(toButtonValue(request));
}

/** An option of an overflow menu has less room: it names only its verb and the request. */
export function overflowValue(verb: string, { id }: Pick<ChangeRequest, "id">): string {
  return `${verb} ${id}`;
}

/** The value of a press: the button's own, or that of the chosen option. */
export function pressedValue(pressed: { value?: string; selected_option?: { value: string } }) {
  return pressed.selected_option?.value ?? pressed.value;
}

/** Undefined when the text is not one of ours. */
export function readButtonValue(text: string | undefined): ButtonValue | undefined {
  const requestId = /^[a-z]+ (\S{1,255})$/.exec(text ?? "")?.[1];
  if (requestId !== undefined) return { requestId, version: 0, digest: "" };
  return buttonValueSchema.safeParse(parsedJson(text)).data;
}
