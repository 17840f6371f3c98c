import { setImmediate } from "node:timers/promises";
import type { KnownBlock } from "@slack/types";
import type { Db } from "../platform/database/schema.ts";
import { findPaymentDetails } from "../platform/payment-details/find-payment-details.ts";
import { header, section } from "../platform/slack/blocks/blocks.ts";
import { limits } from "../platform/slack/blocks/limits.ts";
import { bold, date, everyone, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { messageWith } from "../platform/slack/message.ts";
import {
  findCurrentConnection,
  findPolicy,
  findRailsReadAt,
} from "../request/queries/companies.ts";
import { listKnownValues } from "../request/queries/values/known-values.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { everyApprover, everyGroup } from "../request/rules/approval/policy.ts";
import { judgedDetailBlocks } from "./judged-detail.ts";
import type { JudgedDetail } from "./rules/judge.ts";
import {
  byAlarm,
  detailOf,
  isAlarming,
  isUntrustedEntryPoint,
  judgedDetail,
} from "./rules/judge.ts";

interface PaymentCheck {
  /** The alarming ones first. */
  judged: readonly JudgedDetail[];
  /** Found but not compared: there were too many. */
  notLookedAt: number;
  /** ISO 8601; null if the list of all Rails was never read to its end. */
  railsReadAt: string | null;
  /** Names the people to ask about what is alarming. */
  policy: Policy;
}

/** A few statements each. */
const MOST_LOOKED_AT = 200;

export async function checkPaymentDetails(
  db: Db,
  workspaceId: string,
  text: string,
): Promise<PaymentCheck> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const found = findPaymentDetails(text);
  const judged: JudgedDetail[] = [];
  for (const each of found.slice(0, MOST_LOOKED_AT)) {
    judged.push(judgedDetail(each, await listKnownValues(db, connectionId, detailOf(each))));
    // Others wait for their three seconds meanwhile, also where the database is in this process.
    await setImmediate();
  }
  return {
    judged: byAlarm(judged),
    notLookedAt: found.length - judged.length,
    railsReadAt: await findRailsReadAt(db, connectionId),
    policy: await findPolicy(db, workspaceId),
  };
}

export interface PaymentCheckMessage extends PaymentCheck {
  now: string;
  command: string;
  /** The text was too long, and only its beginning was read. */
  isCut: boolean;
}

/** Shows as many IBANs and addresses as fit, the alarming ones first, and counts the rest. */
export function paymentCheck(props: PaymentCheckMessage): Message {
  const { judged, notLookedAt, now } = props;
  const title = `${judged.length + notLookedAt} found`;
  const alarming = judged.filter(isAlarming).length;
  const above = [
    header(`Payment details: ${title}`),
    ...(judged.length === 0 ? [section(NOTHING)] : []),
  ];
  const first = above.length;
  const frame = [
    ...above,
    ...(judged.some(isUntrustedEntryPoint) ? [whomToAsk(props)] : []),
    closing(props),
  ];
  const { blocks, shown } = fitting(
    judged,
    now,
    limits.messageBlocksJson - RESERVE - sizeOf(frame),
  );
  const omitted = leftOut({ ...props, omitted: judged.slice(shown) });
  return messageWith(
    `Payment details checked: ${title}${alarming === 0 ? "" : `, ${alarming} with a warning`}`,
    ...frame.slice(0, first),
    ...blocks,
    ...omitted,
    ...frame.slice(first),
  );
}

const NOTHING =
  "No IBAN or blockchain address found. Checked: IBANs of every country. Addresses of Ethereum and similar networks, Solana, Bitcoin, Litecoin, Dogecoin, Tron, the XRP Ledger, Stellar, Cardano and Cosmos chains. Spaces, code and links are fine.";

/** Room for the sentences about what is left out. */
const RESERVE = 900;
const BLOCKS_RESERVED = 5;

const sizeOf = (blocks: readonly KnownBlock[]): number => [...JSON.stringify(blocks)].length;

/** Shows them in full while there is room, then in brief, then not at all. */
function fitting(judged: readonly JudgedDetail[], now: string, room: number) {
  const blocks: KnownBlock[] = [];
  let [left, shown] = [room, 0];
  for (const each of judged) {
    const fits = DETAILS.map((most) => judgedDetailBlocks(each, now, most)).find(
      (drawn) =>
        sizeOf(drawn) <= left &&
        blocks.length + drawn.length <= limits.messageBlocks - BLOCKS_RESERVED,
    );
    if (!fits) break;
    blocks.push(...fits);
    left -= sizeOf(fits);
    shown++;
  }
  return { blocks, shown };
}

/** How many of each sort of meaning are drawn. */
const DETAILS = [3, 1] as const;

function leftOut({
  omitted,
  notLookedAt,
  isCut,
  command,
}: PaymentCheckMessage & { omitted: readonly JudgedDetail[] }): KnownBlock[] {
  const alarming = omitted.filter(isAlarming).length;
  const warned =
    alarming === 0 ? "none of them with a warning" : `${alarming} of them with a warning`;
  const sentences = [
    ...(omitted.length === 0
      ? []
      : [`${omitted.length} more were found, ${warned}, and have no room here.`]),
    ...(notLookedAt === 0 ? [] : [`${notLookedAt} more were found and not looked at.`]),
    ...(isCut ? ["The message is too long to be read to its end."] : []),
  ];
  if (sentences.length === 0) return [];
  return [
    section(
      [...sentences, `Check the rest in parts, with ${command} check and a part of it.`].join(" "),
    ),
  ];
}

function whomToAsk({ policy }: PaymentCheckMessage): KnownBlock {
  const approvers = everyone(everyApprover(policy), everyGroup(policy), MOST_APPROVERS);
  const named = approvers.length > 0 ? approvers : ["none"];
  return richText([bold("Approvers to ask: "), ...named]);
}

const MOST_APPROVERS = 10;

function closing({ railsReadAt }: PaymentCheckMessage): KnownBlock {
  return richText([
    "Checked against the register, open requests and Rails. The list of all Rails was ",
    ...(railsReadAt === null ? ["never read to its end"] : ["last read ", date(railsReadAt)]),
    ". “Unknown” means neither safe nor unsafe. Account numbers and sort codes are not checked.",
  ]);
}
