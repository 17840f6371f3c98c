import type { RichTextText } from "@slack/types";
import type { Chore } from "../platform/queue/job.ts";
import { richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { headed } from "../platform/slack/message.ts";
import type { ChoreContext } from "../request/capability.ts";
import type { Context } from "../request/context.ts";
import { inPages } from "../request/each-workspace.ts";
import { findLastEntry } from "../request/queries/audit.ts";
import { findFreeze } from "../request/queries/freezes.ts";
import { tellApprovers } from "../request/tell-approvers.ts";
import type { Watched } from "./heads.ts";
import {
  keptHeads,
  listUnstamped,
  listWatched,
  noteFiles,
  noteHeadTold,
  saveHead,
  saveTimeStamp,
} from "./heads.ts";
import type { SignedHead } from "./rules/head.ts";
import { fingerprintOf, headText, noteKey, signedNote } from "./rules/head.ts";
import { findNotes, notesIn, saidIn, saySo } from "./watch-notes.ts";

const DAY = 24 * 60 * 60_000;
const WORKSPACES = 500;

type Signing = Pick<Context, "db" | "clock" | "evidence">;

/**
 * Signs the head of a workspace's audit and keeps it in both places. Undefined where there is no key, or no entry yet. The
 * file comes first: a head in the database alone could be deleted with it.
 */
export async function signHead(
  { db, clock, evidence }: Signing,
  workspaceId: string,
): Promise<SignedHead | undefined> {
  const { signingKey, directory } = evidence;
  if (signingKey === null) return undefined;
  // In this order: a freeze that begins between the two has its head signed once more.
  const { version } = await findFreeze(db, workspaceId);
  const last = await findLastEntry(db, workspaceId);
  if (!last) return undefined;
  const key = noteKey(signingKey);
  const head = { workspaceId, size: last.sequence, hash: last.hash, at: clock(), key: key.text };
  const signed = { ...head, note: signedNote(headText(head), key) };
  await noteFiles(directory).keep(signed);
  await saveHead(db, signed, version);
  return signed;
}

/** Signs once a day and after every freeze, and tells the approvals channel of each head with new entries. */
async function signHeads(context: ChoreContext): Promise<void> {
  const { db, clock, evidence, logger } = context;
  if (evidence.signingKey === null) return;
  const before = new Date(Date.parse(clock()) - DAY).toISOString();
  const all = inPages((last: Watched | null) =>
    listWatched(db, { before, now: clock() }, last?.id ?? null, WORKSPACES),
  );
  for await (const watched of all) {
    const { id: workspaceId, freezeVersion } = watched;
    if (!watched.isDue && isSigned(context, watched, before)) continue;
    try {
      const head = await signHead(context, workspaceId);
      if (!head) continue;
      await saySo(context, workspaceId, SIGNED, { at: head.at, freezeVersion });
      await tellHead(context, workspaceId);
    } catch (error) {
      logger.error({ err: error, workspaceId }, "the head of an audit could not be signed or told");
    }
  }
}

const SIGNED = "head-signed";
const TOLD = "head-told";

/** By our own note: a row of a head could be anybody's. Where there is no head, its row cannot hide one either. */
function isSigned(
  { seal, clock }: Pick<Context, "seal" | "clock">,
  { id, hasHeads, freezeVersion, notes }: Watched,
  before: string,
): boolean {
  if (!hasHeads) return true;
  const said = saidIn(seal, id, SIGNED, notesIn(notes)) as
    | { at: string; freezeVersion: number }
    | undefined;
  if (said === undefined) return false;
  return said.at >= before && said.at <= clock() && said.freezeVersion >= freezeVersion;
}

export const signHeadsChore: Chore<ChoreContext> = {
  name: "sign-heads",
  everySeconds: 30,
  expireInSeconds: 600,
  work: signHeads,
};

/** A head that the channel does not take is not told to people alone: the next one holds all that it held. */
export async function tellHead(
  context: Signing &
    Pick<Context, "transaction" | "seal" | "messenger" | "logger" | "approvalsChannelOf">,
  workspaceId: string,
): Promise<void> {
  const { db, seal, clock, evidence } = context;
  if (evidence.signingKey === null) return;
  const key = noteKey(evidence.signingKey);
  const isOurs = (head: SignedHead) => head.note === signedNote(headText(head), key);
  const head = (await keptHeads(context, workspaceId)).findLast(isOurs);
  const told = saidIn(seal, workspaceId, TOLD, await findNotes(db, workspaceId));
  if (!head || (typeof told === "number" && told >= head.size)) return;
  const place = await tellApprovers(context, workspaceId, {
    message: () => headMessage(head),
    people: () => [],
  });
  if (place !== "channel") return;
  await noteHeadTold(db, head, clock());
  await saySo(context, workspaceId, TOLD, head.size);
}

/** Each line is a text of its own. */
const onLines = (note: string): RichTextText[] =>
  note
    .trimEnd()
    .split(/(\n)/)
    .filter((text) => text !== "")
    .map((text) => ({ type: "text", text }));

/** The note itself is shown, so that the channel holds what a verifier needs. */
export function headMessage({ size, hash, key, note }: SignedHead): Message {
  const title = `Audit signed: ${size} entries`;
  return headed(
    title,
    richText(
      ["Keep this message: an auditor compares it with an export of the audit."],
      ["Signalbox signs the audit daily and at each freeze."],
      [`Hash of entry ${size}: ${hash}`],
      [`Signing key: ${fingerprintOf({ text: key })}`],
      { type: "rich_text_preformatted", elements: onLines(note) },
    ),
  );
}

const DAYS_30 = 30 * 24 * 60 * 60_000;
const AT_ONCE = 50;

type Stamping = Pick<ChoreContext, "db" | "clock" | "evidence" | "logger">;

/**
 * Has heads time-stamped. Nothing waits for it: an authority that is down is logged, and asked again with the next run, for
 * thirty days.
 */
export async function stampHeads({ db, clock, evidence, logger }: Stamping): Promise<void> {
  const { tsaUrl } = evidence;
  if (tsaUrl === null) return;
  // Its parser of certificates is large, and most installations have no authority.
  const { timeStampOf } = await import("./time-stamp.ts");
  const since = new Date(Date.parse(clock()) - DAYS_30).toISOString();
  for (const head of await listUnstamped(db, since, AT_ONCE)) {
    const { workspaceId, size } = head;
    try {
      const stamp = await timeStampOf(head.note, tsaUrl);
      await saveTimeStamp(db, head, Buffer.from(stamp).toString("base64"));
    } catch (error) {
      logger.warn({ err: error, workspaceId, size }, "a signed head has no time stamp yet");
      return;
    }
  }
}

export const stampHeadsChore: Chore<Stamping> = {
  name: "stamp-heads",
  everySeconds: 300,
  expireInSeconds: 900,
  work: stampHeads,
};
