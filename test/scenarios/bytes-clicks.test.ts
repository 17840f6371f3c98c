import { expect, test } from "vitest";
import type { Submitted } from "../harness/front.ts";
import { WORDS } from "../harness/words.ts";
import { BEN, CAL, openRegistered } from "./team.ts";
import { topOf } from "./top-of.ts";

const { states } = WORDS;

type Carried = Readonly<Record<string, unknown>>;

/** What a view carries is replaced by this. */
const carrying =
  (change: (carried: Carried) => unknown) =>
  ({ view }: Submitted): void => {
    view.private_metadata = JSON.stringify(change(JSON.parse(view.private_metadata)));
  };

test("S26 an approval counts only with what its view showed", async () => {
  await using stage = await openRegistered();
  // A review whose answers were edited asks for nothing, and shows what they are.
  const ana = await stage.fillInRail();
  await ana.submit();
  stage.entrance.change(
    carrying((each) => ({ ...each, answers: { ...Object(each.answers), name: "Other name" } })),
  );
  await stage.submit(ana);
  expect(await topOf(ana)).toContain("Other name");
  expect(await stage.cards()).toHaveLength(1);
  await ana.close("all");

  const [first, second] = [await stage.askForRail(), await stage.askForRail({ name: "Other" })];
  const seen: Carried[] = [];
  const ben = await stage.review(BEN, second);
  stage.entrance.change(carrying((each) => seen.push(each) && { ...each, digest: "0".repeat(64) }));
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
    const cal = await stage.review(CAL, first);
    stage.entrance.change(carrying(change));
    await stage.submit(cal);
    said.push(await topOf(cal));
    await cal.close("all");
    await stage.pass(30_000);
  }
  expect(said).toEqual(changes.map(() => expect.stringContaining("did not work")));
  for (const number of [first, second]) {
    const { state, text } = await stage.card(number);
    expect({ state, text }).toEqual({
      state: states.waiting,
      text: expect.stringContaining("0 of 2"),
    });
  }

  // Left as it was, it counts.
  await stage.approve(CAL, first);
  await stage.approve(BEN, first);
  await stage.card(first, states.payable);
  expect(stage.countCalls("POST /rails")).toBe(1);
});
