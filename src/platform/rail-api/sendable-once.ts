/**
 * A JSON body for fetch that leaves at most once, and not late. One that can be read only once cannot be sent twice, by
 * nobody: with a string, fetch itself repeats a POST that is answered 421 (Fetch standard, HTTP-network-or-cache fetch),
 * below ky and its `retry`. And it is handed out only as the connection takes it, and only until `until` (milliseconds
 * since 1970): a process that stood still while the connection was opened must not be heard an hour later, when others
 * have long decided what to do without it. Without its body no request is whole; fetch then rejects.
 */
export function sendableOnce(body: object, until: number) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (Date.now() > until) return controller.error(new Error("Too late to be sent"));
        controller.enqueue(bytes);
        controller.close();
      },
    },
    // Nothing is drawn ahead.
    { highWaterMark: 0 },
  );
  return {
    body: stream,
    headers: { "content-type": "application/json", "content-length": String(bytes.byteLength) },
  };
}
