import { z } from "zod";
import { input, context as small } from "../platform/slack/blocks/blocks.ts";
import { peopleSelect } from "../platform/slack/blocks/elements.ts";
import { richText } from "../platform/slack/blocks/rich-text.ts";
import { modal } from "../platform/slack/blocks/views.ts";
import { faultOfText } from "../platform/text/typed-text.ts";
import { type Applied, goOn } from "../request/engine/apply.ts";
import { type Act, type Refused, refused } from "../request/forms/admit.ts";
import { carriedBy, REASON, text, typedIn } from "../request/forms/fields.ts";
import { publicReason } from "../request/forms/request-form.ts";
import type { Button, Form } from "../request/forms/surface.ts";
import { takeOut } from "../request/rules/at-once.ts";
import { whyNot } from "../request/rules/may.ts";
import { readGround } from "../request/store/ground.ts";
import { makeChange } from "./make-change.ts";
import { operatorsOf } from "./operator.ts";
import { people } from "./people.ts";

const ID = "take-out";
const typed = z.object({ people, reason: text });
const carried = z.object({ channel: z.string().nullable() });

/** *Take a person out*: at once, by one person whom a requirement names. */
export const takeOutButton: Button = {
  verb: ID,
  async press(asking) {
    const because = whyNot("take-out", asking.by, null, asking);
    if (because) return refused(because);
    const { channel } = asking.delivery;
    const effect = "Takes effect at once. Adding them again needs approval.";
    return modal({
      ...{ id: ID, title: "Take a person out", submit: "Take out" },
      metadata: JSON.stringify({ channel } satisfies z.infer<typeof carried>),
      blocks: [
        richText(
          ["Removes them as an approver from every requirement, and as an auditor."],
          [effect],
        ),
        input("people", "Person", peopleSelect("people", [], 1)),
        publicReason({}),
        small(asking.account),
      ],
    });
  },
};

export const takeOutForm: Form = {
  id: ID,
  async submit(act) {
    const { delivery } = act;
    const given = typed.parse(typedIn(delivery));
    const { channel } = carriedBy(delivery, carried);
    const [person] = given.people;
    const reason = faultOfText(given.reason, REASON);
    if (reason) return { errors: { reason } };
    if (person === undefined) return { errors: { people: "Choose a person." } };
    const applied = await takeOutNow(act, person, { channel, reason: given.reason });
    if (!applied) return { clear: true };
    if ("fault" in applied) return { errors: { people: applied.fault } };
    if (!applied.ok) return applied;
    goOn(act.context, applied);
    return { clear: true };
  },
};

/** By what is read after the lock. Null for a second delivery. */
async function takeOutNow(
  { context, delivery: { workspace, person: by, key: delivery } }: Act,
  person: string,
  { channel, reason }: { channel: string | null; reason: string },
): Promise<Applied | Refused | { fault: string } | null> {
  const { db, config } = context;
  const standings = await context.people.standingsOf(workspace, [by], "minute");
  return db.transaction(workspace, async (tx) => {
    const ground = await readGround(tx, { workspace, request: null, delivery });
    const { inForce, connection, broken } = ground;
    if (ground.delivered) return null;
    if (broken) return refused({ is: "broken" });
    const because = whyNot("take-out", by, null, { inForce, standings });
    if (because) return refused(because);
    if (!inForce || !connection) return refused({ is: "no-settings" });
    const { settings } = inForce;
    const naming = settings.requirements.filter((each) => each.people.includes(person));
    if (naming.length === 0 && !settings.auditors.includes(person)) return { fault: NOBODY };
    if (naming.some((each) => operatorsOf(each, config).people)) return { fault: OPERATORS };
    const taken = takeOut(settings, person);
    if (!taken) return { fault: TOO_FEW };
    return makeChange(context, tx, ground, inForce, {
      ...{ by, reason, connection, delivery, settings: taken },
      askedIn: channel === null ? { person: by } : { channel },
      name: "Take a person out",
    });
  });
}

const NOBODY = "They are neither an approver nor an auditor.";
const TOO_FEW = "Too few people would remain to approve. Add somebody first.";
const OPERATORS =
  "The operator names this person in the environment, and has to remove them there.";
