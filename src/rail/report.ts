import { actions } from "../platform/slack/blocks/blocks.ts";
import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import { message, modal } from "../platform/slack/blocks/views.ts";
import { press } from "../request/card/face.ts";
import { numberOf } from "../request/card/facts.ts";
import { refused } from "../request/forms/admit.ts";
import { frameOf, publicReason, requestForm } from "../request/forms/request-form.ts";
import { readTrust } from "../request/posts/read-facts.ts";
import { report as reportRail } from "../request/rules/at-once.ts";

/**
 * *Report a problem*: holds the Rail at once. It is about the request that names the Rail now, also
 * where an older message was pressed. A private copy of its instructions, which nothing could reach
 * later, loses them before.
 */
export const report = requestForm({
  ...{ deed: "report", needsReason: true },
  done: "This Rail is held. Only approvers can lift the hold.",

  async draw({ context, ground, by }, request) {
    const { naming } = await readTrust(context, request, ground.now);
    if (!naming) return refused({ is: "held-already" });
    if (naming.reports.some((each) => each.by === by)) return refused({ is: "already-reported" });
    const number = numberOf(request);
    const what = "This holds the Rail at once. Only approvers can lift the hold.";
    const view = modal({
      ...frameOf("report", naming),
      title: `Report ${number}`,
      blocks: [richText(section([what])), publicReason({ isFocused: true })],
    });
    const says = `You pressed Report a problem on ${number}. Do not pay before you check it again.`;
    const again = actions(press(request, "Check again", "check-again"));
    return { view, inPlace: message(says, richText(section([says])), again) };
  },

  async read({ delivery: { person: by } }, { reason }) {
    return (request, around) => reportRail(request, by, reason, around);
  },
});
