/** Faults of another part of the sandbox, which the control room offers too. */
export interface OtherFaults {
  label: string;
  actions: readonly { name: string; label: string; hint: string }[];
  /** Carries out the action, for the company of this workspace. */
  run(name: string, teamId: string): void;
  /** In words, what is still to come. */
  planned(): readonly string[];
  clear(): void;
  /** Hears of every fault that comes or goes. */
  listen(listener: () => void): () => void;
}
