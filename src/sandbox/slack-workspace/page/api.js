import { call } from "../../page-kit/call.js";
import { toast } from "../../page-kit/toast.js";

let team;

/** Sends all later calls to this workspace, or to the server's first. */
export function chooseWorkspace(id) {
  team = id;
}

/** Builds the address of a call. The query names the workspace and other things, such as the app. */
export function pageUrl(path, query = {}) {
  const given = Object.entries({ team, ...query }).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `/page${path}?${new URLSearchParams(given)}` : `/page${path}`;
}

export const get = (path, query) => call("GET", pageUrl(path, query));
export const post = (path, body = {}, query = {}) => call("POST", pageUrl(path, query), body);

/** Sends files, with the details that the workspace needs in `about`. */
export function upload(path, about, files, query) {
  const form = new FormData();
  form.append("about", JSON.stringify(about));
  for (const file of files) form.append("file", file);
  return call("POST", pageUrl(path, query), form);
}

/** Calls the control room of the sandbox, which is no part of Slack. */
export const sandbox = {
  get: (path) => call("GET", `/sandbox${path}`),
  post: (path, body = {}) => call("POST", `/sandbox${path}`, body),
  delete: (path) => call("DELETE", `/sandbox${path}`),
};

/** Runs `work` and shows each failure, including an app that did not respond. */
export async function attempt(work) {
  try {
    const outcome = await work();
    if (outcome?.failure) toast(outcome.failure);
    return outcome;
  } catch (error) {
    toast(error.message);
    return undefined;
  }
}
