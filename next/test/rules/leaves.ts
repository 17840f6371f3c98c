const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The dotted path of every value in a tree, so that a field added to a type is found too. */
export function leavesOf(tree: object): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isBranch(value) ? leavesOf(value).map((path) => `${key}.${path}`) : [key],
  );
}

/** A copy in which the value at this path is another one of its kind. */
export function altered<Tree extends object>(tree: Tree, path: string): Tree {
  return changed(tree, path, (before) =>
    typeof before === "boolean" ? !before : typeof before === "number" ? before + 1 : `${before}x`,
  );
}

/** A copy in which this is the value at this path, whatever was there. */
export function withValue<Tree extends object>(tree: Tree, path: string, value: unknown): Tree {
  return changed(tree, path, () => value);
}

function changed<Tree extends object>(tree: Tree, path: string, to: (before: unknown) => unknown) {
  const copy = structuredClone(tree);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const branch = keys.reduce<object>((each, key) => Reflect.get(each, key), copy);
  Reflect.set(branch, last, to(Reflect.get(branch, last)));
  return copy;
}
