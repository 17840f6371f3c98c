import { z } from "zod";
import { actions, header, input, context as small } from "../platform/slack/blocks/blocks.ts";
import { button, peopleSelect } from "../platform/slack/blocks/elements.ts";
import { bold, richText } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message, modal } from "../platform/slack/blocks/views.ts";
import { goOn } from "../request/engine/apply.ts";
import { type Act, admit, refused } from "../request/forms/admit.ts";
import { text, textField, typedIn } from "../request/forms/fields.ts";
import { notice, sentence } from "../request/forms/refusals.ts";
import type { Command, Form, OpenButton } from "../request/forms/surface.ts";
import type { Settings } from "../request/rules/settings.ts";
import { readLastBy } from "../request/store/chain.ts";
import { type Account, readConnection } from "../request/store/connections.ts";
import { readGround } from "../request/store/ground.ts";
import { wasSetUp } from "../request/store/signed-rows.ts";
import { channelField, faultOfChannel } from "../settings/channel.ts";
import { AT_FIRST } from "../settings/from-environment.ts";
import { makeChange } from "../settings/make-change.ts";
import { NAMES } from "../settings/operator.ts";
import { faultOfPeople, MOST, people } from "../settings/people.ts";
import { drawSettings } from "../settings/setup.ts";
import { setTokenButton, whyNoAdministrator } from "./token-link.ts";

/** Who decides, and all else that the workspace sets; or, for administrators, how it is set up. */
export const setupCommands = [
  { name: "setup", says: "Who approves what, the team, and all other settings" },
  { name: "policy", says: "The same as setup" },
].map((each): Command => ({ ...each, usage: "", open: openSetup }));

async function openSetup(act: Act) {
  const asking = await admit(act);
  if (asking.ok) return drawSettings(asking);
  const { context, delivery } = act;
  if (asking.because.is !== "no-settings") return asking;
  if (await wasSetUp(context.db, delivery.workspace)) return refused({ is: "broken" });
  if ((await whyNoAdministrator(act)) !== null) return asking;
  return setupMessage(await readOffered(act));
}

interface Offered {
  account: Account;
  lastFour: string;
}

const entered = z.object({ connection: z.string(), lastFour: z.string() });

/** The last token that this person entered; null for none. Nobody else uses it. */
async function readOffered({ context, delivery }: Act): Promise<Offered | null> {
  const { workspace, person } = delivery;
  const entry = await readLastBy(context.db, workspace, "token-entered", person);
  if (!entry) return null;
  const { connection, lastFour } = entered.parse(JSON.parse(entry.facts));
  const account = await readConnection(context.db, workspace, connection);
  return account?.mark ? { account, lastFour } : null;
}

export function setupMessage(offered: Offered | null): Message {
  const use = offered && `Use …${offered.lastFour}`;
  return message(
    "Set up Signalbox",
    header("Set up Signalbox"),
    richText(
      [bold("Rail service")],
      [offered ? `Token …${offered.lastFour}, ${offered.account.baseUrl}` : "No token yet"],
      [bold("Approvals channel and approvers")],
      ["Not chosen yet. Until then nobody can request or approve anything."],
    ),
    actions(
      use !== null &&
        button(use, "use-token", "token", { says: `${use}, the token`, isPrimary: true }),
      button("Set token", "set-token", "token", { says: SET, isPrimary: !offered }),
    ),
    small("Administrators are not approvers automatically."),
  );
}

const SET = "Set the service's token";
const ID = "set-up";

/** *Use …611f*: by whoever entered that token. */
const useButton: OpenButton = {
  verb: "use-token",
  async open(act) {
    const because = await whyNoAdministrator(act);
    if (because !== null) return sentence(because);
    const offered = await readOffered(act);
    const { context, delivery } = act;
    if (!offered || (await wasSetUp(context.db, delivery.workspace))) return sentence(NOTHING);
    return setupModal(offered);
  },
};

const NOTHING = "You have entered no token that can be used. Open the settings again.";

export const setupModal = ({ account, lastFour }: Offered) =>
  modal({
    ...{ id: ID, title: "Set up Signalbox", submit: "Set up", close: "Cancel" },
    metadata: account.id,
    blocks: [
      richText([bold("Rail service: "), `token …${lastFour}, ${account.baseUrl}`]),
      channelField(null),
      input("people", "Approvers", peopleSelect("people", [], MOST.approvers), {
        hint: "Nobody can approve their own request, so choose one more than must approve.",
      }),
      textField("needed", String(AT_FIRST.needed), { label: "Approvals needed", max: 2 }),
      small("Later changes need these approvers."),
    ],
  });

const typed = z.object({
  channel: text,
  people,
  needed: text.transform((given) => (/^[0-9]{1,2}$/.test(given) ? Number(given) : 0)),
});

/** The first settings are one administrator's, announced to all whom they name. */
const setupForm: Form = {
  id: ID,
  async submit(act) {
    const { context, delivery } = act;
    const { workspace, person: by, key, view } = delivery;
    const because = await whyNoAdministrator(act);
    if (because !== null) return { update: notice(sentence(because)) };
    const offered = await readOffered(act);
    if (!offered || offered.account.id !== view?.metadata) {
      return { update: notice(sentence(NOTHING)) };
    }
    const { channel, people: ids, needed } = typed.parse(typedIn(delivery));
    const somewhere = { context, service: { workspace } };
    const faults = {
      channel: await faultOfChannel(somewhere, channel),
      people: await faultOfPeople(somewhere, "approvers", ids, needed),
      needed: needed >= 1 ? undefined : "Enter a number from 1.",
    };
    const errors = Object.entries(faults).filter((each): each is [string, string] => !!each[1]);
    if (errors.length > 0) return { errors: Object.fromEntries(errors) };
    const { account, lastFour } = offered;
    const requirement = { when: {}, people: ids, needed };
    const settings: Settings = {
      ...{ connectionId: account.id, channel, team: AT_FIRST.team, auditors: [] },
      requirements: [
        { name: NAMES.rails, covers: "rails", ...requirement },
        { name: NAMES.destinations, covers: "destinations", ...requirement },
      ],
      ...{ coolDownHours: AT_FIRST.coolDownHours, expiresInHours: AT_FIRST.expiresInHours },
    };
    const applied = await context.db.transaction(workspace, async (tx) => {
      const ground = await readGround(tx, { workspace, request: null, delivery: key });
      if (ground.delivered) return "done";
      if (await wasSetUp(tx, workspace)) return null;
      const nothing = { version: 0, settings: { ...settings, requirements: [] } };
      return makeChange(context, tx, ground, nothing, {
        ...{ by, askedIn: { channel }, connection: account, settings, delivery: key },
        ...{ name: "Set-up", reason: `Set up with token …${lastFour}, ${account.baseUrl}` },
      });
    });
    if (!applied) return { update: notice(sentence(NOTHING)) };
    if (applied !== "done") goOn(context, applied);
    const title = "Signalbox is set up";
    const next = richText(["Next, add where Rails may deliver."]);
    const add = actions(button("Add a destination", "add-destination", "wallet"));
    return { update: notice(message(title, next, add), title) };
  },
};

export const installButtons = [setTokenButton, useButton];
export const installForms = [setupForm];
