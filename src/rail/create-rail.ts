import { contradictionOf, readKnown, registeredBy } from "../destination/known.ts";
import { valueKey } from "../platform/payment-details/destination-value.ts";
import type { Rail } from "../platform/rail-api/rail.ts";
import { bold, section } from "../platform/slack/blocks/rich-text.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { ageOf } from "../platform/text/times.ts";
import { networkOf } from "../request/card/change-lines.ts";
import { type CardFacts, numberOf, usableFrom } from "../request/card/facts.ts";
import { actor } from "../request/card/people.ts";
import type { Kind } from "../request/engine/context.ts";
import { insist } from "../request/engine/insist.ts";
import { outcomeOf } from "../request/engine/outcome-of.ts";
import { valueParagraphs } from "../request/forms/review-blocks.ts";
import { type CreateRail, isSecondRail } from "../request/rules/content.ts";
import { tagText } from "../request/rules/tag.ts";
import { serviceOf, writeRails } from "../request/store/mirror.ts";
import { railPosts } from "./instructions.ts";
import { traitsOf } from "./rail-traits.ts";
import { readAtService } from "./read-at-service.ts";
import { walk } from "./walk.ts";

/** Creates a Rail: the only kind whose outcome can be found out by looking. */
export const createRail: Kind<"create-rail"> = {
  async obstacle(db, content, { now, inForce, request }) {
    const { change } = content;
    const { destination } = change;
    const service = serviceOf(content);
    const known = await readKnown(db, service);
    const registered = registeredBy(known, destination.request);
    const isSame =
      registered?.serviceId === destination.id &&
      valueKey(registered.value) === valueKey(destination.value);
    if (!isSame) return { is: "void", because: "destination-gone" };
    // Of two who ask together the later one hears of the other.
    if (
      !request &&
      !isSecondRail(content.traits) &&
      isSecondRail(await traitsOf(db, service, change, known))
    ) {
      return { is: "wait", because: "same-route" };
    }
    const contradiction = await contradictionOf(db, service, known, destination);
    if (contradiction) return contradiction;
    // A new one waits, so that one that should not be there can be noticed.
    const until = inForce ? usableFrom(registered.request, inForce.settings) : now;
    return until > now ? { is: "wait", because: "cool-down", until } : null;
  },

  /** What each deposit becomes, and the whole destination. */
  review: (facts, change) => ({
    noun: "Rail",
    paragraphs: [
      [section([depositText(change, networkOf(change))], [PERMANENT])],
      ...valueParagraphs(facts.request.content, destinationSection(change, facts)),
    ],
  }),

  posts: railPosts,

  async post(context, request, api) {
    const { id, digest, content, state } = request;
    // Our tag first: it finds the Rail again.
    const metadata = [tagText({ request: id, digest })].concat(content.change.reference ?? []);
    try {
      const rail = await api.createRail(content.change, metadata);
      const write = () => writeRails(context.db, serviceOf(content), [rail], null);
      const [written] = await insist(context, write);
      if (!written || state.is !== "sending") return { is: "unknown" };
      const { owner, firstSeen, key } = written;
      // It was there before the claim, or belongs to another request.
      const isKnown = firstSeen < state.since || (owner !== null && owner !== id);
      return { is: "rail", rail, key, isKnown };
    } catch (error) {
      return outcomeOf(context, error);
    }
  },

  look: (context, request) => walk(context, serviceOf(request.content)),

  read: (context, { content }, railId) => readAtService(context, serviceOf(content), railId),
};

export const PERMANENT = bold("Permanent, no amount limit, cannot be undone.");

/** What each deposit becomes; `network`: on which the tokens move. */
export function depositText(
  { type, source, destination }: Pick<CreateRail, "source" | "destination" | "type"> | Rail,
  network: string,
): string {
  const [from, to] = [source.asset, destination.asset].map((asset) => cleanText(asset, 20));
  return type === "ON_RAMP"
    ? `Every ${from} deposit becomes ${to} on ${network}.`
    : `Every ${from} deposit on ${network} becomes ${to}.`;
}

/** `To **Treasury cold wallet**, registered 3 days ago (R-131, requested by @Dee)`. */
function destinationSection(change: CreateRail, { register, now }: CardFacts) {
  const name = bold(cleanText(change.destination.name, 60));
  const destination = register.find(({ id }) => id === change.destination.request);
  if (destination?.state.is !== "done") return section(["To ", name]);
  const age = ageOf(destination.state.at, now);
  const who = [` (${numberOf(destination)}, requested by `, actor(destination.requestedBy), ")"];
  return section(["To ", name, `, registered ${age} ago`, ...who]);
}
