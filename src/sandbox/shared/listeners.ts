export function createListeners<News = void>() {
  const listeners = new Set<(news: News) => void>();
  return {
    tell(news: News): void {
      for (const listener of listeners) listener(news);
    },
    /** Returns the function that ends the subscription. */
    listen(listener: (news: News) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Listeners<News> = ReturnType<typeof createListeners<News>>;
