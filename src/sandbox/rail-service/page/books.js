import { call } from "../../page-kit/call.js";

/** Calls the bank and chain of one company. */
export function booksOf(company) {
  const at = (path) => `/sandbox/companies/${encodeURIComponent(company)}${path}`;
  const of = (deposit, deed) => at(`/deposits/${encodeURIComponent(deposit)}/${deed}`);
  return {
    read: (rail) => call("GET", at(rail ? `/books?rail=${encodeURIComponent(rail)}` : "/books")),
    pay: (payment) => call("POST", at("/payments"), payment),
    transfer: (transfer) => call("POST", at("/transfers"), transfer),
    sendBack: (deposit) => call("POST", of(deposit, "return"), {}),
    reportAgain: (deposit) => call("POST", of(deposit, "report"), {}),
    events: () => new EventSource(at("/events")),
  };
}

/** Returns the names of all companies. */
export async function companyNames() {
  const { companies } = await call("GET", "/sandbox/companies");
  return companies.map(({ name }) => name);
}
