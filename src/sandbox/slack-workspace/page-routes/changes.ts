import { createListeners } from "../../shared/listeners.ts";

/** What may have to be drawn again. The page reads the new state itself. */
type Change =
  | { kind: "channel"; channel: string }
  | { kind: "read" }
  | { kind: "modal"; user: string }
  | { kind: "home"; user: string }
  | { kind: "apps" }
  | { kind: "clock" }
  | { kind: "faults" }
  | { kind: "traffic" };

export const createChanges = () => createListeners<Change>();

export type Changes = ReturnType<typeof createChanges>;
