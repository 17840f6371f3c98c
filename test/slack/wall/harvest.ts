/** A button, or something chosen, as it comes back from a screen. */
export interface Press {
  action: string;
  blockId: string;
  value: string;
  /** A button where it is absent. */
  type?: string;
  /** The view in which it stands; a message where there is none. */
  on?: Form;
  /** In a message that is older than any other. */
  isOld?: boolean;
}

/** A view, with what it carries along unseen. */
export interface Form {
  type: "modal" | "home";
  callback: string;
  metadata: string;
  blocks: readonly unknown[];
}

/** Whatever a company's screens carry that comes back when someone presses or submits. */
export interface Harvest {
  presses: Press[];
  forms: Form[];
}

/** The same form opened again carries new ids of the same kinds: of each a few are enough. */
const OF_A_KIND = 2;

/** Takes out of a message, a view or an answer what it carries. */
export function harvest({ presses, forms }: Harvest, found: unknown, on?: Form): void {
  const isRare = <Each>(all: Each[], isLike: (each: Each) => boolean) =>
    all.filter(isLike).length < OF_A_KIND;
  walk(found, on, (thing, within) => {
    const { action_id: action, block_id: blockId = "" } = thing;
    if (isForm(thing)) {
      const form = formOf(thing);
      if (isRare(forms, (each) => kindOf(each) === kindOf(form))) forms.push(form);
    }
    if (typeof action !== "string") return;
    for (const value of valuesOf(thing)) {
      const what = { action, blockId: String(blockId), value, type: String(thing.type) };
      const press = { ...what, ...(within && { on: within }) };
      const isLike = (each: Press) => each.action === action && each.value === value;
      const isKnown = presses.some((each) => isLike(each) && !each.on === !within);
      const isOfAKind = (each: Press) =>
        each.action === action && sortIn(each.value) === sortIn(value);
      if (!isKnown && isRare(presses, isOfAKind)) presses.push(press);
    }
  });
}

/** The value of a button, or of each option. */
function valuesOf({ value, options }: Thing): string[] {
  const all: Thing[] = Array.isArray(options) ? options : [];
  return all.length > 0 ? all.map((each) => String(each.value)) : [String(value ?? "")];
}

/** `registered` of `registered:DEST-ID`, `close` of `close REQUEST-ID`: a menu may offer several sorts of things. */
const sortIn = (value: string) => /^[a-z]+(?=[: ])/.exec(value)?.[0];

type Thing = Record<string, unknown>;

/** By its fields: a form that asks for more is another one, whatever stands in its ids. */
function kindOf({ callback, blocks }: Form): string {
  const fields = (blocks as Thing[]).map(({ block_id = "" }) => block_id);
  return JSON.stringify([callback, fields]).replaceAll(/[0-9a-f]{16,}/g, "");
}

const isForm = ({ type, blocks }: Thing) =>
  (type === "modal" || type === "home") && Array.isArray(blocks);

const formOf = (thing: Thing): Form => ({
  type: thing.type === "home" ? "home" : "modal",
  callback: String(thing.callback_id ?? ""),
  metadata: String(thing.private_metadata ?? ""),
  blocks: thing.blocks as unknown[],
});

/** Every object in it, each with the view and the block in which it stands. */
function walk(
  found: unknown,
  on: Form | undefined,
  visit: (thing: Thing, on: Form | undefined) => void,
  blockId?: unknown,
): void {
  if (Array.isArray(found)) for (const each of found) walk(each, on, visit, blockId);
  else if (typeof found === "object" && found !== null) {
    const thing = found as Thing;
    const within = isForm(thing) ? formOf(thing) : on;
    visit({ block_id: blockId, ...thing }, within);
    for (const each of Object.values(thing)) walk(each, within, visit, thing.block_id ?? blockId);
  }
}

export type State = Record<string, Record<string, Thing>>;

/** The state of a form as Slack hands it back, with everything filled in that has to be. */
export function filledIn({ blocks }: Pick<Form, "blocks">): State {
  const state: State = {};
  const all = blocks as Thing[];
  const optional = new Set(all.flatMap((each) => (each.optional ? [each.block_id] : [])));
  walk(blocks, undefined, ({ action_id: action, block_id: blockId, ...facts }) => {
    if (typeof action !== "string" || typeof blockId !== "string") return;
    const isNeeded = !optional.has(blockId);
    state[blockId] = { ...state[blockId], [action]: entered(facts, isNeeded) };
  });
  return state;
}

function entered(element: Thing, isNeeded: boolean): Thing {
  const { type, initial_value, initial_option, initial_options, options } = element;
  const all: unknown[] = Array.isArray(options) ? options : [];
  const typed = isNeeded ? "Typed by somebody" : "";
  switch (type) {
    case "plain_text_input":
      return { type, value: retyped(String(initial_value ?? typed)) };
    case "number_input":
      return { type, value: "1" };
    case "static_select":
    case "radio_buttons":
      return { type, selected_option: initial_option ?? all[0] ?? null };
    case "checkboxes":
    case "multi_static_select":
      return { type, selected_options: initial_options ?? all };
    case "users_select":
      return { type, selected_user: "U0CAL00001" };
    case "multi_users_select":
      return { type, selected_users: ["U0BEN00001", "U0CAL00001", "U0DAN00001"] };
    case "conversations_select":
    case "channels_select":
      return { type, selected_conversation: "C0OTHER001", selected_channel: "C0OTHER001" };
    default:
      return { type };
  }
}

/** Makes another policy of one that is shown as text, so that there is something to ask for. */
const retyped = (text: string) => text.replace("approvals: 2", "approvals: 1");
