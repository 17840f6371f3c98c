/** Runs `work` once at a time; asked for again meanwhile, it runs once more, so the last drawing is current. */
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
