import { toast } from "./toast.js";

let team;

/** From now on everything is asked of this workspace; without one, of the server's first. */
export function chooseWorkspace(id) {
  team = id;
}

/** Where the page asks. The query names the workspace and what else is given, such as the app. */
export function pageUrl(path, query = {}) {
  const given = Object.entries({ team, ...query }).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `/page${path}?${new URLSearchParams(given)}` : `/page${path}`;
}

export const get = (path, query) => call("GET", pageUrl(path, query));
export const post = (path, body = {}, query = {}) => call("POST", pageUrl(path, query), body);

/** Sends files, and `about` them what the workspace must know. */
export function upload(path, about, files, query) {
  const form = new FormData();
  form.append("about", JSON.stringify(about));
  for (const file of files) form.append("file", file);
  return call("POST", pageUrl(path, query), form);
}

/** The control room of the sandbox, which is no part of Slack. */
export const sandbox = {
  get: (path) => call("GET", `/sandbox${path}`),
  post: (path, body = {}) => call("POST", `/sandbox${path}`, body),
  delete: (path) => call("DELETE", `/sandbox${path}`),
};

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body && sent(body)),
  }).catch(() => {
    throw new Error("The sandbox workspace does not answer. Is it still running?");
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? `The workspace answered ${response.status}.`);
  return answer;
}

const sent = (body) =>
  body instanceof FormData
    ? { body }
    : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };

/** Runs `work` and shows whatever goes wrong, including an app that did not respond. */
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
