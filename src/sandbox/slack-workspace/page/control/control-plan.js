import { h } from "../../../page-kit/dom.js";

/** The faults of a call, each with its words and the detail that it needs. */
const KINDS = {
  error: { label: "is refused, with the error", detail: "internal_error" },
  retryAfterSeconds: { label: "is rate limited, for seconds", detail: "10" },
  answer: { label: "is done, its answer lost" },
};

/** Plans a fault for the next calls of a method. */
export function planForm(plan) {
  const method = h("select", { "aria-label": "Method" });
  const kind = h(
    "select",
    { "aria-label": "What happens", on: { change: showDetail } },
    Object.entries(KINDS).map(([value, { label }]) => h("option", { value }, label)),
  );
  const detail = h("input", { type: "text", "aria-label": "Error or seconds" });
  const times = h("input", { type: "number", min: 1, max: 1000, value: 1, "aria-label": "Times" });

  function showDetail() {
    const { detail: suggestion } = KINDS[kind.value];
    detail.hidden = suggestion === undefined;
    detail.value = suggestion ?? "";
  }

  const node = h(
    "form",
    {
      class: "control-plan",
      on: {
        submit(event) {
          event.preventDefault();
          plan({
            method: method.value,
            fault: faultOf(kind.value, detail.value),
            times: Number(times.value),
          });
        },
      },
    },
    method,
    kind,
    detail,
    h("label", {}, times, h("span", { class: "unit" }, "times")),
    h("button", { type: "submit" }, "Plan"),
  );
  showDetail();

  return {
    node,
    offer(methods) {
      method.replaceChildren(...methods.map((name) => h("option", {}, name)));
      method.value = "chat.postMessage";
    },
  };
}

function faultOf(kind, detail) {
  if (kind === "answer") return { answer: "lost" };
  return { [kind]: kind === "error" ? detail : Number(detail) };
}

/** Writes "2 calls of chat.postMessage: not_in_channel". */
export function plannedWords({ method, fault, left }) {
  const { error, retryAfterSeconds } = fault;
  const limited = retryAfterSeconds && `rate limited for ${retryAfterSeconds} s`;
  return `${left === 1 ? "1 call" : `${left} calls`} of ${method}: ${error ?? limited ?? "answer lost"}`;
}
