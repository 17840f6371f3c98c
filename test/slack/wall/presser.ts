import type { Receiver } from "@slack/bolt";
import { App } from "@slack/bolt";
import { boltLogger, createLogger } from "../../../src/platform/process/logger.ts";
import { createDeliveryClient } from "../../../src/platform/slack/intake/delivery-client.ts";
import type { DeliveryWatch } from "../../../src/platform/slack/intake/delivery-watch.ts";
import { fromServed } from "../../../src/platform/slack/intake/from-served.ts";
import { clientOptions } from "../../../src/platform/slack/web-client.ts";
import type { Context } from "../../../src/request/context.ts";
import { register } from "../../../src/wiring/bind-slack.ts";
import { tellFailure } from "../../../src/wiring/slack-app.ts";
import { createFakeSlack, meaningOf, SLACK } from "./fake-slack.ts";
import type { Form, Press, State } from "./harvest.ts";
import { filledIn } from "./harvest.ts";

const KINDS = ["command", "shortcut", "action", "view", "event"] as const;

/** What a listener is bound to. */
export interface Bound {
  kind: (typeof KINDS)[number];
  id: string;
}

/** Everything that `register` binds, by asking it. Throws for what nobody here can press yet. */
export function everyListener(): Bound[] {
  const bound: Bound[] = [];
  const app = new Proxy(
    {},
    {
      get: (_, name: string) => (wanted: unknown) => {
        if (name === "use") return;
        const kind = KINDS.find((each) => each === name);
        for (const id of idsOf(wanted)) {
          if (!kind) throw new Error(`The wall does not know how ${name} ${id} is pressed`);
          bound.push({ kind, id });
        }
      },
    },
  );
  register(app as App, { command: COMMAND } as Context);
  return bound;
}

/** `register` binds many ids at once with `^(?:one|other)$`. */
function idsOf(wanted: unknown): string[] {
  if (typeof wanted === "string") return [wanted];
  if (!(wanted instanceof RegExp)) return idsOf((wanted as { callback_id: unknown }).callback_id);
  return wanted.source.replace(/^\^\(\?:|\)\$$/g, "").split("|");
}

export const COMMAND = "/rail";

/** Someone in a workspace, as Slack would tell of them. */
export interface Who {
  workspaceId: string;
  userId: string;
}

/** What came of a delivery: all that was answered and said, and in whose name. */
export interface Heard {
  isAcknowledged: boolean;
  /** A listener threw: whoever clicked was told to look for help. */
  hasFailed: boolean;
  tokens: string[];
  words: unknown[];
}

export interface Presser {
  type(who: Who, text: string): Promise<Heard>;
  press(who: Who, press: Press): Promise<Heard>;
  /** With everything filled in that can be, and what `state` says in its place. */
  submit(who: Who, form: Form, state?: State, openedIn?: string): Promise<Heard>;
  takeShortcut(who: Who, callback: string, text: string): Promise<Heard>;
  openHome(who: Who, form?: Form): Promise<Heard>;
  write(who: Who, text: string): Promise<Heard>;
}

const APP = "A0SIGNAL1";

