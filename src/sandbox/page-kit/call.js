/**
 * Calls the sandbox and returns its JSON. Throws an Error in words for anything else; its `errors` are the faults of
 * single fields, if the answer names them.
 */
export async function call(method, path, body) {
  const response = await fetch(path, { method, ...(body && sent(body)) }).catch(() => {
    throw new Error("The sandbox does not answer. Is it still running?");
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const words = answer.message ?? `The sandbox answered ${response.status}.`;
    throw Object.assign(new Error(words), { errors: answer.errors ?? {} });
  }
  return answer;
}

const sent = (body) =>
  body instanceof FormData
    ? { body }
    : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
