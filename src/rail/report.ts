import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import { modal } from "../platform/slack/blocks/views.ts";
import { numberOf } from "../request/card/facts.ts";
import { refused } from "../request/forms/admit.ts";
import { frameOf, publicReason, requestForm } from "../request/forms/request-form.ts";
import { readTrust } from "../request/posts/read-facts.ts";
import { report as reportRail } from "../request/rules/at-once.ts";

/**
 * *Report a problem*: holds the Rail at once. It is about the request that names the Rail now, also
 * where an older message was pressed.
 */
export const report = requestForm({
  ...{ deed: "report", needsReason: true },

  async draw({ context, ground, by }, request) {
    const { naming } = await readTrust(context, request, ground.now);
    if (!naming) return refused({ is: "held-already" });
    if (naming.reports.some((each) => each.by === by)) return refused({ is: "already-reported" });
    const what = "This holds the Rail at once. Only approvers can lift the hold.";
    return modal({
      ...frameOf("report", naming),
      title: `Report ${numberOf(request)}`,
      blocks: [richText(section([what])), publicReason({ isFocused: true })],
    });
  },

  async read({ delivery: { person: by } }, { reason }) {
    return (request, around) => reportRail(request, by, reason, around);
  },
});
