import { elementsIn, initialOf } from "./blocks.ts";
import type { Json } from "./json.ts";
import { isJson, listAt, textAt } from "./json.ts";

export interface OpenView {
  id: string;
  hash: string;
  by: string;
  view: Json;
  /** What the person typed or chose: by block, then by action. */
  values: Record<string, Record<string, Json>>;
}

const TRIGGER_MS = 3_000;
const DEEPEST = 3;

export type Views = ReturnType<typeof createViews>;
type Answer = Json & { ok: boolean };

/** The modal stack and the Home of each person, and the triggers that open a modal. */
export function createViews(now: () => number) {
  const stacks = new Map<string, OpenView[]>();
  const homes = new Map<string, OpenView>();
  const triggers = new Map<string, { by: string; at: number; isUsed: boolean }>();
  let count = 0;

  const stackOf = (by: string) => stacks.get(by) ?? [];
  const fail = (error: string): Answer => ({ ok: false, error });

  function make(by: string, view: Json): OpenView {
    count += 1;
    const made = { id: `V${count}`, hash: `${count}.h`, by, view: withIds(view), values: {} };
    return { ...made, values: valuesOf(made.view, {}) };
  }

  function push(by: string, view: unknown): OpenView | null {
    if (!isJson(view) || stackOf(by).length >= DEEPEST) return null;
    const made = make(by, view);
    stacks.set(by, [...stackOf(by), made]);
    return made;
  }

  function replace(open: OpenView, view: unknown): void {
    count += 1;
    open.hash = `${count}.h`;
    open.view = withIds(isJson(view) ? view : {});
    open.values = valuesOf(open.view, open.values);
  }

  const opened = (open: OpenView): Answer => ({ ok: true, view: shape(open) });

  function useTrigger(id: string): { by: string } | Answer {
    const trigger = triggers.get(id);
    if (!trigger) return fail("invalid_trigger_id");
    if (trigger.isUsed) return fail("exchanged_trigger_id");
    if (now() - trigger.at > TRIGGER_MS) return fail("expired_trigger_id");
    trigger.isUsed = true;
    return trigger;
  }

  return {
    top: (by: string) => stackOf(by).at(-1),
    home: (by: string) => homes.get(by),
    push,
    replace,
    close: (by: string, isAll: boolean) => stacks.set(by, isAll ? [] : stackOf(by).slice(0, -1)),

    trigger(by: string): string {
      const id = `trigger-${triggers.size + 1}`;
      triggers.set(id, { by, at: now(), isUsed: false });
      return id;
    },

    call(method: string, args: Json): Answer {
      const { view } = args;
      if (!isJson(view)) return fail("invalid_arguments");
      if (method === "views.publish") {
        const by = textAt(args, "user_id");
        homes.set(by, make(by, view));
        return { ok: true, view: {} };
      }
      if (method === "views.update") {
        const wanted = textAt(args, "view_id");
        const open = [...stacks.values()].flat().find(({ id }) => id === wanted);
        if (!open) return fail("not_found");
        if (args.hash !== undefined && args.hash !== open.hash) return fail("hash_conflict");
        replace(open, view);
        return opened(open);
      }
      const trigger = useTrigger(textAt(args, "trigger_id"));
      if (typeof trigger.by !== "string") return fail(textAt(trigger, "error"));
      if (method === "views.open") stacks.set(trigger.by, []);
      const open = push(trigger.by, view);
      return open ? opened(open) : fail("push_limit_reached");
    },
  };
}

/** A view as Slack shows it in payloads and answers. */
export function shape({ id, hash, view, values }: OpenView): Json {
  const own = { private_metadata: "", callback_id: "", external_id: "", ...view };
  return {
    ...own,
    ...{ id, hash, team_id: "T0ACME", app_id: "A0APP", bot_id: "B0BOT", state: { values } },
    ...{ root_view_id: id, previous_view_id: null, app_installed_team_id: "T0ACME" },
  };
}

const withIds = (view: Json): Json => ({
  ...view,
  blocks: listAt(view, "blocks").map((block, place) => ({
    block_id: `b${place}`,
    ...Object(block),
  })),
});

/** Keeps what was typed where block and action are the same; the rest begins with its initial value. */
function valuesOf(view: Json, before: OpenView["values"]): OpenView["values"] {
  const values: OpenView["values"] = {};
  for (const { blockId, actionId, element, isStateful } of elementsIn(view)) {
    if (!isStateful) continue;
    const value = before[blockId]?.[actionId] ?? initialOf(element);
    values[blockId] = { ...values[blockId], [actionId]: value };
  }
  return values;
}
