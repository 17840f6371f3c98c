/** Returns the address if it is http or https, so that no link can run script. */
export function safeUrl(text) {
  try {
    const url = new URL(text);
    return ["http:", "https:"].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
