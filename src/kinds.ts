import { importKind } from "./destination/import-kind.ts";
import { retireKind } from "./destination/retire-kind.ts";
import { whitelistKind } from "./destination/whitelist-kind.ts";
import { policyKind } from "./policy/policy-kind.ts";
import { adoptKind } from "./rail/adopting/adopt-kind.ts";
import { endDisputeKind } from "./rail/disputes/end-dispute-kind.ts";
import { railKind } from "./rail/rail-kind.ts";
import type { ChangeKinds } from "./request/change-kind.ts";
import { connectionKind } from "./workspace/connection/connection-kind.ts";
import { channelKind } from "./workspace/set-up/channel-kind.ts";

/** Every kind of change, each in the capability that owns it. */
export const KINDS: ChangeKinds = {
  "create-rail": railKind,
  "whitelist-destination": whitelistKind,
  "import-destination": importKind,
  "retire-destination": retireKind,
  "adopt-rail": adoptKind,
  "end-dispute": endDisputeKind,
  "change-policy": policyKind,
  "change-channel": channelKind,
  "change-connection": connectionKind,
};
