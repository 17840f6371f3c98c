import type { Place } from "../../platform/slack/slack.ts";
import type { Requested } from "../request-change.ts";

/** Why what was reviewed was not asked for. */
export type AskingRefusal = Extract<Requested, { ok: false }>["because"];

/** Says why, and what to do about it. Nothing has been asked for. */
export function askingRefusalSentence(because: AskingRefusal): string {
  switch (because) {
    case "destination-not-usable":
      return "The destination can no longer be used: it was retired or changed in the meantime. Choose another one, or ask for a new one to be whitelisted.";
    case "already-registered":
      return "It has come into the register in the meantime, so nothing was asked for. The list of destinations shows it.";
    case "already-asked":
      return "Somebody has asked for the same in the meantime, so nothing was asked for. The list of pending requests shows it.";
    case "id-taken":
      return "This id of the Rail service has come into the register in the meantime, so nothing was asked for. The list of destinations shows it.";
    case "contradicted":
      return "The Rail service has shown this id with another address or IBAN in the meantime, so nothing was asked for. Clear that up with the service first.";
    case "set-up-changed":
      return "The set-up has changed in the meantime, so nothing was asked for. Start again from what is in force now.";
    case "pinned":
      return "The environment of Signalbox sets this, so nothing was asked for. Whoever runs Signalbox can change the setting.";
    case "draft-gone":
      return "This form was forgotten, so nothing was asked for. Signalbox keeps a form for a day, and only the newest ones of each person. Start again with a new one.";
    case "draft-changed":
      return "The form was changed after this review was drawn, so nothing was asked for. Review it again.";
    case "connection-changed":
      return "The connection to the Rail service has changed since the form was opened, so nothing was asked for. Start again with a new one.";
    case "group-not-known":
      return "Nothing was asked for. Slack did not say who is in the user groups that decide who has to approve this. Try again in a minute; if it stays like this, an administrator can look at the app's permissions.";
    case "too-many-of-yours":
      return "You have as many open requests as one person may have, so nothing was asked for. Withdraw one of them, or wait until one has ended.";
    case "too-many-here":
      return "This workspace has as many open requests as it may have, so nothing was asked for. Approvers find them in the list of pending requests, and deny those that nobody needs.";
    case "seen-before":
      return "This was received twice and done once.";
  }
}

/** Why no card could stand in the approvals channel, and who can mend it; undefined where it can. */
export function approvalsObstacle(place: Place): string | undefined {
  switch (place) {
    case "ours":
    // Slack's own trouble: the card is posted as soon as it is over.
    case "not-known":
      return undefined;
    case "not-a-member":
      return "The bot is not in the approvals channel: invite it there with /invite, then ask again.";
    case "not-found":
      return "The bot cannot see the approvals channel: invite it there with /invite, or have an administrator name another one.";
    case "archived":
      return "The approvals channel is archived: an administrator has to name another one.";
    case "shared":
      return "The approvals channel is shared with another organisation, which must not see approvals: an administrator has to name another one.";
    case "direct-message":
      return "The approvals channel is a direct message: an administrator has to name a channel.";
  }
}
