import { stopOnSignal } from "../../../src/platform/process/stop-on-signal.ts";

/** A process that stops as its first argument says, and has the milliseconds of its second for it. */
const [how, within] = process.argv.slice(2);
const WAYS: Record<string, () => Promise<void>> = {
  cleanly: async () => {},
  never: () => new Promise(() => {}),
  badly: () => Promise.reject(new Error("The database is gone")),
};
const stop = WAYS[how ?? ""];
if (!stop) throw new Error(`There is no such way to stop: ${how}`);

setInterval(() => {}, 60_000);
stopOnSignal({
  async stop() {
    process.stdout.write("stopping\n");
    await stop();
  },
  fail(title, faults) {
    process.stderr.write([title, ...faults].join("\n"));
    process.exit(1);
  },
  within: Number(within),
});
process.stdout.write("running\n");
