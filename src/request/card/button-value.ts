import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import type { ChangeRequest } from "../rules/change-request.ts";

/** Carried by a request's buttons: which request, and what of it was shown. It gives nobody any right. */
export interface ButtonValue {
  requestId: string;
  version: number;
  digest: string;
}

export const buttonValueSchema = z.strictObject({
  requestId: z.string().min(1).max(255),
  version: z.int().nonnegative(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});

type Shown = Pick<ChangeRequest, "id" | "version" | "digest">;

export function toButtonValue({ id: requestId, version, digest }: Shown): ButtonValue {
  return { requestId, version, digest };
}

export function buttonValue(request: Shown): string {
  return JSON.stringify(toButtonValue(request));
}

/** Undefined when the text is not one of ours. */
export function readButtonValue(text: string | undefined): ButtonValue | undefined {
  return buttonValueSchema.safeParse(parsedJson(text)).data;
}
