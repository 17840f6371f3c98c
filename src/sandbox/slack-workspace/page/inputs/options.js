import { h } from "../../../page-kit/dom.js";
import { textObject } from "../blocks/text-object.js";

/** The entries of a select, in their groups where it has some. */
export function optionNodes({ options = [], option_groups }) {
  if (option_groups) {
    return option_groups.map(({ label, options }) =>
      h("optgroup", { label: label.text }, options.map(optionNode)),
    );
  }
  return options.map(optionNode);
}

const optionNode = ({ text, value }) => h("option", { value }, textObject(text));
