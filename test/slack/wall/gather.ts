import { action, block, callback } from "../../../src/platform/slack/blocks/ids.ts";
import { findRequest } from "../../../src/request/queries/requests.ts";
import { approvalClick } from "../../services/steps.ts";
import type { Companies } from "../../services/wall/companies.ts";
import { ADDRESS, ANA, BEN } from "../../support/builders.ts";
import type { Form, Harvest, Press, State } from "./harvest.ts";
import { harvest } from "./harvest.ts";
import type { Heard, Presser } from "./presser.ts";

/** They only show something. */
const NEVER_SUBMITTED: ReadonlySet<string> = new Set([
  callback.notice,
  callback.answer,
  callback.setup,
]);

/** What Acme's own people are shown when they type, press and submit whatever there is, until nothing new comes. */
export async function gathered(
  { acme, posted }: Companies,
  pressers: readonly [Presser, ...Presser[]],
): Promise<Harvest> {
  const [presser] = pressers;
  const found: Harvest = { presses: [], forms: [] };
  const { workspaceId } = acme;
  const [ana, ben] = [
    { workspaceId, userId: ANA },
    { workspaceId, userId: BEN },
  ];
  const learn = async (heard: Heard | Promise<Heard>) => {
    harvest(found, (await heard).words);
    harvest(found, posted.splice(0));
  };
  harvest(found, posted.splice(0));
  for (const who of [ben, ana]) await learn(presser.openHome(who));
  for (const text of COMMANDS) for (const who of [ben, ana]) await learn(presser.type(who, text));
  for (let pressed = 0, sent = 0; pressed + sent < found.presses.length + found.forms.length; ) {
    for (const press of found.presses.slice(pressed)) {
      pressed += 1;
      if (!ENDING.has(press.action)) await learn(presser.press(ben, press));
    }
    for (const form of found.forms.slice(sent)) {
      sent += 1;
      if (NEVER_SUBMITTED.has(form.callback)) continue;
      const right = await rightCharacters(acme, form);
      if (right) await learn(presser.submit(ben, form, right));
      else for (const each of pressers) await learn(each.submit(ana, form));
    }
  }
  const older = found.presses.filter((press) => press.action === action.releaseAttempt);
  return { ...found, presses: [...found.presses, ...older.map(asOnOlderCards)] };
}

/** Cards of earlier releases have a button of its own for what is behind the three dots now. */
const asOnOlderCards = (press: Press): Press => ({ ...press, action: action.closeRequest });

/** It would end what others still have to show. */
const ENDING: ReadonlySet<string> = new Set([
  action.withdrawRequest,
  action.removeToken,
  action.disputeRail,
]);

/** Ben knows the value from elsewhere, so that the check leads on to the review; undefined for any other form. */
async function rightCharacters(
  { deps, workspaceId }: Companies["acme"],
  { callback: id, metadata }: Form,
): Promise<State | undefined> {
  if (id !== callback.checkValue) return undefined;
  const {
    request: { requestId },
  } = JSON.parse(metadata);
  const request = await findRequest(deps.db, { workspaceId, requestId });
  if (!request) throw new Error("Acme has no such request");
  const { asked, typed } = await approvalClick({ deps }, request, BEN);
  return { [`${block.middleGroup}${asked}`]: { [action.value]: { value: typed } } };
}

const COMMANDS = [
  ...[
    "",
    "freeze Because of Quetzal",
    "new",
    "new off",
    "list",
    "pending",
    "destinations",
    "destinations add",
    "resume",
    "review",
  ],
  ...["destinations import", "health", "setup", "policy", "policy history", "policy test"],
  ...[
    "policy propose",
    "show R-1",
    "show R-2",
    "show Quetzal done",
    "show Quetzal paid out",
    `check ${ADDRESS}`,
  ],
];
