/** Far beyond what Slack takes, and far from where writing it down again would end in a `RangeError`. */
const DEEPEST = 200;

/** As `JSON.parse`. Throws a `SyntaxError` also for what is nested deeper than anybody needs. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > DEEPEST) throw new SyntaxError(`nested deeper than ${DEEPEST}`);
  return JSON.parse(text);
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
