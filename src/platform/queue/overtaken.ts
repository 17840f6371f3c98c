/** Another run or a person was faster: what is true now is found by the next try. The message is written for people. */
export class Overtaken extends Error {}
