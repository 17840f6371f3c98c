import { h } from "../../../page-kit/dom.js";
import { textObject } from "../blocks/text-object.js";

/** Draws the options of a select, in their groups if there are any. */
export function optionNodes({ options = [], option_groups }) {
  if (option_groups) {
    return option_groups.map(({ label, options }) =>
      h("optgroup", { label: label.text }, options.map(optionNode)),
    );
  }
  return options.map(optionNode);
}

const optionNode = ({ text, value }) => h("option", { value }, textObject(text));
