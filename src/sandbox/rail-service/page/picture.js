import { h } from "../../page-kit/dom.js";
import { amountInWords, isNothing } from "./amount.js";
import { trainOn } from "./train.js";
import { count, numberOf, STATES } from "./words.js";

/** The station that a deposit has reached: entry point, conversion or destination. */
const REACHED = { received: 1, held: 1, converted: 2, delivered: 3, returned: 0 };

/**
 * Draws a Rail as a line with four stations: source, entry point, conversion, destination. Each change redraws it, and
 * a deposit that moved on runs along the line.
 */
export function railPicture() {
  const stations = Array.from({ length: 4 }, () => h("li"));
  const line = h("ol", { class: "line" }, stations);
  const caption = h("figcaption");
  const runTrain = trainOn(line, stations);
  let last;

  function show(rail, { deposits, outside }) {
    const latest = deposits.find((deposit) => deposit.rail === rail.id);
    for (const [index, station] of stationsOf(rail, outside, latest).entries()) {
      drawStation(stations[index], station);
    }
    caption.replaceChildren(
      h("span", {}, captionOf(rail, latest)),
      h("span", { class: "number" }, rail.id),
    );
    if (last?.rail === rail.id && latest) {
      const from = latest.id === last.deposit?.id ? REACHED[last.deposit.state] : 0;
      runTrain(from, REACHED[latest.state], latest.state === "held");
    }
    last = { rail: rail.id, deposit: latest };
  }

  return { node: h("figure", { class: "picture" }, line, caption), show };
}

function captionOf(rail, latest) {
  if (rail.deposits === 0) return "No deposit yet. The Rail waits for the first one.";
  if (!latest) return "The latest deposits came into other Rails.";
  return `The latest deposit: ${amountInWords(latest)}, ${STATES[latest.state].toLowerCase()}.`;
}

function stationsOf(rail, outside, latest) {
  const { entry_point: entry, destination, source_asset, destination_asset, held } = rail;
  const reached = latest ? REACHED[latest.state] : 0;
  return [
    {
      role: "Source",
      name: sourceName(rail, outside, latest),
      amounts: [],
      isReached: latest !== undefined,
    },
    {
      role: `Entry point · ${entry.network ? "dedicated wallet" : "virtual account"}`,
      name: entry.network ?? entry.name,
      number: numberOf(entry),
      ...(entry.reference && { note: `Reference ${entry.reference}` }),
      amounts: [count(rail.deposits, "deposit")],
      alarms: held.filter((each) => !isNothing(each)),
      isReached: reached >= 1,
    },
    {
      role: "Conversion",
      name: `${source_asset} → ${destination_asset}`,
      amounts: [`${amountInWords(rail.converted)} converted`],
      isReached: reached >= 2,
    },
    {
      role: "Destination",
      name: destination.name,
      number: numberOf(destination),
      ...(destination.network && { note: destination.network }),
      amounts: [`${amountInWords(rail.delivered)} delivered`],
      isReached: reached >= 3,
    },
  ];
}

/** Returns the source of the latest deposit, or the possible sources before the first. */
function sourceName({ type }, outside, latest) {
  if (latest) return latest.from.name;
  if (type === "OFF_RAMP") return "Any wallet";
  const known = outside.filter((each) => each.kind === "bank-account" && each.is_whitelisted);
  return known.length === 0
    ? "No bank account is whitelisted yet"
    : count(known.length, "whitelisted bank account");
}

function drawStation(node, { role, name, number, note, amounts, alarms = [], isReached }) {
  node.className =
    alarms.length > 0 ? "station alarmed" : isReached ? "station reached" : "station";
  node.replaceChildren(
    h("span", { class: "role" }, role),
    h("strong", {}, name),
    ...[
      number && h("span", { class: "number" }, number),
      note && h("span", { class: "note" }, note),
    ].filter(Boolean),
    ...amounts.map((words) => h("span", { class: "amount" }, words)),
    ...alarms.map((each) => h("span", { class: "alarm" }, `${amountInWords(each)} held`)),
  );
}
