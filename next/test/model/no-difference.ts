/** Conditions whose removal changes nothing that anybody can see, each with the reason. */
export const NO_DIFFERENCE: readonly { file: string; says: string; why: string }[] = [];
