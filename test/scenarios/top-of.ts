import { type Person, reads } from "../harness/person.ts";
import { MIDDLE_GROUP, WORDS } from "../harness/words.ts";

const { labels } = WORDS;

/** What a person reads on the modal on top, with its errors; empty if there is none. */
export async function topOf(person: Person): Promise<string> {
  const modal = await person.modal();
  return modal ? [reads(modal), ...Object.values(modal.errors ?? {})].join("\n") : "";
}

/** Answers the question before a review from the approver's own records, if it is asked. */
export async function answerQuestion(person: Person, record: string): Promise<void> {
  const modal = await person.modal();
  const [, first, last] =
    modal?.blocks
      .map((block) => (block.type === "input" ? MIDDLE_GROUP.exec(block.label.text) : null))
      .find((found) => found !== null) ?? [];
  if (first === undefined) return;
  await person.fill(labels.middleGroup, record.slice(Number(first) - 1, Number(last)));
  await person.fill(labels.checkedIn, "Contract or invoice");
  await person.submit();
}
