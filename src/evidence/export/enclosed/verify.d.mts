export function verify(
  directory: string,
  given: { keys: readonly string[]; heads?: readonly string[] },
): { problems: string[]; summary: string };
