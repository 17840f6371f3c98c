import type { Status } from "../rules/request.ts";
import { ENDINGS } from "./ended-faces.ts";
import { type CardFacts, usableFrom } from "./facts.ts";

/** A request's state on every screen: a sign beside its word. Red means that money is at risk. */
export interface Mark {
  sign: "⏳" | "✅" | "⚠️" | "🔴" | "🛑" | "⚪️";
  state: string;
}

type Marked = Pick<CardFacts, "request" | "settings" | "trust" | "now">;

/** The only place that says what a state is called. */
export function markOf(facts: Marked): Mark {
  const { state, content } = facts.request;
  if (state.is === "done") return doneMark(facts);
  if (state.is === "closed") return { sign: "⚪️", state: ENDINGS[state.how].state };
  const isStop = content.change.kind === "resume";
  return isStop ? { sign: "🛑", state: "Sending stopped" } : OPEN[state.is];
}

const OPEN: Readonly<Record<Exclude<Status, "done" | "closed">, Mark>> = {
  pending: { sign: "⏳", state: "Waiting" },
  ready: { sign: "⏳", state: "Ready" },
  sending: { sign: "⏳", state: "Sending" },
  unknown: { sign: "⏳", state: "Checking" },
  created: { sign: "⏳", state: "Checking" },
  stuck: { sign: "⚠️", state: "Needs review" },
};

function doneMark({ request, settings, trust, now }: Marked): Mark {
  switch (request.content.change.kind) {
    case "create-rail":
      return trust?.is === "payable"
        ? { sign: "✅", state: "Payable" }
        : { sign: "🔴", state: "Held" };
    case "add-destination":
      return { sign: "✅", state: usableFrom(request, settings) <= now ? "Usable" : "Done" };
    case "resume":
      return { sign: "✅", state: "Done" };
  }
}
