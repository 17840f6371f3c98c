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
  let deepest = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
