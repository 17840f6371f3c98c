import { LIMITS } from "../blocks/limits.ts";
import type { HomeContent, ModalContent } from "../blocks/read.ts";
import { SlackError } from "../slack-error.ts";
import { type StateValues, valuesOf } from "./element-values.ts";
import { secret, slackId } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** A modal or Home in front of one person, with their entries so far. */
export interface OpenView<Content = ModalContent | HomeContent> {
  id: string;
  hash: string;
  userId: string;
  rootId: string;
  previousId: string | null;
  content: Content;
  values: StateValues;
  /** The errors under the fields, by block_id. */
  errors: Record<string, string>;
}

export type OpenModal = OpenView<ModalContent>;
export type OpenHome = OpenView<HomeContent>;

/** Every person's stack of modals (the last is on top) and their Home. */
export function createViews(store: Collections, tell: () => void, now: () => number) {
  const stacks = new Map<string, OpenModal[]>();
  const homes: Collection<OpenHome> = store.collection("home");

  const stackOf = (userId: string): readonly OpenModal[] => stacks.get(userId) ?? [];
  const freshHash = () => `${Math.floor(now() / 1000)}.${secret().slice(0, 8)}`;

  function setStack(userId: string, stack: OpenModal[]): void {
    stacks.set(userId, stack);
    tell();
  }

  function create<C extends ModalContent | HomeContent>(
    userId: string,
    content: C,
    previous?: OpenView,
  ): OpenView<C> {
    const id = slackId("V");
    return {
      ...{ id, hash: freshHash(), userId },
      ...{ rootId: previous?.rootId ?? id, previousId: previous?.id ?? null },
      ...{ content, values: valuesOf(content.blocks), errors: {} },
    };
  }

  function update<C extends ModalContent | HomeContent>(
    view: OpenView<C>,
    content: C,
    hash?: string,
  ): OpenView<C> {
    if (hash && hash !== view.hash) throw new SlackError("hash_conflict");
    const values = valuesOf(content.blocks, view.values);
    return note(view, { content, hash: freshHash(), values, errors: {} });
  }

  /** Keeps a person's entries, or the errors to show. */
  function note<V extends OpenView>(view: V, change: Partial<V>): V {
    Object.assign(view, change);
    const home = homes.get(view.userId);
    if (home?.id === view.id) homes.set(view.userId, home);
    tell();
    return view;
  }

  function push(userId: string, content: ModalContent): OpenModal {
    const stack = stackOf(userId);
    if (stack.length >= LIMITS.viewStack) throw new SlackError("push_limit_reached");
    const view = create(userId, content, stack.at(-1));
    setStack(userId, [...stack, view]);
    return view;
  }

  return {
    stackOf,
    update,
    note,
    top: (userId: string): OpenModal | undefined => stackOf(userId).at(-1),
    homeOf: (userId: string): OpenHome | undefined => homes.get(userId),

    /** Finds a modal at any height of its stack. */
    find(viewId: string): OpenModal {
      const found = [...stacks.values()].flat().find(({ id }) => id === viewId);
      if (!found) throw new SlackError("not_found");
      return found;
    },

    push,
    /** Starts a new stack. */
    open(userId: string, content: ModalContent): OpenModal {
      stacks.delete(userId);
      return push(userId, content);
    },

    publish(userId: string, content: HomeContent): OpenHome {
      const home = homes.get(userId);
      if (home) return update(home, content);
      const view = create(userId, content);
      homes.set(userId, view);
      tell();
      return view;
    },

    close: (userId: string, which: "top" | "all"): void =>
      setStack(userId, which === "all" ? [] : stackOf(userId).slice(0, -1)),

    /** Removes one view at any height of its stack. */
    remove: (view: OpenModal): void =>
      setStack(
        view.userId,
        stackOf(view.userId).filter((each) => each !== view),
      ),
  };
}

export type Views = ReturnType<typeof createViews>;
