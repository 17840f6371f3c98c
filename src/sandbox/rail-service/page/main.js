import { h } from "../../page-kit/dom.js";
import { followEvents } from "../../page-kit/follow-events.js";
import { refresher } from "../../page-kit/refresher.js";
import { toast } from "../../page-kit/toast.js";
import { booksOf, companyNames } from "./books.js";
import { depositsPart } from "./deposits-part.js";
import { movementsPart } from "./movements-part.js";
import { newsOf } from "./news.js";
import { placesPart } from "./places-part.js";
import { railPart } from "./rail-part.js";
import { sendPart } from "./send-part.js";
import { rememberWhere, whereInAddress } from "./where.js";

let company;
let books;
/** The id of the Rail on show. */
let chosen;
let shown;

const send = sendPart({
  pay: (payment) => done(books.pay(payment)),
  transfer: (transfer) => done(books.transfer(transfer)),
  onSent(words) {
    tell(words);
    showPicture();
  },
});
const parts = [
  railPart((id) => attempt(() => turnTo(id))),
  send,
  depositsPart({
    sendBack: (id) => attempt(() => done(books.sendBack(id))),
    reportAgain: (id) => attempt(() => done(books.reportAgain(id))),
  }),
  placesPart(),
  movementsPart(),
];

const refresh = refresher(async () => {
  const read = await books.read(chosen);
  const hadRail = chosen !== undefined;
  chosen = (read.rails.find(({ id }) => id === chosen) ?? read.rails[0])?.id;
  for (const part of parts) part.show(read, chosen);
  if (shown) tell(newsOf(read.deposits, shown.deposits));
  shown = read;
  if (!hadRail) fill();
});

async function start() {
  const names = await companyNames();
  const wanted = whereInAddress();
  company = names.includes(wanted.company) ? wanted.company : names[0];
  books = booksOf(company);
  drawCompany(names);
  await turnTo(wanted.rail, wanted);
  listen();
  window.addEventListener("hashchange", follow);
}

/** Shows this Rail, or the newest if it is not the company's, and fills in a deposit into it. */
async function turnTo(rail, { isPaying = false } = {}) {
  chosen = rail;
  await refresh();
  rememberWhere(company, chosen);
  fill(isPaying);
}

function fill(isPaying = false) {
  const rail = shown.rails.find(({ id }) => id === chosen);
  if (rail) send.fillFor(rail, { isPaying });
}

function follow() {
  const { company: wanted, ...where } = whereInAddress();
  if (wanted === company) attempt(() => turnTo(where.rail, where));
  else location.reload();
}

/** Shows the result at once, before the news arrives. */
async function done(deed) {
  await deed;
  await refresh();
}

/** The picture is above the form in a narrow window, so it scrolls into view to show the deposit. */
function showPicture() {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  document
    .getElementById("rail")
    .scrollIntoView({ block: "nearest", behavior: isStill ? "auto" : "smooth" });
}

function listen() {
  followEvents(books.events(), {
    lost: "The connection to the Rail service was lost. Trying again…",
    onChange: () => attempt(refresh),
    onReady: () => attempt(refresh),
  });
}

function tell(words) {
  if (words) document.getElementById("news").textContent = words;
}

function drawCompany(names) {
  const select = h(
    "select",
    {
      "aria-label": "Company",
      on: {
        change() {
          rememberWhere(select.value);
          location.reload();
        },
      },
    },
    names.map((name) => h("option", { value: name, selected: name === company }, name)),
  );
  document.getElementById("company").append(names.length > 1 ? select : h("strong", {}, company));
}

async function attempt(work) {
  try {
    await work();
  } catch ({ message }) {
    toast(message);
  }
}

if (window !== window.top) {
  document.documentElement.classList.add("framed");
  // The page around the drawer does not hear the keys that are pressed here.
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") window.parent.postMessage("close", "*");
  });
}

await attempt(start);
