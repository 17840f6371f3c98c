import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import { bold, mentions, richText, userGroups } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { looseningLeaves, NO_CHANNEL_YET, NOT_WHOLE_YET } from "../../request/pin-words.ts";
import type { PolicyAnswer } from "../save-policy.ts";

type Refused =
  | Extract<PolicyAnswer, { ok: false }>
  | Extract<PolicyAnswer, { how: "unchanged" | "seen-before" }>;

/** More are counted. */
const MOST = 20;

/** Why a policy was not asked for, and what to write instead. */
export function whyPolicyRefused(answer: Refused, command: string): Message {
  const rows = rowsOf(answer, command);
  const text = "The policy was not sent for approval";
  return headed(text, richText(...rows));
}

function rowsOf(answer: Refused, command: string): Lines {
  if (answer.ok) return [["This is already the current policy. Nothing was changed."]];
  switch (answer.because) {
    case "faults":
      return answer.faults.slice(0, MOST).map(({ why }) => [why]);
    case "in-vain":
      return inVainRows(answer.inVain);
    case "unsatisfiable":
      return [
        ["Some requests could never be approved:"],
        ...answer.rules.slice(0, MOST).map(hangsRow),
        answer.rules.length > MOST && [`and ${counted(answer.rules.length - MOST, "more rule")}`],
        ["Name more people, or require fewer approvals."],
      ];
    case "looser":
      return [
        ["This policy is looser than the configuration allows:"],
        ...answer.loosenings.slice(0, MOST).map(looseningLeaves),
        answer.loosenings.length > MOST && [
          `and ${counted(answer.loosenings.length - MOST, "more difference")}`,
        ],
        ["Write a stricter one. The operator of Signalbox can change the settings."],
      ];
    case "not-whole-yet":
      return [[NOT_WHOLE_YET]];
    case "no-channel":
      return [[NO_CHANNEL_YET]];
    case "changed-meanwhile":
      return [
        [
          `Another policy has taken effect since this form was opened. Close it, and begin again with ${command} policy.`,
        ],
      ];
    case "too-large":
      return [[TOO_LARGE]];
    case "no-connection":
      return [
        [
          `Signalbox is not set up in this workspace yet, so nobody is there who could approve it: an administrator types ${command} setup.`,
        ],
      ];
  }
}

export const TOO_LARGE =
  "This changes more than the approvers could be shown at once, so nothing was sent. Propose it in parts.";

type InVain = Extract<PolicyAnswer, { because: "in-vain" }>["inVain"];

function inVainRows({ inactive, emptyGroups, unknownGroups }: InVain): Lines {
  return [
    ...(inactive.length === 0
      ? []
      : [
          [bold("Named, but do not count: "), ...mentions(inactive, MOST)],
          [
            "Bots, guests, deactivated accounts and people from outside this workspace never count. People whom Slack does not identify do not count either. Remove them.",
          ],
        ]),
    emptyGroups.length > 0 && [bold("Without anybody who counts: "), ...userGroups(emptyGroups)],
    ...(unknownGroups.length === 0
      ? []
      : [
          [bold("Slack does not say who is in: "), ...userGroups(unknownGroups)],
          ["Try again in a minute, or name people."],
        ]),
  ];
}

type Hanging = Extract<PolicyAnswer, { because: "unsatisfiable" }>["rules"][number];

function hangsRow({ rule, needed, active, approvalsRequired }: Hanging): Line {
  const requester = needed > approvalsRequired ? " The requester never counts." : "";
  const now = active.length === 0 ? "Nobody can now." : `${active.length} can now: `;
  return [
    bold(`“${shortened(rule, 60)}”: `),
    `${counted(approvalsRequired, "approval")} needed.${requester} Name at least ${counted(needed, "person", "people")} who can approve. ${now}`,
    ...mentions(active, MOST),
  ];
}
