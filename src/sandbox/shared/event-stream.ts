import type { Context } from "hono";
import { streamSSE } from "hono/streaming";

/**
 * Streams changes to a page until it leaves, after a first event `ready`. `listen` gets the
 * function that sends a change, and returns the function that ends its subscription.
 */
export const eventStream = (
  http: Context,
  listen: (send: (data: string) => Promise<void>) => () => void,
): Response =>
  streamSSE(http, async (stream) => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const unsubscribe = listen((data) => stream.writeSSE({ event: "change", data }));
    stream.onAbort(end);
    await stream.writeSSE({ event: "ready", data: "" });
    await isOver;
    unsubscribe();
  });
