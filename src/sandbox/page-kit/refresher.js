/** Runs `work` once at a time, and once more if it was asked for meanwhile, so that the last drawing is current. */
export function refresher(work) {
  let running;
  let isStale = false;

  async function run() {
    do {
      isStale = false;
      await work();
    } while (isStale);
  }

  return () => {
    if (running) isStale = true;
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
