/** A part of the app, or all of them, of which every call is told with what it was given. */
export function watched<Part extends object>(
  part: Part,
  note: (call: string, given: readonly unknown[]) => void,
  name = "",
): Part {
  return new Proxy(part, {
    get(target, key, self) {
      const found: unknown = Reflect.get(target, key, self);
      const isPart = typeof found === "function" || (isObject(found) && !Array.isArray(found));
      return isPart ? watched(found, note, String(key)) : found;
    },
    apply(target, self, given: readonly unknown[]) {
      note(name, given);
      // What is handed to the work of a transaction is a part, too.
      const handed = given.map((each) =>
        typeof each === "function"
          ? (...inner: unknown[]) =>
              each(...inner.map((one) => (isObject(one) ? watched(one, note, name) : one)))
          : each,
      );
      return Reflect.apply(target as (...args: unknown[]) => unknown, self, handed);
    },
  });
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether this text stands anywhere in what was given, as a whole value. */
export function holds(given: unknown, text: string): boolean {
  if (given === text) return true;
  if (!isObject(given)) return false;
  return Object.values(given).some((each) => holds(each, text));
}
