import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { attributes, posts, serveFiles, showPage } from "../../page-kit/page.ts";
import type { Books } from "../bank-and-chain/books.ts";
import type { BankAndChain } from "../bank-and-chain/routes.ts";
import { depositEntry, movementEntry, placeEntry } from "./entries.ts";
import { railPicture } from "./rail-picture.ts";
import { type Around, sendForm } from "./send-form.ts";
import { nameOfRail } from "./words.ts";

/** The address of the page says what it shows; for a Rail a deposit into it is filled in. */
export const addressOfPage = (company: string, rail?: string): string =>
  `/sandbox?${new URLSearchParams({ company, ...(rail && { rail }) })}`;

/** The page of the bank and the chain, below `/sandbox`. */
export function pageRoutes({ places, books }: BankAndChain) {
  return new Hono()
    .route("/files", serveFiles({ "page.css": new URL("page.css", import.meta.url) }))
    .get("/", (http: Context) => {
      const companies = places.companies();
      const { company: wanted, rail = "", sent = "" } = http.req.query();
      const company = companies.find((each) => each === wanted) ?? companies[0] ?? "";
      const bank = `/sandbox/companies/${encodeURIComponent(company)}`;
      return showPage(http, {
        title: `Bank and chain of ${company}`,
        styles: ["/sandbox/files/page.css"],
        events: `${bank}/events`,
        body: drawPage(books.read(company, rail), { companies, bank, wanted: rail, sent }),
      });
    });
}

function drawPage(read: Books, around: Around) {
  const { company, rails, deposits, movements, outside } = read;
  const [rail] = rails;
  const deed = (deposit: number, name: string) =>
    posts(`${around.bank}/deposits/${deposit}/${name}`);
  return html`<header>
  <p class="banner">SANDBOX: a bank and a chain that are not real</p>
  <div class="top row"><h1>Bank and chain of ${company}</h1>${companyLinks(company, around.companies)}</div>
</header>
<main class="books stack">
  <section class="wide" aria-labelledby="rail-title">
    <h2 id="rail-title">Rail</h2>
    ${rail ? railPicture(rail, deposits) : html`<p class="hint">There is no Rail yet.</p>`}
    ${rails.length > 1 && railLinks(company, rails)}
  </section>
  <div>
    ${sendForm(read, around)}
    ${list(
      "Deposits",
      deposits.map((each) => depositEntry(each, deed)),
    )}
  </div>
  <div>
    ${list("Accounts and wallets", outside.map(placeEntry))}
    ${list("Movements", movements.map(movementEntry))}
  </div>
</main>`;
}

const list = (title: string, entries: readonly unknown[]) =>
  html`<section>
  <h2>${title}</h2>
  ${entries.length === 0 && html`<p class="hint">Nothing has come into a Rail yet.</p>`}
  <ul class="entries" aria-label="${title}">${entries}</ul>
</section>`;

/** Another company's page hears of other changes, so it is loaded as a whole. */
const companyLinks = (company: string, companies: readonly string[]) =>
  html`<nav class="row" aria-label="Company">${companies.map((each) => {
    const current = attributes({ "aria-current": each === company && "page" });
    return html`<a href="${addressOfPage(each)}" ${current}>${each}</a>`;
  })}</nav>`;

/** The first is on show. */
const railLinks = (company: string, [, ...others]: Books["rails"]) =>
  html`<nav class="rails row" aria-label="Other Rails" tabindex="0">${others.map((each) => {
    const address = new URLSearchParams({ company, rail: each.id });
    return html`<a href="?${address}">${nameOfRail(each)}</a>`;
  })}</nav>`;
