import { LIMITS } from "../blocks/limits.ts";
import type { HomeContent, ModalContent } from "../blocks/view.ts";
import type { Changes } from "../page-routes/changes.ts";
import { SlackError } from "../slack-error.ts";
import { secret, slackId } from "./ids.ts";
import { type OpenHome, type OpenModal, type OpenView, valuesOf } from "./open-view.ts";
import type { Collection, Collections } from "./store.ts";

type Content = ModalContent | HomeContent;

/** Every person's stack of modals (the last is on top) and their Home. */
export function createViews(store: Collections, changes: Changes, now: () => number) {
  const stacks = new Map<string, OpenModal[]>();
  const homes: Collection<OpenHome> = store.collection("home");

  const stackOf = (userId: string): readonly OpenModal[] => stacks.get(userId) ?? [];
  const freshHash = () => `${Math.floor(now() / 1000)}.${secret().slice(0, 8)}`;

  function setStack(userId: string, stack: OpenModal[]): void {
    stacks.set(userId, stack);
    changes.tell({ kind: "modal", user: userId });
  }

  function create<C extends Content>(
    userId: string,
    content: C,
    { previous, conversationId }: { previous?: OpenView; conversationId?: string } = {},
  ): OpenView<C> {
    const id = slackId("V");
    return {
      ...{ id, hash: freshHash(), userId },
      ...{ rootId: previous?.rootId ?? id, previousId: previous?.id ?? null },
      conversationId: previous?.conversationId ?? conversationId,
      ...{ content, values: valuesOf(content.blocks), errors: {} },
    };
  }

  function update<C extends Content>(view: OpenView<C>, content: C, hash?: string): OpenView<C> {
    if (hash && hash !== view.hash) throw new SlackError("hash_conflict");
    const { values: previous } = view;
    const values = valuesOf(content.blocks, previous);
    Object.assign(view, { content, hash: freshHash(), values, errors: {} });
    tell(view);
    return view;
  }

  function tell(view: OpenView): void {
    const home = homes.get(view.userId);
    if (home?.id === view.id) homes.set(view.userId, home);
    changes.tell({ kind: view.content.type, user: view.userId });
  }

  return {
    stackOf,
    update,
    top: (userId: string): OpenModal | undefined => stackOf(userId).at(-1),
    homeOf: (userId: string): OpenHome | undefined => homes.get(userId),

    find(viewId: string): OpenModal | OpenHome {
      const found = [...[...stacks.values()].flat(), ...homes.values()].find(
        ({ id }) => id === viewId,
      );
      if (!found) throw new SlackError("not_found");
      return found;
    },

    /** Starts a new stack. */
    open(userId: string, content: ModalContent, conversationId?: string): OpenModal {
      stacks.delete(userId);
      const view = create(userId, content, { ...(conversationId && { conversationId }) });
      setStack(userId, [view]);
      return view;
    },

    push(userId: string, content: ModalContent): OpenModal {
      const stack = stackOf(userId);
      if (stack.length >= LIMITS.viewStack) throw new SlackError("push_limit_reached");
      const previous = stack.at(-1);
      const view = create(userId, content, { ...(previous && { previous }) });
      setStack(userId, [...stack, view]);
      return view;
    },

    publish(userId: string, content: HomeContent, hash?: string): OpenHome {
      const home = homes.get(userId);
      if (home) return update(home, content, hash);
      const view = create(userId, content);
      homes.set(userId, view);
      changes.tell({ kind: "home", user: userId });
      return view;
    },

    /** Keeps a person's entries, or the errors to show. */
    note(view: OpenView, change: Partial<Pick<OpenView, "values" | "errors">>): void {
      Object.assign(view, change);
      tell(view);
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
