import {
  initialValue,
  isStateful,
  type StateValues,
} from "../../src/sandbox/slack-workspace/kept/element-values.ts";
import { elementsIn, saysIn } from "./blocks.ts";
import { isJson, type Json, listAt, textAt } from "./json.ts";

export interface OpenView {
  id: string;
  hash: string;
  view: Json;
  /** What the person typed or chose. */
  values: StateValues;
}

const TRIGGER_MS = 3_000;
const DEEPEST = 3;

/** The modal stack of each person, and the triggers that open a modal. */
export function createViews(now: () => number) {
  const stacks = new Map<string, OpenView[]>();
  const triggers = new Map<string, { by: string; at: number; isUsed: boolean }>();
  let count = 0;

  const stackOf = (by: string) => stacks.get(by) ?? [];
  const fail = (error: string): Json => ({ ok: false, error });

  function replace(open: OpenView, view: unknown): void {
    count += 1;
    open.hash = `${count}.hash`;
    const blocks = listAt(view, "blocks");
    const named = blocks.map((block, place) => ({ block_id: `b${place}`, ...Object(block) }));
    open.view = { ...Object(view), blocks: named };
    const before = open.values;
    open.values = {};
    for (const { blockId, actionId, element } of elementsIn(open.view)) {
      if (!isStateful(element)) continue;
      // What was typed stays where block and action are the same.
      const value = before[blockId]?.[actionId] ?? initialValue(element);
      open.values[blockId] = { ...open.values[blockId], [actionId]: value };
    }
  }

  function push(by: string, view: unknown): OpenView {
    const open: OpenView = { id: `V${count + 1}`, hash: "", view: {}, values: {} };
    replace(open, view);
    stacks.set(by, [...stackOf(by), open]);
    return open;
  }

  return {
    replace,
    push,
    top: (by: string) => stackOf(by).at(-1),
    close: (by: string, isAll: boolean) => stacks.set(by, isAll ? [] : stackOf(by).slice(0, -1)),

    trigger(by: string): string {
      const id = `trigger-${triggers.size + 1}`;
      triggers.set(id, { by, at: now(), isUsed: false });
      return id;
    },

    call(method: string, args: Json): Json {
      if (!isJson(args.view)) return fail("invalid_arguments");
      if (method === "views.publish") return { ok: true, view: {} };
      if (method === "views.update") {
        const id = textAt(args, "view_id");
        const open = [...stacks.values()].flat().find((each) => each.id === id);
        if (!open) return fail("not_found");
        if (args.hash !== undefined && args.hash !== open.hash) return fail("hash_conflict");
        replace(open, args.view);
        return { ok: true, view: shape(open) };
      }
      const trigger = triggers.get(textAt(args, "trigger_id"));
      if (!trigger) return fail("invalid_trigger_id");
      if (trigger.isUsed) return fail("exchanged_trigger_id");
      if (now() - trigger.at > TRIGGER_MS) return fail("expired_trigger_id");
      trigger.isUsed = true;
      if (method === "views.open") stacks.set(trigger.by, []);
      if (stackOf(trigger.by).length >= DEEPEST) return fail("push_limit_reached");
      return { ok: true, view: shape(push(trigger.by, args.view)) };
    },
  };
}

/** A view as Slack shows it in payloads and answers. */
export const shape = ({ id, hash, view, values }: OpenView): Json => ({
  ...{ private_metadata: "", callback_id: "", external_id: "", ...view },
  ...{ id, hash, team_id: "T0ACME", app_id: "A0APP", bot_id: "B0BOT", state: { values } },
  ...{ root_view_id: id, previous_view_id: null, app_installed_team_id: "T0ACME" },
});

export const titleOf = ({ view }: OpenView) => textAt(view, "title", "text");
export const submitOf = ({ view }: OpenView) => textAt(view, "submit", "text");
export const saysOf = ({ view }: OpenView) => saysIn(view);
