import { attempt } from "./api.js";
import { directory, loadDirectory, people } from "./directory.js";
import { h } from "./dom.js";

/** Where each of the two is: `#U0ANA0001/C0TREAS01,U0BEN0001/C0APPROV1`. */
const places = location.hash.slice(1).split(",");

async function start() {
  await loadDirectory();
  document.title = `${directory.team.name} · two people side by side`;
  document.getElementById("sides").append(...["Left", "Right"].map(side));
}

function side(name, index) {
  const [wanted, place] = (places[index] ?? "").split("/");
  const person = people().find(({ id }) => id === wanted) ?? people()[index] ?? people()[0];
  places[index] = place ? `${person.id}/${place}` : person.id;

  const chosen = h(
    "select",
    { "aria-label": `${name}: act as`, on: { change: () => turnTo(chosen.value) } },
    people().map(({ id, realName }) => h("option", { value: id }, realName)),
  );
  const frame = h("iframe", { src: `/#${places[index]}`, on: { load: follow } });

  function turnTo(id) {
    // Another hash alone would not make the page in the frame begin anew.
    frame.contentWindow.location.replace(`/#${id}`);
    frame.contentWindow.location.reload();
  }

  /** Whoever acts as someone else within the frame is followed. */
  function follow() {
    const { contentWindow } = frame;
    note(contentWindow.location.hash);
    contentWindow.addEventListener("hashchange", () => note(contentWindow.location.hash));
  }

  function note(hash) {
    places[index] = hash.slice(1);
    chosen.value = places[index].split("/")[0];
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

await attempt(start);
