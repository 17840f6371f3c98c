/** A statement as a release said it, and what came of it. */
export interface Recorded {
  sql: string;
  parameters: readonly unknown[];
  rows: number;
  affected: number;
}
