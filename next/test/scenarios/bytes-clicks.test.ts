import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { openStage, type Stage } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { countCalls } from "./creating.ts";
import { openTampering, type Submitted } from "./tampering.ts";
import {
  ANA,
  answerQuestion,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  cards,
  opened,
  register,
  TREASURY,
  WALLET,
} from "./team.ts";

const { states, buttons, labels, command, commands } = WORDS;

/** Opens what approves a request, and answers the question before it. */
async function review(stage: Stage, by: string, number: string) {
  const person = stage.as(by);
  await person.press(await card(stage, number), buttons.review);
  await opened(stage, person);
  await answerQuestion(person, WALLET);
  return person;
}

type Carried = Readonly<Record<string, unknown>>;

/** What a view carries is replaced by this. */
const carrying =
  (change: (carried: Carried) => unknown) =>
  ({ view }: Submitted): void => {
    view.private_metadata = JSON.stringify(change(JSON.parse(view.private_metadata)));
  };

test("S26 an approval counts only with what its view showed", async () => {
  await using stage = await openStage();
  await register(stage);
  const [first, second] = [await askForRail(stage), await askForRail(stage, { name: "Other" })];
  await using tampering = await openTampering(stage);
  const seen: Carried[] = [];
  const ben = await review(stage, BEN, second);
  tampering.change(carrying((each) => seen.push(each) && { ...each, digest: "0".repeat(64) }));
  await ben.submit();
  await ben.close("all");
  const digest = String(seen[0]?.digest);

  const changes: ((each: Carried) => unknown)[] = [
    (each) => ({ ...each, digest: digest.toUpperCase() }),
    // The digest of another request, and another request for this digest.
    (each) => ({ ...each, digest }),
    (each) => ({ ...each, request: seen[0]?.request }),
    (each) => ({ ...each, request: "00000000-0000-4000-8000-000000000000" }),
    (each) => ({ ...each, round: 2 }),
    (each) => ({ ...each, group: null }),
    (each) => ({ ...each, group: "0000" }),
    () => ({}),
    () => null,
  ];
  const said: string[] = [];
  for (const change of changes) {
    const cal = await review(stage, CAL, first);
    tampering.change(carrying(change));
    await cal.submit();
    await stage.settle();
    const modal = await cal.modal();
    said.push(modal ? reads(modal) : "nothing");
    await cal.close("all");
    await stage.pass(30_000);
  }
  expect(said).toEqual(changes.map(() => expect.stringMatching(/Not approved|did not work/)));
  for (const number of [first, second]) {
    const { state, text } = await card(stage, number);
    expect({ state, text }).toEqual({
      state: states.waiting,
      text: expect.stringContaining("0 of 2"),
    });
  }

  // Left as it was, it counts.
  await approve(stage, CAL, first);
  await approve(stage, BEN, first);
  expect((await card(stage, first)).state).toBe(states.payable);
  expect(countCalls(stage, "POST /rails")).toBe(1);
});

test("S26 a review whose answers were edited asks for nothing, and shows what they are", async () => {
  await using stage = await openStage();
  await register(stage);
  await using tampering = await openTampering(stage);
  const ana = stage.as(ANA);
  await ana.say(TREASURY, `${command} ${commands.newRail}`);
  await opened(stage, ana);
  await ana.fill(labels.destination, "Treasury cold wallet");
  await ana.fill(labels.name, "Payroll float");
  await ana.fill(labels.reason, "Payroll");
  await ana.submit();
  tampering.change(
    carrying((each) => ({ ...each, answers: { ...Object(each.answers), name: "Other name" } })),
  );
  await ana.submit();
  await stage.settle();
  const modal = await ana.modal();
  expect(modal && reads(modal)).toContain("Other name");
  expect(await cards(stage.as(BEN))).toHaveLength(1);
});
