/** Slack takes far less, and `JSON.stringify` throws a `RangeError` only far deeper. */
const DEEPEST = 200;

/** Parses as `JSON.parse`, but throws a `SyntaxError` for too deep a value too. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > DEEPEST) throw new SyntaxError(`nested deeper than ${DEEPEST}`);
  return JSON.parse(text);
}

/** Returns undefined where `parseJson` throws. */
export function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  // A whole string, or one bracket outside of strings.
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
