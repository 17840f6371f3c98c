/** For what comes back from Slack as text: undefined when it is no JSON. */
export function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
