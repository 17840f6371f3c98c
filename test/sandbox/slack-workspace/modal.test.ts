import type { App, types, ViewClosedAction, ViewOutput } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { modal, plain, railOpens, startAcme, startBolt, textInput } from "./bolt-app.ts";

const NAME = textInput("name", "Name", { min_length: 3, max_length: 12 });

const TYPE: types.InputBlock = {
  type: "input",
  block_id: "type",
  label: plain("Rail type"),
  dispatch_action: true,
  element: {
    type: "radio_buttons",
    action_id: "choose",
    options: [
      { text: plain("On-ramp"), value: "ON_RAMP" },
      { text: plain("Off-ramp"), value: "OFF_RAMP" },
    ],
  },
};

/** `/rail` opens the view. */
const opening = (app: App, view: types.ModalView) => railOpens(app, () => view);

async function openedBy(user: string, workspaceUrl: string) {
  const someone = person(workspaceUrl, user);
  await someone.command(TREASURY, "/rail new");
  await someone.waitFor(someone.modal, "the modal");
  return someone;
}

describe("a modal", () => {
  it("is sent with what the person entered, and closes when the app accepts it", async () => {
    await using workspace = await startAcme();
    const submitted: ViewOutput[] = [];
    await using _app = await startBolt(workspace, (app) => {
      const note = { ...textInput("note", "Note"), optional: true };
      opening(app, modal("New Rail", [TYPE, NAME, note], { private_metadata: "m" }));
      app.action("choose", ({ ack }) => ack());
      app.view("form", async ({ ack, view }) => {
        submitted.push(view);
        await ack();
      });
    });
    const ana = await openedBy(ANA, workspace.url);

    await ana.fill("Name", "Payroll");
    await ana.choose("Rail type", "Off-ramp");

    expect(await ana.submit()).toEqual({ acknowledged: true, closed: true });
    expect(await ana.modal()).toBeUndefined();
    expect(submitted[0]).toMatchObject({
      callback_id: "form",
      private_metadata: "m",
      title: { text: "New Rail" },
      previous_view_id: null,
      root_view_id: submitted[0]?.id,
    });
    expect(submitted[0]?.state.values).toEqual({
      type: {
        choose: {
          type: "radio_buttons",
          selected_option: {
            text: { type: "plain_text", text: "Off-ramp", emoji: true },
            value: "OFF_RAMP",
          },
        },
      },
      name: { value: { type: "plain_text_input", value: "Payroll" } },
      note: { value: { type: "plain_text_input", value: null } },
    });
  });

  it("is held back by the client while a field breaks its own rules", async () => {
    await using workspace = await startAcme();
    let submissions = 0;
    await using _app = await startBolt(workspace, (app) => {
      opening(app, modal("New Rail", [TYPE, NAME]));
      app.view("form", async ({ ack }) => {
        submissions += 1;
        await ack();
      });
    });
    const ana = await openedBy(ANA, workspace.url);
    await ana.fill("Name", "ab");

    const errors = {
      type: "Please complete this required field.",
      name: "Must be at least 3 characters (it has 2).",
    };
    expect(await ana.submit()).toEqual({ acknowledged: false, closed: false, errors });
    expect(await ana.modal()).toMatchObject({ errors });
    await ana.fill("Name", "a name that is too long");
    expect((await ana.submit()).errors?.name).toBe("Must be at most 12 characters (it has 23).");
    expect(submissions).toBe(0);
  });

  it("stays open with the app's errors and what was entered", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) => {
      opening(app, modal("New Rail", [NAME]));
      app.view("form", ({ ack }) =>
        ack({ response_action: "errors", errors: { name: "Already taken" } }),
      );
    });
    const ana = await openedBy(ANA, workspace.url);
    await ana.fill("Name", "Payroll");

    const { closed, errors } = await ana.submit();

    expect({ closed, errors }).toEqual({ closed: false, errors: { name: "Already taken" } });
    expect(await ana.modal()).toMatchObject({
      errors: { name: "Already taken" },
      state: { values: { name: { value: { value: "Payroll" } } } },
    });
    await ana.fill("Name", "Payroll 2");
    expect((await ana.modal())?.errors).toEqual({});
  });

  it("says so when the app puts errors on a block that does not exist", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) => {
      opening(app, modal("New Rail", [NAME]));
      app.view("form", ({ ack }) => ack({ response_action: "errors", errors: { nmae: "x" } }));
    });
    const ana = await openedBy(ANA, workspace.url);
    await ana.fill("Name", "Payroll");

    expect(await ana.submit()).toMatchObject({
      closed: false,
      failure: expect.stringContaining("no input block nmae"),
    });
  });

  it("is replaced by an update, in which fields with the same ids keep their values", async () => {
    await using workspace = await startAcme();
    const again = { ...NAME, block_id: "name-again" };
    await using _app = await startBolt(workspace, (app) => {
      opening(app, modal("New Rail", [NAME]));
      app.view("form", ({ ack }) =>
        ack({ response_action: "update", view: modal("Review", [NAME, again]) }),
      );
    });
    const ana = await openedBy(ANA, workspace.url);
    const before = await ana.modal();
    await ana.fill("Name", "Payroll");

    expect(await ana.submit()).toEqual({ acknowledged: true, closed: false });

    const after = await ana.modal();
    expect(after).toMatchObject({ id: before?.id, title: { text: "Review" } });
    expect(after?.hash).not.toBe(before?.hash);
    expect(after?.state.values).toMatchObject({
      name: { value: { value: "Payroll" } },
      "name-again": { value: { value: null } },
    });
  });

  it("can have two more on top, which close one by one or all at once", async () => {
    await using workspace = await startAcme();
    const closed: { id: string; isCleared: boolean }[] = [];
    await using _app = await startBolt(workspace, (app) => {
      const view = (title: string) => modal(title, [], { notify_on_close: true });
      opening(app, view("1"));
      app.view("form", ({ ack, view: { title } }) =>
        ack({ response_action: "push", view: view(String(Number(title.text) + 1)) }),
      );
      app.view<ViewClosedAction>(
        { callback_id: "form", type: "view_closed" },
        async ({ ack, body }) => {
          closed.push({ id: body.view.title.text, isCleared: body.is_cleared });
          await ack();
        },
      );
    });
    const ana = await openedBy(ANA, workspace.url);
    const first = await ana.modal();

    await ana.submit();
    await ana.submit();

    expect(await ana.modal()).toMatchObject({ title: { text: "3" }, root_view_id: first?.id });
    expect(await ana.submit()).toMatchObject({
      failure: expect.stringContaining("push_limit_reached"),
    });
    await ana.close();
    expect(await ana.modal()).toMatchObject({ title: { text: "2" }, previous_view_id: first?.id });
    await ana.close("all");
    expect(await ana.modal()).toBeUndefined();
    expect(closed).toEqual([
      { id: "3", isCleared: false },
      { id: "2", isCleared: true },
      { id: "1", isCleared: true },
    ]);
  });

  it("goes with its whole stack when the app says clear", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) => {
      opening(app, modal("1", []));
      app.view("form", ({ ack, view }) =>
        view.title.text === "1"
          ? ack({ response_action: "push", view: modal("2", []) })
          : ack({ response_action: "clear" }),
      );
    });
    const ana = await openedBy(ANA, workspace.url);

    await ana.submit();

    expect(await ana.submit()).toEqual({ acknowledged: true, closed: true });
    expect(await ana.modal()).toBeUndefined();
  });

  it("stays open when the app does not acknowledge the submission", async () => {
    await using workspace = await startAcme({ ackWindowMs: 60 });
    await using _app = await startBolt(workspace, (app) => {
      opening(app, modal("New Rail", []));
      app.view("form", async () => {});
    });
    const ana = await openedBy(ANA, workspace.url);

    expect(await ana.submit()).toMatchObject({
      acknowledged: false,
      closed: false,
      failure: expect.stringContaining("operation_timeout"),
    });
    expect(await ana.modal()).toBeDefined();
  });

  it("is each person's own", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) => opening(app, modal("New Rail", [NAME])));
    const ana = await openedBy(ANA, workspace.url);

    expect(await person(workspace.url, BEN).modal()).toBeUndefined();
    const ben = await openedBy(BEN, workspace.url);
    await ben.fill("Name", "Ben's");

    expect((await ana.modal())?.state.values).toMatchObject({ name: { value: { value: null } } });
  });
});
