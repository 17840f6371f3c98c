import { type Person, reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, type Team, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";

const { buttons, command, commands, labels, options } = WORDS;

/** A person as they are read on a screen. */
export const at = (id: string) => `<@${id}>`;

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** The settings as a person reads them, and where. */
export async function settingsOf(stage: Team, by = ANA) {
  const person = stage.as(by);
  await person.say(TREASURY, `${command} ${commands.settings}`);
  await stage.settle();
  const shown = (await person.messages(TREASURY)).filter(({ ephemeral }) => ephemeral).at(-1);
  if (!shown) throw new Error(`${by} was shown nothing`);
  return { person, at: { channel: TREASURY, ts: shown.ts }, text: reads(shown) };
}

/** The form of a part, filled in. */
export async function fillInPart(
  stage: Team,
  part: string,
  fields: Fields,
  by = ANA,
): Promise<Person> {
  const { person, at } = await settingsOf(stage, by);
  await person.fill(labels.change, part, at);
  await stage.opened(person);
  const all = { [labels.reason]: "Agreed at the board", ...fields };
  for (const [label, value] of Object.entries(all)) await person.fill(label, value);
  return person;
}

/** Asks for a change. The number of its request. */
export const askForChange = async (stage: Team, part: string, fields: Fields, by = ANA) =>
  stage.sendForApproval(await fillInPart(stage, part, fields, by));

/** Another requirement, agreed by those of the environment. */
export async function addRequirement(
  stage: Team,
  {
    name = "CFO",
    people,
    needed = 1,
  }: { name?: string; people: readonly string[]; needed?: number },
): Promise<string> {
  const fields = { [labels.name]: name, [labels.approvers]: people };
  const all = { ...fields, [labels.needed]: String(needed) };
  const number = await askForChange(stage, options.addRequirement, all);
  await stage.approveAll(number);
  return number;
}

/** Takes a person out. What is then to be read; empty once it is done. */
export async function takeOut(stage: Team, by: string, person: string): Promise<string> {
  const { person: acting, at } = await settingsOf(stage, by);
  await acting.press(at, buttons.takeOut);
  await stage.opened(acting);
  await acting.fill(labels.person, [person]);
  await acting.fill(labels.reason, "Left the company");
  await stage.submit(acting);
  const said = await topOf(acting);
  await acting.close("all");
  return said;
}
