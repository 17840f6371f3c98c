import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";

/** The error a call ends with; fails the test when the call succeeds or throws anything but a `RailApiError`. */
export async function thrownBy(call: Promise<unknown>): Promise<RailApiError> {
  const error = await call.then(
    (value) => new Error(`nothing was thrown, but answered: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof RailApiError) return error;
  throw error;
}
