import { createListeners } from "../../shared/listeners.ts";

/** The page redraws this part, and reads the new state itself. */
type Change =
  | { kind: "channel"; channel: string }
  | { kind: "read" }
  | { kind: "modal"; user: string }
  | { kind: "home"; user: string }
  | { kind: "apps" }
  | { kind: "frame" }
  | { kind: "clock" }
  | { kind: "faults" };

export const createChanges = () => createListeners<Change>();

export type Changes = ReturnType<typeof createChanges>;
