import type { Context } from "hono";
import { streamSSE } from "hono/streaming";

/**
 * Tells a page of changes until it leaves, after a first event `ready`. `listen` gets the function
 * that tells, and returns the function that ends its subscription.
 */
export const eventStream = (http: Context, listen: (tell: () => void) => () => void): Response =>
  streamSSE(http, async (stream) => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const unsubscribe = listen(() => void stream.writeSSE({ event: "change", data: "" }));
    stream.onAbort(end);
    await stream.writeSSE({ event: "ready", data: "" });
    await isOver;
    unsubscribe();
  });
