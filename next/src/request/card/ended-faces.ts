import {
  bold,
  date,
  type Leaf,
  type Line,
  section,
} from "../../platform/slack/blocks/rich-text.ts";
import { heldReason, voidReason } from "../forms/reasons.ts";
import type { KindName } from "../rules/content.ts";
import type { Closing, Request } from "../rules/request.ts";
import { reasonQuote } from "./change-lines.ts";
import { type Face, more, plainFace, press } from "./face.ts";
import { type CardFacts, mayExist, numberOf, usableFrom } from "./facts.ts";
import { actor } from "./people.ts";

/** What was carried out: a Rail, a destination, or the end of a stop. */
export function doneFace(facts: CardFacts): Face {
  switch (facts.request.content.change.kind) {
    case "create-rail":
      return railFace(facts);
    case "add-destination":
      return destinationFace(facts);
    case "resume":
      return {
        ...plainFace(facts, "is done: sending has resumed"),
        lead: [section([bold("Sending has resumed."), " Approved requests are sent again."])],
      };
  }
}

function railFace(facts: CardFacts): Face {
  const { request, trust, links } = facts;
  if (trust?.is === "payable") {
    const url = links.instructions ?? undefined;
    return {
      ...plainFace(facts, "is payable"),
      lead: [section([bold("The Rail matches its approval.")])],
      buttons: [
        press(request, "Deposit instructions", "instructions", false, url),
        more(request, ["History", "history"]),
      ],
    };
  }
  const held = trust ?? { is: "held", because: "not-read", fields: [] };
  const face = plainFace(facts, "");
  return {
    ...face,
    says: `Do not pay into ${numberOf(request)}`,
    lead: [section([bold("Do not pay into this Rail."), ` ${heldReason(held)}`])],
    context: [],
  };
}

function destinationFace(facts: CardFacts): Face {
  const { request, settings, now } = facts;
  const from = usableFrom(request, settings);
  const isUsable = from <= now;
  const face = plainFace(facts, isUsable ? "can be used" : "is registered");
  return {
    ...face,
    lead: [
      isUsable
        ? section([bold("Registered."), " Rails can use it."])
        : section([bold("Registered."), " Rails can use it from ", date(from), "."]),
    ],
    buttons: [...(isUsable ? [press(request, "New Rail to it", "rail-to")] : []), ...face.buttons],
  };
}

type Closed = Extract<Request["state"], { is: "closed" }>;

/** What people, time or the service ended. */
export function closedFace(facts: CardFacts, state: Closed): Face {
  const { request, resume } = facts;
  const { says, why, isFailure } = ENDINGS[state.how];
  const isUnclear = mayExist(request);
  const reason = state.how === "void" ? null : reasonQuote(state.reason);
  const nothing = OUTCOMES[request.content.change.kind][isUnclear ? 1 : 0];
  const face = plainFace(facts, says);
  return {
    ...face,
    lead: [
      section([...why(actor(state.by), state, resume), isFailure && nothing]),
      ...(reason ? [reason] : []),
    ],
    context: [],
    buttons:
      isFailure && !isUnclear
        ? [press(request, "Request again", "request-again"), more(request, ["History", "history"])]
        : face.buttons,
  };
}

interface Ending {
  state: string;
  says: string;
  why: (by: Leaf, state: Closed, resume: Request | null) => Line;
  /** The requester may start anew. */
  isFailure: boolean;
}

export const ENDINGS: Readonly<Record<Closing, Ending>> = {
  denied: failure("Denied", "was denied", (by) => [by, " denied it."]),
  withdrawn: failure("Withdrawn", "was withdrawn", (by) => [by, " withdrew it."]),
  expired: failure("Expired", "expired", (_, { at }) => ["It expired ", date(at), "."]),
  void: failure("Closed", "was closed", (_, { reason }) => [voidReason(reason)]),
  refused: failure("Refused", "was refused", () => ["The Rail service refused it."]),
  "given-up": closing("was closed", (by) => [by, " closed it. Signalbox no longer looks for it."]),
  replaced: closing("was replaced", (by, _, resume) => {
    return [by, " stopped sending again.", resume && ` See ${numberOf(resume)}.`];
  }),
  retired: closing("was removed", (by) => [by, " removed it. New Rails cannot use it."]),
};

function failure(state: string, says: string, why: Ending["why"]): Ending {
  return { state, says, why, isFailure: true };
}

function closing(says: string, why: Ending["why"]): Ending {
  return { state: "Closed", says, why, isFailure: false };
}

/** Nothing is said to be certain after an unclear attempt. */
const OUTCOMES: Readonly<Record<KindName, readonly [certain: string, unclear: string]>> = {
  "create-rail": [" No Rail was created.", " A Rail may exist."],
  "add-destination": [" Nothing was registered.", " The service may have it."],
  resume: ["", ""],
};
