import { h } from "../../../page-kit/dom.js";
import { refresher } from "../../../page-kit/refresher.js";
import { sandbox } from "../api.js";
import { formatDate } from "../blocks/format-date.js";

/** Lists the traffic, newest first. Entries keep their nodes when more arrive. */
export function trafficPanel() {
  const filter = h("input", {
    type: "search",
    "aria-label": "Filter the traffic",
    placeholder: "Filter",
    on: { input: sift },
  });
  const onlyFailed = h("input", { type: "checkbox", on: { change: sift } });
  const list = h("ul", { class: "control-entries", "aria-label": "Traffic" });
  const none = h("p", { class: "hint" }, "Nothing of this kind yet.");
  const rows = [];

  function sift() {
    for (const { node, text, isFailed } of rows) {
      const isWanted = text.includes(filter.value.toLowerCase());
      node.hidden = !isWanted || (onlyFailed.checked && !isFailed);
    }
    none.hidden = rows.some(({ node }) => !node.hidden);
  }

  const refresh = refresher(async () => {
    const last = rows.at(-1)?.number ?? 0;
    const entries = await sandbox.get(`/traffic?after=${last}`);
    for (const entry of entries) {
      const row = rowOf(entry);
      rows.push(row);
      list.prepend(row.node);
    }
    sift();
  });

  const node = h(
    "details",
    { class: "control-part" },
    h("summary", {}, h("h3", {}, "Traffic")),
    h(
      "div",
      { class: "control-filter" },
      filter,
      h("label", {}, onlyFailed, h("span", {}, "Only what failed")),
    ),
    none,
    list,
  );
  return { node, refresh };
}

function rowOf(entry) {
  const { at, way, name, outcome, isFailed, shown } = seen(entry);
  const json = JSON.stringify(shown, undefined, 2);
  const node = h(
    "li",
    {},
    h(
      "details",
      {},
      h(
        "summary",
        {},
        h("time", {}, formatDate(at / 1000, "{time_secs}")),
        h("span", { class: "way" }, way),
        h("strong", {}, name),
        h("span", { class: isFailed ? "outcome failed" : "outcome" }, outcome),
      ),
      h("pre", { tabindex: "0", "aria-label": `${name} as JSON` }, json),
    ),
  );
  const text = [way, name, outcome, json].join(" ").toLowerCase();
  return { number: entry.number, node, text, isFailed };
}

function seen({ kind, call, delivery }) {
  if (kind === "call") {
    const { at, method, ok, error, args } = call;
    const outcome = ok ? "ok" : `refused: ${error}`;
    return { at, way: "to Slack", name: method, outcome, isFailed: !ok, shown: args };
  }
  const { at, appId, envelope, receipt, transport, tookMs } = delivery;
  const { isAcknowledged } = receipt;
  const outcome = isAcknowledged ? `acknowledged, ${tookMs} ms` : `failed: ${receipt.reason}`;
  const shown = { app: appId, over: transport, ...envelope, receipt };
  return { at, way: "to app", name: nameOf(envelope), outcome, isFailed: !isAcknowledged, shown };
}

/** Returns the name that a person would use. */
function nameOf({ type, payload, retry_attempt }) {
  const name = {
    slash_commands: () => `${payload.command} ${payload.text}`.trim(),
    interactive: () => [payload.type, ...interactedWith(payload)].join(" "),
    events_api: () => payload.event?.type ?? payload.type,
  }[type]();
  return retry_attempt ? `${name} (try ${retry_attempt + 1})` : name;
}

function interactedWith({ actions = [], callback_id, view }) {
  const names = actions.map(({ action_id }) => action_id);
  return [...names, callback_id ?? view?.callback_id].filter(Boolean);
}
