/**
 * The imports that still point upwards since the files moved into capabilities. Every step takes some out, and none comes in.
 * The key is the importing file. Paths are relative to `src`.
 */
export const KNOWN_UPWARD: Record<string, readonly string[]> = {
  // The look for a restored database before every send freezes where it finds one.
  "request/send-once.ts": ["freeze/freeze.ts"],
};
