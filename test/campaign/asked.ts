import { textAt } from "../harness/json.ts";
import { WORDS } from "../harness/words.ts";
import { type Card, cardsOf, isAbout, type Wanted } from "./cards.ts";
import { APPROVERS, EVE, NEEDED } from "./company.ts";
import type { Scene } from "./scene.ts";
import type { Delivered } from "./world/person.ts";
import { type HeldRail, type Posted, placeIdIn } from "./world/rail-world.ts";
import { read } from "./world/slack-world.ts";

const { buttons, phrases } = WORDS;

/** What somebody requested, and all that people did about it, as Slack and the service show it. */
export interface Asked {
  /** As all views about it carry it. */
  id: string;
  wanted: Wanted | undefined;
  card: Card | undefined;
  request: Delivered;
  approvals: Delivered[];
  /** Denied or withdrawn, and taken so. */
  endings: Delivered[];
  /** Answers to what could not be found out: after one of them approvals start anew. */
  answers: Delivered[];
  /** When somebody last tried that. Its second delivery may be taken where the first was not. */
  answeredLast: number;
  posts: Posted[];
  /** The Rail whose hold it would lift. */
  trusts: HeldRail | undefined;
  /** Reports of its Rail and removals of its destination, taken so. */
  reports: Delivered[];
  removals: Delivered[];
}

/** Slack took it: its answer was no refusal. */
export const wasTaken = ({ answer, answeredSeq }: Delivered) =>
  answeredSeq !== null &&
  (["", "clear"].includes(textAt(answer, "response_action")) ||
    textAt(answer, "view", "title", "text") === "Done");

export const withoutSpaces = (text: string) => text.replace(/\s/g, "");

export function readAsked(scene: Scene): Asked[] {
  const submits = scene.history.filter(({ kind }) => kind === "submit");
  const cards = cardsOf(scene);
  const all = [...Map.groupBy(submits, ({ about }) => about.request)].flatMap(
    ([id, own]): Asked[] => {
      const of = (label: string) => own.filter((each) => each.label === label);
      const [request] = of(buttons.requestApproval);
      if (!request) return [];
      const wanted = scene.wanted.find((each) => isAbout(each, request));
      // What is pressed on a card names its request.
      const card = cards.findLast((each) => each.buttons.includes(id));
      const endings = [...of(buttons.deny), ...of(buttons.withdraw)].filter(wasTaken);
      const [approvals, answers] = [of(buttons.approve), of(buttons.answer).filter(wasTaken)];
      const answeredLast = of(buttons.answer).at(-1)?.seq ?? 0;
      const reports = of(buttons.sendReport).filter(wasTaken);
      const removals = of(buttons.remove).filter(wasTaken);
      const about = { id, wanted, card, request, trusts: trustedBy(request, scene) };
      return [
        { ...about, approvals, endings, answers, answeredLast, reports, removals, posts: [] },
      ];
    },
  );
  for (const post of scene.rail.posts()) askedFor(all, post)?.posts.push(post);
  return all;
}

/** The review of a request to trust a Rail names that by its id. */
const trustedBy = ({ says }: Delivered, { rail }: Scene) =>
  says.includes(phrases.atTheService)
    ? rail.rails().find(({ id }) => says.includes(id))
    : undefined;

/** Whose POST it is: by the tag, or else by the address or IBAN that it whitelists. */
function askedFor(asked: readonly Asked[], post: Posted): Asked | undefined {
  if (post.path === "/rails") return asked.find(({ id }) => id === tagOf(post)?.id);
  const value = textAt(post.body, "address") || textAt(post.body, "iban");
  const isIt = ({ trusts, request: { says, seq } }: Asked) =>
    !trusts && seq < post.calledSeq && withoutSpaces(says).includes(value);
  // A database that was put back lets the same be requested again.
  return asked.findLast(isIt);
}

/** The people whose approvals of exactly this, sent after an event, count for a POST. */
export function approversOf(asked: Asked, post: Posted, after: number, { slack }: Scene) {
  const { request, approvals, answers } = asked;
  const again = answers.findLast(({ answeredSeq }) => (answeredSeq ?? 0) < post.calledSeq);
  const since = Math.max(after, again?.seq ?? 0);
  const digest = tagOf(post)?.digest ?? (approvals[0] ?? request).about.digest;
  // Who was deactivated a moment before the POST was still counted at its claim.
  const isActive = (person: string) =>
    (slack.state.gone.get(person) ?? Number.POSITIVE_INFINITY) > post.calledAt - 10_000;
  const counted = approvals.filter(
    (each) =>
      each.seq > since &&
      each.seq < post.calledSeq &&
      each.by !== request.by &&
      [...APPROVERS, EVE].includes(each.by) &&
      each.about.digest === digest &&
      isActive(each.by),
  );
  return new Set(counted.map(({ by }) => by));
}

/** Something calls people: under its card, or in the channel where its post was unclear just then. */
export const isCalled = ({ message, number }: Card, { slack }: Scene) =>
  slack.messages().some((each) => {
    const { header, says } = read(each);
    const isAlone = each.threadTs === null && header === "" && says.includes(`${number} ·`);
    return !each.isDeleted && (each.threadTs === message.ts || isAlone);
  });

export const isQuorum = (people: Set<string>) =>
  APPROVERS.filter((each) => people.has(each)).length >= NEEDED;

/** The value that a POST is about, as approvers must have seen it. */
export function valueSent({ body }: Posted, { rail }: Scene): string {
  const place = rail.place(placeIdIn(body)) ?? body;
  return textAt(place, "address") || textAt(place, "iban");
}

/**
 * Our own reading of the first item of a Rail's metadata: the request and the digest that was
 * approved.
 */
export function tagOf({ body }: Posted): { id: string; digest: string } | null {
  const item = textAt(body, "metadata", 0);
  const [, id, digest] = /^signalbox:([0-9a-f-]{36}):([0-9a-f]{64})$/.exec(item) ?? [];
  return id && digest ? { id, digest } : null;
}

/** Where people pay into it. */
export const entryOf = ({ account }: Pick<HeldRail, "account">) => textAt(account, "iban");
