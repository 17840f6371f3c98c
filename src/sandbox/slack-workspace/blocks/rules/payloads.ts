/** The place of the part that a rule is about, with the pointer to it. */
export interface Place {
  surface: "message" | "modal" | "home";
  holding: (part: object) => object;
  root: string;
}

/** Each character takes two UTF-16 units and four bytes. */
export const x = (length: number): string => "😀".repeat(length);

export const plain = (length: number) => ({ type: "plain_text", text: x(length) });
export const mrkdwn = (length: number) => ({ type: "mrkdwn", text: x(length) });

export const times = <Item>(count: number, item: Item): Item[] =>
  Array.from({ length: count }, () => item);

export const section = { type: "section", text: plain(1), expand: true };

export const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: plain(1), value: `${index}` }));

export const address = (length: number): string => "https://a.example/".padEnd(length, "x");

export const input = (element: object, fields: object = {}) => ({
  type: "input",
  label: plain(1),
  element,
  ...fields,
});

export const modal = (fields: object) => ({
  type: "modal",
  title: plain(1),
  submit: plain(1),
  blocks: [],
  ...fields,
});

export const home = (fields: object) => ({ type: "home", blocks: [], ...fields });

export const inMessage: Place = {
  surface: "message",
  holding: (block) => ({ blocks: [block] }),
  root: "/blocks/0",
};

export const inModal: Place = {
  surface: "modal",
  holding: (block) => modal({ blocks: [block] }),
  root: "/blocks/0",
};

export const inInput: Place = {
  surface: "modal",
  holding: (element) => modal({ blocks: [input(element)] }),
  root: "/blocks/0/element",
};

export const inActions: Place = {
  surface: "message",
  holding: (element) => ({ blocks: [{ type: "actions", elements: [element] }] }),
  root: "/blocks/0/elements/0",
};

export const asAccessory: Place = {
  surface: "message",
  holding: (accessory) => ({ blocks: [{ ...section, accessory }] }),
  root: "/blocks/0/accessory",
};

export const wholeMessage: Place = {
  surface: "message",
  holding: (message) => message,
  root: "",
};

export const wholeModal: Place = { surface: "modal", holding: modal, root: "" };

export const wholeHome: Place = { surface: "home", holding: home, root: "" };
