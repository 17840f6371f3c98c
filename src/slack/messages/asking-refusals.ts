import type { Requested } from "../../services/request-rail.ts";

/** Why a reviewed Rail was not asked for. */
export type AskingRefusal = Extract<Requested, { ok: false }>["because"];

/** Says why, and what to do about it. Nothing has been asked for. */
export function askingRefusalSentence(because: AskingRefusal): string {
  switch (because) {
    case "destination-not-usable":
      return "The destination can no longer be used: it was retired or changed in the meantime. Choose another one, or ask an administrator to whitelist it again.";
    case "draft-gone":
      return "This form is no longer there, so nothing was asked for. Start again with a new one.";
    case "draft-changed":
      return "The form was changed after this review was drawn, so nothing was asked for. Review it again.";
    case "connection-changed":
      return "The connection to the Rail service has changed since the form was opened, so nothing was asked for. Start again with a new one.";
    case "seen-before":
      return "This was received twice and done once.";
  }
}
