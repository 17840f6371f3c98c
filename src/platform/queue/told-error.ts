/** An error whose message is written for people, and holds nothing that was sent or answered. */
export class ToldError extends Error {}

/** Another run or a person was faster: the next try finds what is true now. */
export class Overtaken extends ToldError {}
