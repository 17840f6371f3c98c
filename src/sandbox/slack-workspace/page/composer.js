import { h } from "../../page-kit/dom.js";
import { attempt, post } from "./api.js";
import { busy } from "./blocks/controls.js";
import { directory } from "./directory.js";

/** Makes the box for typing. A line that begins with "/" is a command, and the box offers known commands. */
export function createComposer({ channel, placeholder, thread, onSend, onThreadEnd }) {
  const box = h("textarea", {
    id: "composer-text",
    rows: 1,
    placeholder,
    "aria-label": placeholder,
    "aria-autocomplete": "list",
    "aria-controls": "commands",
    "aria-expanded": "false",
    role: "combobox",
    on: { input: offer, keydown: key, blur: () => setTimeout(hide, 150) },
  });
  const offers = h("ul", {
    id: "commands",
    class: "offers",
    role: "listbox",
    "aria-label": "Commands",
  });
  const sendButton = h("button", { type: "submit", class: "primary" }, "Send");
  const form = h(
    "form",
    {
      class: "composer",
      on: {
        submit(event) {
          event.preventDefault();
          busy(sendButton, send);
        },
      },
    },
    offers,
    thread
      ? h(
          "p",
          { class: "replying" },
          "Replying in thread",
          h("button", { type: "button", class: "plain", on: { click: onThreadEnd } }, "Cancel"),
        )
      : null,
    box,
    sendButton,
  );
  hide();

  async function send() {
    const text = box.value.trim();
    if (!text) return;
    box.value = "";
    offer();
    onSend();
    const outcome = await attempt(() =>
      post(`/people/${directory.me.id}/send`, {
        channel,
        text,
        ...(thread && { threadTs: thread }),
      }),
    );
    // An unsent text stays, so that nobody types it twice.
    if (!outcome && !box.value) box.value = text;
  }

  function offer() {
    box.style.height = "auto";
    box.style.height = `${Math.min(box.scrollHeight, 160)}px`;
    const typed = box.value;
    const known = directory.apps
      .flatMap(({ commands }) => commands)
      .filter(({ command }) =>
        typed.startsWith("/") ? command.startsWith(typed.split(" ")[0]) : false,
      );
    offers.replaceChildren(
      ...known.map(({ command, description, usageHint }, index) =>
        h(
          "li",
          { role: "option", id: `command-${index}`, on: { mousedown: () => complete(command) } },
          h("strong", {}, command),
          h("span", {}, usageHint),
          h("small", {}, description),
        ),
      ),
    );
    offers.hidden = known.length === 0;
    box.setAttribute("aria-expanded", String(!offers.hidden));
    // The list only explains a command that is complete.
    const isWritten = known.some(({ command }) => typed.startsWith(command));
    activate(isWritten ? undefined : offers.firstElementChild);
  }

  /** Marks the option for Enter; the focus stays in the box. */
  function activate(option) {
    for (const each of offers.children) each.setAttribute("aria-selected", String(each === option));
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  const active = () => offers.querySelector("[aria-selected=true]");

  function hide() {
    offers.hidden = true;
    box.setAttribute("aria-expanded", "false");
    activate(undefined);
  }

  function complete(command) {
    if (!box.value.startsWith(`${command} `)) box.value = `${command} `;
    offer();
    setTimeout(() => box.focus());
  }

  function key(event) {
    if (event.isComposing || event.shiftKey) return;
    const option = active();
    if (event.key === "Escape" && !offers.hidden) hide();
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && option) {
      event.preventDefault();
      activate(neighbour(option, event.key === "ArrowDown"));
    } else if ((event.key === "Tab" || event.key === "Enter") && option) {
      event.preventDefault();
      complete(option.querySelector("strong").textContent);
    } else if (event.key === "Enter") {
      event.preventDefault();
      form.requestSubmit();
    }
  }

  const neighbour = (option, isNext) =>
    isNext
      ? (option.nextElementSibling ?? offers.firstElementChild)
      : (option.previousElementSibling ?? offers.lastElementChild);

  return {
    form,
    focus: () => box.focus(),
    fill(text) {
      box.value = text;
      box.focus();
    },
  };
}
