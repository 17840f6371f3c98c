import type { Pins } from "../authority/pins.ts";
import { loosenings } from "../authority/pins.ts";
import { counted } from "../platform/text/times.ts";
import type { ChangeKind } from "../request/change-kind.ts";
import type { ChangePolicy } from "../request/rules/change.ts";
import { looseningText } from "../request/rules/pinned.ts";
import { aboutSetup } from "../workspace/set-up/setup-kind.ts";

/** Another policy for the workspace. */
export const policyKind: ChangeKind<ChangePolicy> = {
  ...aboutSetup,
  whyPinned,
  whyVoid: ({ from }, { policy }) => (policy.version === from ? undefined : ANOTHER_POLICY),
};

const ANOTHER_POLICY =
  "Another policy has come into force since this was made from the one before: what it would change is not what was shown.";

function whyPinned({ document }: ChangePolicy, pins: Pins): string | undefined {
  const [first, ...more] = loosenings(pins, document);
  if (!first) return undefined;
  const others = more.length === 0 ? "" : ` And ${counted(more.length, "more difference")}.`;
  return `It is looser than the environment allows. ${looseningText(first)}${others}`;
}
