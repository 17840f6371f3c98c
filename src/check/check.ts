import type { ModalView } from "@slack/types";
import { readKnown } from "../destination/known.ts";
import { findValues } from "../platform/payment-details/find-values.ts";
import { context as small } from "../platform/slack/blocks/blocks.ts";
import { bold, richText } from "../platform/slack/blocks/rich-text.ts";
import { present } from "../platform/slack/blocks/text.ts";
import { modal } from "../platform/slack/blocks/views.ts";
import { judgeRail, readAllRails } from "../rail/judged-rails.ts";
import type { Asking } from "../request/forms/admit.ts";
import { sentence } from "../request/forms/refusals.ts";
import type { Button, Command } from "../request/forms/surface.ts";
import { readConnection } from "../request/store/connections.ts";
import { readRequests } from "../request/store/requests.ts";
import { type Around, valueBlock } from "./value-block.ts";

export const checkCommand: Command = {
  name: "check",
  usage: "<text>",
  says: "Check whether the IBANs and addresses in a text are known here",
  async run(asking, words) {
    const example = `${asking.context.config.SLACK_COMMAND} check GB29 NWBK 6016 1331 9268 19`;
    if (words !== "") return check(asking, asking.delivery.text.trimStart().replace(/^\S+/, ""));
    return sentence(`Paste an IBAN, an address or a whole text, for example ${example}`);
  },
};

/** The message shortcut *Check payment details*. */
export const checkShortcut: Button = {
  verb: "check_payment_details",
  press: (asking) => check(asking, asking.delivery.text),
};

/**
 * `text` is as it was typed, with what nobody sees. A modal, as Slack opens one for anybody, also
 * where the app is no member.
 */
async function check({ context, ground, inForce, service, account }: Asking, text: string) {
  const { db, config } = context;
  const { workspace, connection } = service;
  const { now } = ground;
  const { requests } = await readRequests(db, workspace, {});
  const byId = new Map(requests.map((request) => [request.id, request]));
  const rails = await readAllRails(db, service, requests);
  return checkModal(text, {
    known: await readKnown(db, service),
    retired: requests.filter(({ state }) => state.is === "closed" && state.how === "retired"),
    current: rails[0] ?? [],
    judged: rails.flat().map((row) => judgeRail(row, byId, now)),
    isWalked: !!(await readConnection(db, workspace, connection))?.walk,
    command: config.SLACK_COMMAND,
    ...{ settings: inForce.settings, now, account },
  });
}

/** What a text's IBANs and addresses are, those with a warning first. */
export function checkModal(text: string, around: Around): ModalView {
  const { found, leftOut, isCut } = findValues(text);
  const drawn = found
    .map((each) => valueBlock(each, around))
    .toSorted((one, other) => Number(other.isRed) - Number(one.isRed));
  const missed = present([
    leftOut > 0 && `${leftOut} more were found and not checked.`,
    isCut && "The text is too long to be read to its end.",
  ]);
  return modal({
    id: "check",
    title: "Check payment details",
    close: "Close",
    blocks: [
      missed.length > 0 && richText(["⚠️ ", bold(missed.join(" "))], ["Check it in parts."]),
      drawn.length === 0 &&
        richText(
          [bold("No IBAN or address found")],
          ["Account numbers without an IBAN are not checked."],
        ),
      ...drawn.map(({ block }) => block),
      small(
        "Checked against the register, open requests and Rails",
        drawn.length > 0 && "“Not known” means neither safe nor unsafe",
        !around.isWalked && "The Rail service's list has not been read yet",
        around.account,
      ),
    ],
  });
}
