import { expect, it, onTestFinished } from "vitest";
import { createLogger } from "../../src/logger.ts";
import { APPROVALS, acmeSeed } from "../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { note } from "../../src/slack/messages/note.ts";
import { createMessenger } from "../../src/slack/messenger.ts";
import { createSlackClients } from "../../src/slack/web-client.ts";
import { noPace } from "../support/no-pace.ts";

it.each(["chat.postMessage", "chat.update"])(
  "%s is not repeated behind our back when its answer is lost: the first one may still land",
  async (method) => {
    const slack = await startSlackWorkspace({ seed: acmeSeed });
    onTestFinished(() => slack.stop());
    const logger = createLogger("silent");
    const clients = createSlackClients(slack.botToken, { ...slack, logger });
    const messenger = createMessenger({ ...clients, pace: noPace, logger });
    const at = await messenger.post("T1", APPROVALS, note("one"));
    slack.faults.failNext(method, { answer: "lost" });

    const message = note("two");
    const sent =
      method === "chat.update"
        ? messenger.update("T1", at, message)
        : messenger.post("T1", APPROVALS, message);

    await expect(sent).rejects.toMatchObject({ code: "unavailable" });
  },
);
