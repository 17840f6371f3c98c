import type { RailApiErrorCode } from "./rail-api-error.ts";

/** What a person is told who wanted to see something of the Rail service's: why it is not there, and who can help. */
export function serviceTroubleSentence(code: RailApiErrorCode): string {
  switch (code) {
    case "unauthenticated":
      return "The Rail service does not accept this workspace's token. An administrator has to replace it.";
    case "not-listed":
      return "This Rail service is not called: Signalbox's configuration no longer lists its address for this environment. An operator lists it in RAIL_API_URLS, or an administrator connects another service.";
    case "not-found":
      return "The Rail service knows no such Rail for this company.";
    case "invalid":
      return "The Rail service did not accept what it was asked. An administrator finds the details in the log.";
    case "not-sent":
      return "The Rail service cannot be reached. Try again in a minute; if it stays like this, an administrator can check its address and the network.";
    case "unavailable":
      return "The Rail service does not answer at the moment. Try again in a minute.";
    case "unexpected-response":
      return "The Rail service answered in a way that its documentation does not describe, so nothing of it is shown. An administrator can check its address.";
  }
}
