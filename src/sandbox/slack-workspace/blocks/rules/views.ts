import { input, plain, section, times, wholeHome, wholeModal } from "./payloads.ts";
import { type Rule, rulesAt } from "./rule.ts";

const documented = rulesAt(wholeModal, "D", "1.1");
const modal = rulesAt(wholeModal, "S", "1.1");
const home = rulesAt(wholeHome, "D", "1.1");
const onHome = rulesAt(wholeHome, "S", "1.3");

const divider = { type: "divider" };

/** Makes the fields of a modal with this many bytes of JSON. */
function ofBytes(bytes: number) {
  const long = { ...section, text: { type: "plain_text", text: "x".repeat(2_900) } };
  const fields = { blocks: times(84, long), private_metadata: "" };
  const others = Buffer.byteLength(JSON.stringify(wholeModal.holding(fields)));
  return { ...fields, private_metadata: "x".repeat(bytes - others) };
}

/** These rules are about whole views. */
export const viewRules: readonly Rule[] = [
  documented.list("blocks of a modal", 100, {}, "blocks", divider),
  home.list("blocks of Home", 100, {}, "blocks", divider),
  onHome.rule(
    "markdown on Home",
    { blocks: [divider] },
    { blocks: [{ type: "markdown", text: "x" }] },
    "/blocks/0/type",
  ),
  modal.atMost("the bytes of a view", 250_000, ofBytes, ""),
  documented.rule("a type of view", {}, { type: "pop-up" }, "/type"),
  modal.knowsNo("fields of a view", {}, "submit_disabled", true),
  home.knowsNo("fields of Home", {}, "title", plain(1)),
  documented.text("private_metadata", 3_000, {}, "private_metadata"),
  modal.text("callback_id", 255, {}, "callback_id"),
  modal.text("external_id", 255, {}, "external_id"),
  documented.plain("modal title", 24, {}, "title"),
  documented.plain("modal submit", 24, {}, "submit"),
  documented.plain("modal close", 24, {}, "close"),
  documented.rule(
    "submit beside an input",
    { blocks: [input({ type: "plain_text_input" })] },
    { blocks: [input({ type: "plain_text_input" })], submit: undefined },
    "/submit",
  ),
];
