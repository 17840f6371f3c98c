import { attempt, post, upload } from "./api.js";
import { directory } from "./directory.js";

/** As long as Slack's own clients wait, more or less. */
const TYPING_PAUSE_MS = 500;

/**
 * Where elements report to: a message, a modal or Home. Edits go out one after another, and of several edits
 * of one field that wait, only the latest; a press waits until all are out. `place` says where it is by now.
 */
export function createSurface(place) {
  const waiting = new Map();
  const pauses = new Map();
  let sending = Promise.resolve();
  let telling = Promise.resolve();
  let edits = 0;

  const act = ({ userId, ...what }) =>
    attempt(() => post(`/people/${userId}/act`, what, { app: what.surface.app }));

  const editOf = (blockId, actionId) => ({
    userId: directory.me.id,
    surface: place(),
    blockId,
    actionId,
  });

  const keyOf = ({ userId, surface, blockId, actionId }) =>
    JSON.stringify([userId, surface, blockId, actionId]);

  function send(edit) {
    edits += 1;
    waiting.set(keyOf(edit), edit);
    sending = sending.then(sendNext);
    return sending;
  }

  async function sendNext() {
    const [[key, edit] = []] = waiting;
    if (!edit) return;
    waiting.delete(key);
    await act(edit);
  }

  function onPause(key) {
    const pause = pauses.get(key);
    if (!pause || pause.isDue) return;
    clearTimeout(pause.timer);
    pause.isDue = true;
    telling = telling.then(async () => {
      pauses.delete(key);
      await sending;
      if (pause.isStillThere()) await act(pause.edit);
    });
  }

  return {
    /** Everything typed or chosen so far is with the server. */
    settled: () => sending,

    edit: (blockId, actionId, value) => send({ ...editOf(blockId, actionId), value }),

    /** Keeps what is typed at once, key by key, and tells the app of it when the person pauses. */
    type(blockId, actionId, value, isStillThere) {
      const edit = editOf(blockId, actionId);
      const key = keyOf(edit);
      const known = pauses.get(key);
      if (!known?.isDue) {
        clearTimeout(known?.timer);
        const timer = setTimeout(() => onPause(key), TYPING_PAUSE_MS);
        pauses.set(key, { edit, isStillThere, timer, isDue: false });
      }
      return send({ ...edit, value, isTyping: true });
    },

    async press(blockId, actionId, more = {}) {
      const pressed = editOf(blockId, actionId);
      await sending;
      return act({ ...pressed, ...more });
    },

    /** Answers with all files that are chosen by now, and why these are not among them. */
    upload(blockId, actionId, files) {
      const { userId, ...where } = editOf(blockId, actionId);
      const app = where.surface.app;
      edits += 1;
      const uploading = sending.then(() =>
        attempt(() => upload(`/people/${userId}/files`, where, files, { app })),
      );
      sending = uploading;
      return uploading;
    },

    /** What the app offers for what was typed into an external select. */
    suggest(blockId, actionId, query) {
      const { userId, ...where } = editOf(blockId, actionId);
      return attempt(() => post(`/people/${userId}/suggest`, { ...where, query }));
    },

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
