import { attempt, post } from "./api.js";
import { busy } from "./controls.js";
import { directory } from "./directory.js";
import { h } from "./dom.js";

/** Where a person types. A line that begins with "/" is a command; known commands are offered. */
export function createComposer({ channel, placeholder, thread, onThreadEnd }) {
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
    const outcome = await attempt(() =>
      post(`/people/${directory.me.id}/send`, {
        channel,
        text,
        ...(thread && { threadTs: thread }),
      }),
    );
    // What could not be sent stays, so that nobody types it twice.
    if (!outcome && !box.value) box.value = text;
  }

  function offer() {
    box.style.height = "auto";
    box.style.height = `${Math.min(box.scrollHeight, 160)}px`;
    const typed = box.value;
    const known = directory.app.commands.filter(({ command }) =>
      typed.startsWith("/") ? command.startsWith(typed.split(" ")[0]) : false,
    );
    offers.replaceChildren(
      ...known.map(({ command, description, usageHint }) =>
        h(
          "li",
          { role: "option", "aria-selected": "true", on: { mousedown: () => complete(command) } },
          h("strong", {}, command),
          h("span", {}, usageHint),
          h("small", {}, description),
        ),
      ),
    );
    offers.hidden = known.length === 0;
    box.setAttribute("aria-expanded", String(!offers.hidden));
  }

  function hide() {
    offers.hidden = true;
    box.setAttribute("aria-expanded", "false");
  }

  function complete(command) {
    if (!box.value.startsWith(`${command} `)) box.value = `${command} `;
    offer();
    setTimeout(() => box.focus());
  }

  function key(event) {
    if (event.isComposing) return;
    const [command] = [...offers.querySelectorAll("strong")].map(({ textContent }) => textContent);
    const isHalfTyped = !offers.hidden && command && !box.value.startsWith(command);
    if (event.key === "Escape" && !offers.hidden) hide();
    else if (event.key === "Tab" && !event.shiftKey && isHalfTyped) {
      event.preventDefault();
      complete(command);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (isHalfTyped) complete(command);
      else form.requestSubmit();
    }
  }

  return { form, focus: () => box.focus() };
}
