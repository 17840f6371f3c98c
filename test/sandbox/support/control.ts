import type { ControlState } from "../../../src/sandbox/slack-workspace/control/control-routes.ts";

/** What other processes do in the control room, over HTTP. */
export function control(url: string) {
  async function call<Answer>(method: string, path: string, body?: object) {
    const response = await fetch(`${url}/sandbox${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: (await response.json()) as Answer };
  }

  return {
    state: () => call<ControlState>("GET", "/state"),
    post: (path: string, body?: object) => call<ControlState>("POST", path, body),
    clear: () => call<ControlState>("POST", "/faults/none"),
    refusal: (path: string, body?: object) => call<{ message: string }>("POST", path, body),
  };
}
