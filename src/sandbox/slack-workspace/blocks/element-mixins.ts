import { z } from "zod";
import { actionId, confirm, plainText } from "./composition.ts";
import { limits } from "./limits.ts";

export const confirmable = { action_id: actionId, confirm: confirm.optional() };
export const picker = { ...confirmable, focus_on_load: z.boolean().optional() };
export const placeholder = plainText(limits.placeholder).optional();
export const select = { ...picker, placeholder };
export const multiSelect = { ...select, max_selected_items: z.int().min(1).optional() };
