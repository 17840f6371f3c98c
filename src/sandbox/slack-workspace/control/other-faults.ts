/** The control room also offers these faults of another part of the sandbox. */
export interface OtherFaults {
  label: string;
  actions: readonly { name: string; label: string; hint: string }[];
  /** Carries out the action, for the company of this workspace. */
  run(name: string, teamId: string): void;
  /** The faults that are left, in words. */
  planned(): readonly string[];
  clear(): void;
  /** Is called whenever a fault comes or goes. */
  listen(listener: () => void): () => void;
}
