import { attempt, post } from "./api.js";
import { directory } from "./directory.js";

/**
 * Where elements report to: a message, the modal or Home. Edits go out one after another, and of several
 * edits of one field that wait, only the latest; a press waits until all are out.
 */
export function createSurface(name) {
  const waiting = new Map();
  let sending = Promise.resolve();
  let edits = 0;

  async function send({ userId, ...edit }) {
    return attempt(() => post(`/people/${userId}/act`, { surface: name, ...edit }));
  }

  async function sendNext() {
    const [[key, edit] = []] = waiting;
    if (!edit) return;
    waiting.delete(key);
    await send(edit);
  }

  return {
    edit(blockId, actionId, value) {
      edits += 1;
      const userId = directory.me.id;
      waiting.set([userId, blockId, actionId].join("/"), { userId, blockId, actionId, value });
      sending = sending.then(sendNext);
      return sending;
    },

    async press(blockId, actionId, more = {}) {
      const userId = directory.me.id;
      await sending;
      return send({ userId, blockId, actionId, ...more });
    },

    settled: () => sending,

    /** Reads with `read` what holds every edit made so far: it reads again when someone typed meanwhile. */
    async readSettled(read) {
      for (;;) {
        await sending;
        const seen = edits;
        const answer = await read();
        if (seen === edits) return answer;
      }
    },
  };
}
