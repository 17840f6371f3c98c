import { input, plain, times, wholeHome, wholeModal, x } from "./payloads.ts";
import { type Rule, rulesAt } from "./rule.ts";

const documented = rulesAt(wholeModal, "D", "1.1");
const modal = rulesAt(wholeModal, "S", "1.1");
const home = rulesAt(wholeHome, "D", "1.1");
const onHome = rulesAt(wholeHome, "S", "1.3");

const divider = { type: "divider" };

/** The fields of a modal that has so many bytes as JSON. */
function ofBytes(bytes: number) {
  const section = { type: "section", text: { type: "plain_text", text: "x".repeat(2_900) } };
  const fields = { blocks: times(84, section), private_metadata: "" };
  const others = Buffer.byteLength(JSON.stringify(wholeModal.holding(fields)));
  return { ...fields, private_metadata: "x".repeat(bytes - others) };
}

/** About views as a whole. */
export const viewRules: readonly Rule[] = [
  documented.atMost("blocks of a modal", 100, (n) => ({ blocks: times(n, divider) }), "/blocks"),
  home.atMost("blocks of Home", 100, (n) => ({ blocks: times(n, divider) }), "/blocks"),
  onHome.rule(
    "markdown on Home",
    { blocks: [divider] },
    { blocks: [{ type: "markdown", text: "x" }] },
    "/blocks/0/type",
  ),
  modal.atMost("the bytes of a view", 250_000, ofBytes, ""),
  documented.rule("a type of view", {}, { type: "pop-up" }, "/type"),
  modal.knowsNo("fields of a view", {}, "submit_disabled", true),
  home.rule("fields of Home", {}, { title: plain(1) }, "/title", "unknown_field"),
  documented.atMost(
    "private_metadata",
    3_000,
    (n) => ({ private_metadata: x(n) }),
    "/private_metadata",
  ),
  modal.atMost("callback_id", 255, (n) => ({ callback_id: x(n) }), "/callback_id"),
  modal.atMost("external_id", 255, (n) => ({ external_id: x(n) }), "/external_id"),
  documented.atMost("modal title", 24, (n) => ({ title: plain(n) }), "/title/text"),
  documented.atMost("modal submit", 24, (n) => ({ submit: plain(n) }), "/submit/text"),
  documented.atMost("modal close", 24, (n) => ({ close: plain(n) }), "/close/text"),
  documented.rule(
    "submit beside an input",
    { blocks: [input({ type: "plain_text_input" })] },
    { blocks: [input({ type: "plain_text_input" })], submit: undefined },
    "/submit",
  ),
];
