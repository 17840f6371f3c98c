import { z } from "zod";
import type { DeliveredView, Value } from "./delivery.ts";

/** Views and what is typed and chosen in them (https://docs.slack.dev/reference/views). */

const text = z.string().nullish();
const option = z.object({ value: z.string() });

export const element = z.object({
  value: text,
  selected_option: option.nullish(),
  selected_options: z.array(option).nullish(),
});

export function valueIn(found: z.output<typeof element>): Value {
  if (found.selected_options) return found.selected_options.map(({ value }) => value);
  return found.selected_option?.value ?? found.value ?? null;
}

const values = z.record(z.string(), z.record(z.string(), element.transform(valueIn)));

export const view = z.object({
  id: z.string(),
  hash: z.string(),
  type: z.enum(["modal", "home"]),
  callback_id: z.string().default(""),
  private_metadata: z.string().default(""),
  previous_view_id: text,
  root_view_id: text,
  app_installed_team_id: text,
  state: z.object({ values }).nullish(),
});

export const toView = (found: z.output<typeof view>): DeliveredView => ({
  id: found.id,
  hash: found.hash,
  surface: found.type,
  callbackId: found.callback_id,
  metadata: found.private_metadata,
  values: found.state?.values ?? {},
  isTop: Boolean(found.previous_view_id) && found.previous_view_id !== found.root_view_id,
});
