import { attempt, post, upload } from "./api.js";
import { directory } from "./directory.js";

/** Slack's own clients wait about this long. */
const TYPING_PAUSE_MS = 500;

/**
 * Elements report to a surface: a message, a modal or Home. Edits go out one after another, and only the latest waiting
 * edit of a field goes out. A press waits for all of them. `place` names the surface.
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
    /** Resolves when the server has every entry. */
    settled: () => sending,

    edit: (blockId, actionId, value) => send({ ...editOf(blockId, actionId), value }),

    /** Saves every key at once, and tells the app when the person pauses. */
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

    /** Returns all chosen files, and the reason if these are refused. */
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

    /** Asks the app for the options of an external select. */
    suggest(blockId, actionId, query) {
      const { userId, ...where } = editOf(blockId, actionId);
      return attempt(() => post(`/people/${userId}/suggest`, { ...where, query }));
    },

    /** Calls `read` when every edit is saved, and again if somebody typed meanwhile. */
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
