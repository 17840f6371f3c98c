/** As PostgreSQL's list of error codes has it: of transactions that wait for each other, this one was undone. */
export const isDeadlock = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "40P01";
