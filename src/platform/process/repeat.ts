/** Does it again and again, one at a time, until it is stopped; an error is told, and the next time comes all the same. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  const begin = () => {
    underWay = work()
      .catch(onError)
      .then(() => {
        if (!isStopped) timer = setTimeout(begin, everyMs);
      });
  };
  begin();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await underWay;
  };
}
