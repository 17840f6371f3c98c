import { createClock } from "../../src/sandbox/slack-workspace/control/clock.ts";
import { openStore } from "../../src/sandbox/slack-workspace/kept/store.ts";
import { ANA, APPROVERS, environmentOf, TREASURY } from "../campaign/company.ts";
import { createMovableClock } from "../harness/movable-clock.ts";
import { createOutside } from "../harness/outside.ts";
import { createDatabase } from "../harness/postgres.ts";
import { type Outside, startProcess } from "../harness/seam.ts";
import { MIDDLE_GROUP, WORDS } from "../harness/words.ts";
import { createPerson, type Person } from "./person.ts";
import { createWorld } from "./world.ts";

export type Company = Awaited<ReturnType<typeof openCompany>>;

interface Options {
  /** Without them only what a commit made due is done. */
  loops?: boolean;
  requesters?: readonly string[];
  approvers?: readonly string[];
}

const { buttons, labels, options, commands } = WORDS;
const WALLET = "Treasury cold wallet";
const ADDRESS = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

/** One process of the product over the seam, with a registered wallet. `await using` ends it. */
export async function openCompany({
  loops = true,
  requesters = [],
  approvers = APPROVERS,
}: Options) {
  const database = await createDatabase({ withAppRole: true });
  const clock = createMovableClock(createClock(openStore(), Date.now), database);
  const world = createWorld(clock.now, [ANA, ...requesters, ...approvers]);
  const statements: string[] = [];
  const outside = createOutside(clock, database, new Map());
  const process = await startProcess(
    { ...environmentOf(database.url, 0), APPROVERS: approvers.join() },
    { ...outside, fetch: world.fetch, pool: counting(outside.pool, statements) },
    { loops },
  );
  const as = (id: string) => createPerson(id, world, process);
  const company = {
    ...{ world, process, statements, jump: clock.jump, as },

    /** Asks by the form, up to the review; submitting that asks. */
    async fillIn(by: Person, name: string): Promise<void> {
      await by.command(commands.newRail, TREASURY);
      by.fill(labels.destination, WALLET);
      by.fill(labels.name, name);
      by.fill(labels.reason, reasonOf(name));
      await by.submit();
      if (by.labels().includes(labels.secondRail)) by.fill(labels.secondRail, options.anotherRail);
    },

    /** Opens the review behind a request's card, and answers its question. */
    async review(by: Person, name: string): Promise<void> {
      await by.press(world.messageWith(reasonOf(name), buttons.review), buttons.review);
      const question = by.labels().find((label) => MIDDLE_GROUP.test(label));
      if (question === undefined) return;
      const [, from, to] = MIDDLE_GROUP.exec(question) ?? [];
      by.fill(question, ADDRESS.slice(Number(from) - 1, Number(to)));
      by.fill(labels.checkedIn, "");
      await by.submit();
    },

    async [Symbol.asyncDispose]() {
      await process.stop();
      await database.drop();
    },
  };
  await register(company, approvers.slice(0, 2));
  return company;
}

/** Finds its card: its name also stands on those of later Rails of the same route. */
const reasonOf = (name: string) => `Reason of ${name}`;

/** A pool that writes down what is asked of it. */
const counting = (pool: Outside["pool"], statements: string[]): Outside["pool"] => ({
  async connect() {
    const client = await pool.connect();
    return {
      query(query) {
        statements.push(query.text);
        return client.query(query);
      },
      release: (destroy) => client.release(destroy),
    };
  },
  end: () => pool.end(),
});

async function register(
  { as, process, review, world }: Company,
  approvers: readonly string[],
): Promise<void> {
  const ana = as(ANA);
  await ana.command(commands.addDestination, TREASURY);
  ana.fill(labels.address, ADDRESS);
  ana.fill(labels.name, WALLET);
  ana.fill(labels.reason, reasonOf(WALLET));
  await ana.submit();
  await ana.submit();
  await process.idle();
  for (const id of approvers) {
    const approver = as(id);
    await review(approver, WALLET);
    await approver.submit();
    await process.idle();
  }
  if (world.rails.posts().length !== 1) throw new Error("The wallet is not registered");
}
