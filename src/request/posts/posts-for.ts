import type { KnownBlock } from "@slack/types";
import { actions, context, header } from "../../platform/slack/blocks/blocks.ts";
import { bold, type Line, richText, section, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { type Message, message } from "../../platform/slack/blocks/views.ts";
import { drawCard } from "../card/body.ts";
import { nameOf, titleOf } from "../card/change-lines.ts";
import { openCard } from "../card/face.ts";
import { faceOf, titleLine } from "../card/faces.ts";
import { type CardFacts, isOfItsRail, numberOf, usableFrom } from "../card/facts.ts";
import { named, requirementLine } from "../card/people.ts";
import { warningBlock } from "../card/warnings.ts";
import { deciders } from "../rules/may.ts";
import { later } from "../rules/pauses.ts";
import { type Place, type Request, SIGNALBOX } from "../rules/request.ts";

/** One message that has to be in Slack. `sync` makes it so. */
export interface Post {
  /** `card` · `call:7` · `reminder:2` · `ending` · `instructions`. */
  key: string;
  to: Place;
  /** Where it goes if nothing can be posted there. */
  instead: readonly Place[];
  show: Message;
  /** What it begins as: it cannot become untrue, and only a new message notifies people. */
  placeholder: Message;
  /** Posted once and never drawn anew. */
  once?: true;
  /** Under the card at the same place; `broadcast` shows it in the channel as well. */
  reply?: "quiet" | "broadcast";
}

/** Hours after which people are reminded of what waits. */
export const REMINDERS = [4, 24, 48] as const;

/** All messages about a request, by urgency. `own`: those that its kind adds. */
export function postsFor(facts: CardFacts, own: readonly Post[] = []): Post[] {
  return [card(facts), ...call(facts), ...own, ...reminder(facts), ...ending(facts)];
}

/** When time alone next changes what has to be posted or shown, ISO 8601; null if it never does. */
export function nextPostAt(facts: CardFacts): string | null {
  const { request, settings, now } = facts;
  const isDestination = request.content.change.kind === "add-destination";
  const usable =
    isDestination && request.state.is === "done" ? [usableFrom(request, settings)] : [];
  const due = request.state.is === "pending" ? reminderTimes(facts) : usable;
  return due.find((time) => time > now) ?? null;
}

/** More in one message would only be noise. */
const MOST_CALLED = 100;

function approvals({ request, settings }: CardFacts): Pick<Post, "to" | "instead"> {
  const people = deciders(request.content, request.requestedBy, settings);
  return { to: { channel: settings.channel }, instead: people.map((person) => ({ person })) };
}

function card(facts: CardFacts): Post {
  const { request } = facts;
  const unmet = request.state.is === "pending" ? unmetOf(facts) : [];
  const called = settled(request)
    ? facts.settings.requirements.flatMap((each) => each.people)
    : unmet.flatMap((each) => each.awaited);
  const people = [...new Set(called)];
  const asks = settled(request) ? "Settings changed" : "Approval requested";
  const isStop = request.content.change.kind === "resume";
  const says = `${isStop ? "Sending was stopped" : asks}: ${numberOf(request)}`;
  const placeholder = message(
    says,
    header(says),
    people.length > 0 && richText(section(["For ", ...named(people, "and", MOST_CALLED)])),
    context(facts.account),
  );
  return { key: "card", ...approvals(facts), show: drawCard(facts), placeholder };
}

/** Nobody was asked: it was done when it was made, and its card announces it to all approvers. */
const settled = ({ content, state, approvals }: Request) =>
  content.change.kind === "change-settings" && state.is === "done" && approvals.length === 0;

const unmetOf = ({ count }: CardFacts) =>
  count.progress.filter(({ needed, given }) => given.length < needed);

/**
 * Calls people where only they can go on: a question, a service whose list nobody could read for
 * an hour, or a Rail into which nobody should pay.
 */
function call(facts: CardFacts): Post[] {
  const { request, settings } = facts;
  const { state } = request;
  const isStuck = state.is === "stuck";
  const isUnread = state.is === "ready" && state.because === "no-look";
  if (!isStuck && !isUnread && !isHeld(facts)) return [];
  const { says, warnings, lead, buttons } = faceOf(facts);
  const people = deciders(request.content, request.requestedBy, settings);
  const called: Line = isStuck
    ? [...named(people, "or", MOST_CALLED), " can answer."]
    : ["For ", ...named(people, "and", MOST_CALLED)];
  const body: Part<KnownBlock>[] = [
    richText(section([bold(titleLine(facts))], [nameOf(request)])),
    warningBlock(warnings),
    richText(...lead),
    people.length > 0 && richText(section(called)),
  ];
  // A further report, also of what was trusted since, calls people again.
  const { version, number, id } = facts.naming ?? facts.request;
  const call = id === facts.request.id ? version : `${number}:${version}`;
  return [
    {
      key: `call:${call}`,
      ...approvals(facts),
      show: message(says, ...body, actions(...buttons)),
      placeholder: message(says, ...body),
      reply: "broadcast",
    },
  ];
}

/** Not while it only waits to be read. */
const isHeld = ({ trust, ...facts }: CardFacts) =>
  trust?.is === "held" && trust.because !== "not-read" && isOfItsRail(facts);

/** A further round begins an hour after the attempt at the soonest, and its time with it. */
function reminderTimes({ request: { requestedAt, attemptEndedAt, round } }: CardFacts): string[] {
  const begun = round > 1 ? (attemptEndedAt ?? requestedAt) : requestedAt;
  return REMINDERS.map((hours) => later(begun, hours * 3_600));
}

/** Only the last one that is due: an outage makes nobody hear twice. */
function reminder(facts: CardFacts): Post[] {
  const { request, now } = facts;
  const due = reminderTimes(facts).filter((time) => time <= now).length;
  if (request.state.is !== "pending" || due === 0) return [];
  const { says, context: expiry } = faceOf(facts);
  const lines = unmetOf(facts).map((each) => requirementLine(each, MOST_CALLED));
  const show = message(
    `Reminder: ${says}`,
    richText(section(["Reminder: ", bold(titleLine(facts))], ...lines)),
    context(...expiry),
  );
  const key = `reminder:${(request.round - 1) * REMINDERS.length + due}`;
  return [{ key, ...approvals(facts), show, placeholder: show, once: true, reply: "quiet" }];
}

/** How it ended, for the requester. Deposit instructions are an ending of their own. */
function ending(facts: CardFacts): Post[] {
  const { request, account } = facts;
  const { requestedBy, askedIn, content } = request;
  if (requestedBy === SIGNALBOX || !isNews(facts)) return [];
  const { says, warnings, lead, buttons } = faceOf(facts);
  const name = nameOf(request);
  const show = message(
    says,
    richText(
      section([user(requestedBy), " ", bold(titleLine(facts)), name !== null && " · ", name]),
    ),
    warningBlock(warnings),
    richText(...lead),
    context(account),
    actions(...buttons, openCard(facts)),
  );
  const number = numberOf(request);
  // A phone shows this alone. What has ended stays so; a hold may be lifted.
  const isRail = content.change.kind !== "add-destination";
  const hint =
    isHeld(facts) && isRail ? `Read this before you pay into ${number}` : `News about ${number}`;
  const placeholder = message(
    request.state.is === "closed" ? says : hint,
    richText(section([user(requestedBy), " News about ", bold(titleOf(request))])),
  );
  const instead = "channel" in askedIn ? [{ person: requestedBy }] : [];
  return [{ key: "ending", to: askedIn, instead, show, placeholder }];
}

/** Not what the requester did, nor what another message says. */
function isNews(facts: CardFacts): boolean {
  const { request, settings, now } = facts;
  const { state, content } = request;
  if (state.is === "closed") return state.how !== "withdrawn" && state.how !== "replaced";
  if (state.is !== "done") return false;
  switch (content.change.kind) {
    case "create-rail":
      return isHeld(facts);
    case "trust-rail":
      // Instructions of its own tell the rest.
      return isHeld(facts) || (content.change.made !== null && facts.trust?.is === "payable");
    case "change-settings":
      return !settled(request);
    case "add-destination":
      return usableFrom(request, settings) <= now;
    case "resume":
      return true;
  }
}
