/** What is shown, as it stands in the address: `#Acme`, `#Acme/rail_1`, and `#Acme/rail_1/pay` to pay into it at once. */
export function whereInAddress() {
  const [company = "", rail, wish] = location.hash.slice(1).split("/").map(decoded);
  return { company, rail: rail || undefined, isPaying: wish === "pay" };
}

/** Remembers it without a step in the history. What was wished is done by then. */
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
