/** The address says what is shown: `#Acme`, `#Acme/rail_1`, or `#Acme/rail_1/pay` for a deposit into it. */
export function whereInAddress() {
  const [company = "", rail, wish] = location.hash.slice(1).split("/").map(decoded);
  return { company, rail: rail || undefined, isPaying: wish === "pay" };
}

/** Remembers the Rail without a step in the history. The wish to pay is fulfilled by then. */
export function rememberWhere(company, rail) {
  const parts = [company, ...(rail ? [rail] : [])];
  history.replaceState(null, "", `#${parts.map(encodeURIComponent).join("/")}`);
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
