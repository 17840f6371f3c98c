/** Why a policy is not taken. `at` leads to the place in the document: `["rules", 2, "approvers"]`. */
export interface PolicyFault {
  at: readonly (string | number)[];
  /** A sentence for people. Where it repeats what was written, that has been found harmless. */
  why: string;
}

/** Each of its kind, and none twice. */
export function listFaults(
  values: readonly string[],
  at: readonly (string | number)[],
  isRight: (value: string) => boolean,
  kind: string,
): PolicyFault[] {
  return values.flatMap((value, index) => {
    if (!isRight(value)) return [{ at: [...at, index], why: `This is not ${kind}.` }];
    const isAgain = values.indexOf(value) < index;
    return isAgain ? [{ at: [...at, index], why: `${value} is there twice.` }] : [];
  });
}

export function auditorFaults(auditors: readonly string[]): PolicyFault[] {
  const at = ["auditors"];
  const isEither = (id: string) => isUserId(id) || isGroupId(id);
  return auditors.length > MOST_AUDITORS
    ? [{ at, why: `There are ${auditors.length} auditors; a policy has at most ${MOST_AUDITORS}.` }]
    : listFaults(auditors, at, isEither, "the id of a person or user group");
}

/** An audit is about those who approve, so nobody is named for both. */
export function approvingAuditors(
  approvers: readonly string[],
  at: readonly (string | number)[],
  auditors: readonly string[],
): PolicyFault[] {
  return approvers.flatMap((id, index) =>
    auditors.includes(id)
      ? [{ at: [...at, index], why: `${id} is an auditor, who only reads.` }]
      : [],
  );
}

const MOST_AUDITORS = 50;

export const isUserId = (id: string) => /^[UW][A-Z0-9]{2,20}$/.test(id);
export const isGroupId = (id: string) => /^S[A-Z0-9]{2,20}$/.test(id);
