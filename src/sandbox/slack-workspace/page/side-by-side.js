import { h } from "../../page-kit/dom.js";
import { attempt } from "./api.js";
import { directory, loadDirectory, people } from "./directory.js";

/** The address has the places of both: `#U0ANA0001/C0TREAS01,U0BEN0001/C0APPROV1`. */
const places = location.hash.slice(1).split(",");

async function start() {
  await loadDirectory();
  document.title = `${directory.team.name} · two people side by side`;
  document.getElementById("sides").append(...["Left", "Right"].map(side));
}

function side(name, index) {
  const others = people().filter(({ id }) => !places[1 - index]?.includes(id));
  if (!personIn(places[index])) places[index] = others[0].id;

  const chosen = h(
    "select",
    { "aria-label": `${name}: act as`, on: { change: () => turnTo(chosen.value) } },
    people().map(({ id, realName }) => h("option", { value: id }, realName)),
  );
  const frame = h("iframe", { src: `/#${places[index]}`, on: { load: follow } });

  function turnTo(id) {
    // A new hash alone would not reload the page in the frame.
    frame.contentWindow.location.replace(`/#${id}`);
    frame.contentWindow.location.reload();
  }

  /** Follows a change of the person inside a frame. */
  function follow() {
    const { contentWindow } = frame;
    note(contentWindow.location.hash);
    contentWindow.addEventListener("hashchange", () => note(contentWindow.location.hash));
  }

  function note(hash) {
    places[index] = hash.slice(1);
    chosen.value = personIn(places[index])?.id;
    frame.title = chosen.selectedOptions[0]?.textContent ?? name;
    history.replaceState(null, "", `#${places.join(",")}`);
  }

  return h(
    "section",
    { class: "side", "aria-label": name },
    h("header", {}, chosen, index === 1 ? h("a", { href: "/" }, "One person") : null),
    frame,
  );
}

/** Returns the person in the address of one side. */
const personIn = (place = "") => people().find(({ id }) => place.split("/").includes(id));

await attempt(start);
