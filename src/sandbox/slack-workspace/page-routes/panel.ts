/** Another part of the sandbox beside the conversations, with its own server. */
interface Panel {
  label: string;
  url: string;
  /** The words of a message lead to these places in the panel. */
  linksIn(words: string): readonly { label: string; url: string }[];
}

/** One step of the tour leads to a person and a conversation, and may type a text there. */
export interface TourStep {
  text: string;
  label: string;
  person: string;
  channel: string;
  typed?: string;
}

/** The control room offers these faults of another part of the sandbox. */
export interface OtherFaults {
  label: string;
  actions: readonly { name: string; label: string; hint: string }[];
  run(name: string): void;
  /** The faults that are left, in words. */
  planned(): readonly string[];
  clear(): void;
  /** Is called whenever a fault comes or goes. */
  listen(listener: () => void): () => void;
}

/** The page shows this around the conversations. */
export interface PageFrame {
  banner: string;
  /** What is so just now, beside the banner. */
  notice?: string | undefined;
  links: readonly { label: string; url: string }[];
  panel?: Panel;
  tour: readonly TourStep[];
  faults?: OtherFaults;
}
