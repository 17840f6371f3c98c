import { faultOfText, hiddenCharacterIn, type TextFault } from "../../text/typed-text.ts";

export interface TextRule {
  /** As the field is called on the form. */
  label: string;
  max: number;
  isMultiline?: boolean;
}

/** What a person is told about a field that is not taken, in plain words; undefined when it is. */
export function textError(text: string, rule: TextRule): string | undefined {
  const fault = faultOfText(text, rule);
  return fault && sentence(fault, text, rule);
}

function sentence(fault: TextFault, text: string, { label, max }: TextRule): string {
  switch (fault) {
    case "empty":
      return `${label} is empty. Type something in it.`;
    case "too-long":
      return `${label} is too long: ${[...text].length} characters, and at most ${max} are taken.`;
    case "not-unicode":
      return `${label} contains half a character, like a broken emoji. Type it again.`;
    case "control-character":
      return `${label} contains a control character, which cannot be seen. Type it again instead of pasting it.`;
    case "hidden-direction":
      return `${label} contains a character that changes reading direction. Type it again instead of pasting it.`;
    case "hidden-character":
      return `${label} contains a character that cannot be seen (${hiddenCharacterIn(text)}). Type it again instead of pasting it.`;
  }
}
