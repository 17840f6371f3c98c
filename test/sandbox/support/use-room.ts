import { afterEach } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { modal } from "../slack-workspace/bolt-app.ts";
import { useAcme } from "../slack-workspace/use-acme.ts";
import { control } from "./control.ts";
import { person } from "./person.ts";
import { openSocket } from "./raw-socket.ts";

/** One workspace for the tests of a file, and its control room, which each leaves as it was. */
export function useRoom() {
  const workspace = useAcme();
  const room = () => control(workspace.url);
  afterEach(async () => {
    await room().clear();
    await room().post("/clock", { reset: true });
  });

  return {
    workspace,
    room,
    set: (faults: object) => room().post("/faults", { set: faults }),
    post: (text = "hello") => workspace.client.chat.postMessage({ channel: TREASURY, text }),
    type: (line = "/rail new") => person(workspace.url, ANA).command(TREASURY, line),
    open: (trigger_id: string) =>
      workspace.client.views.open({ trigger_id, view: modal("New Rail", []) }),

    /** A connected app, which is gone at the end of the test. */
    async connected() {
      const app = await openSocket(workspace);
      await app.next();
      return Object.assign(app, { [Symbol.dispose]: () => app.socket.terminate() });
    },
  };
}