/** Real Bolt with our listeners, wired as `createSlackApp` does; deliveries are handed to it as a receiver would. */
export function createPresser(deps: Context, served: readonly string[]): Presser {
  const { fetch, said } = createFakeSlack();
  const logger = createLogger("silent");
  const calls = clientOptions({ apiUrl: `${SLACK}/api/`, fetch, logger });
  const receiver: Receiver = {
    init() {},
    start: async () => undefined,
    stop: async () => undefined,
  };
  const app = new App({
    receiver,
    authorize: async () => ({}),
    clientOptions: calls,
    convoStore: false,
    logger: boltLogger(logger),
  });
  const { client, within } = createDeliveryClient(calls);
  app.client = client;
  const watch: DeliveryWatch = {
    acknowledged: () => {},
    failed: (listener) => void failures.push(listener),
  };
  app.use(tellFailure({ logger, watch }));
  app.use(
    fromServed({
      async as(workspaceId) {
        if (!served.includes(workspaceId)) throw new Error("Nobody is there");
        return { token: `xoxb-${workspaceId}`, team_id: workspaceId };
      },
      appId: async () => APP,
      within,
      logger,
    }),
  );
  app.use(tellFailure({ logger, watch }));
  app.error(async () => {});
  register(app, deps);
  let count = 0;
  const failures: string[] = [];

  async function deliver(body: object): Promise<Heard> {
    const answers: unknown[] = [];
    said.length = 0;
    failures.length = 0;
    await app.processEvent({
      body: body as Record<string, unknown>,
      ack: async (answer) => void answers.push(answer ?? null),
    });
    return {
      isAcknowledged: answers.length > 0,
      hasFailed: failures.length > 0,
      tokens: said.flatMap(({ token }) => token ?? []),
      words: [...answers, ...said.map(meaningOf)],
    };
  }

  function common({ workspaceId, userId }: Who) {
    count += 1;
    return {
      team: { id: workspaceId, domain: "any" },
      user: { id: userId, name: "any", username: "any", team_id: workspaceId },
      api_app_id: APP,
      token: "any",
      trigger_id: `${count}.${workspaceId}`,
      is_enterprise_install: false,
      enterprise: null,
    };
  }

  const response_url = `${SLACK}/response`;
  const channel = { id: "C0TREASURY", name: "treasury" };
  const messageAt = (ts: string) => ({ type: "message", ts, text: "", blocks: [] });

  function viewOf(form: Form, workspaceId: string, state: State = {}) {
    return {
      id: "V0HARVEST",
      team_id: workspaceId,
      app_installed_team_id: workspaceId,
      type: form.type,
      callback_id: form.callback,
      private_metadata: form.metadata,
      blocks: form.blocks,
      state: { values: { ...filledIn(form), ...state } },
      hash: "1.hash",
      root_view_id: "V0HARVEST",
      previous_view_id: null,
      title: { type: "plain_text", text: "Any" },
    };
  }

  const tell = (who: Who, event: object) =>
    deliver({
      ...common(who),
      type: "event_callback",
      team_id: who.workspaceId,
      event_id: `Ev${count}`,
      event: { ...event, user: who.userId, channel: `D${who.userId}` },
      authorizations: [
        { team_id: who.workspaceId, enterprise_id: null, user_id: "U0BOT", is_bot: true },
      ],
    });

  return {
    type: (who, text) =>
      deliver({
        ...common(who),
        response_url,
        team_id: who.workspaceId,
        user_id: who.userId,
        channel_id: channel.id,
        command: deps.command,
        text,
      }),
    press(who, { action, blockId, value, type = "button", on, isOld = false }) {
      const option = { value, text: { type: "plain_text", text: "Any" } };
      const pressed = {
        type,
        action_id: action,
        block_id: blockId,
        value,
        selected_option: option,
        selected_options: [option],
        action_ts: "1.1",
      };
      const where = on
        ? { view: viewOf(on, who.workspaceId), container: { type: "view", view_id: "V0" } }
        : {
            ...{ response_url, channel, container: { type: "message" } },
            message: messageAt(isOld ? "1.000100" : "9999999999.000100"),
          };
      return deliver({ type: "block_actions", ...common(who), ...where, actions: [pressed] });
    },
    submit: (who, form, state, openedIn = who.workspaceId) =>
      deliver({
        type: "view_submission",
        ...common(who),
        response_urls: [],
        view: { ...viewOf(form, who.workspaceId, state), app_installed_team_id: openedIn },
      }),
    takeShortcut: (who, callback, text) =>
      deliver({
        type: "message_action",
        ...common(who),
        response_url,
        callback_id: callback,
        channel,
        message: { ...messageAt("1.000100"), text },
      }),
    openHome: (who, form) =>
      tell(who, {
        type: "app_home_opened",
        tab: "home",
        ...(form && { view: viewOf(form, who.workspaceId) }),
      }),
    write: (who, text) => tell(who, { type: "message", channel_type: "im", text, ts: "1.000100" }),
  };
}
