import { h } from "../../../page-kit/dom.js";
import { safeUrl } from "../blocks/safe-url.js";
import { controlButton } from "../control/control.js";
import { appOf, directory, people } from "../directory.js";
import { avatar } from "./avatar.js";
import { panelButton } from "./panel.js";
import { workspaceSwitch } from "./workspace-switch.js";

const nav = document.getElementById("sidebar");

/** Draws the left side: the people to act as, and the conversations. */
export function drawSidebar({ channels, current, unread, onPerson, onChannel }) {
  const focused = document.activeElement?.closest("[data-nav]")?.dataset.nav;
  const isNew = (person, channel) =>
    (unread[person] ?? []).some((each) => channel === undefined || each === channel);
  nav.replaceChildren(
    h("h1", {}, directory.team.name),
    ...workspaceSwitch(),
    group(
      "Act as",
      people().map((each) =>
        item({
          key: each.id,
          isCurrent: each.id === directory.me.id,
          isUnread: each.id !== directory.me.id && isNew(each.id),
          press: () => onPerson(each.id),
          content: [avatar(each), h("span", {}, each.realName, h("small", {}, each.title ?? ""))],
        }),
      ),
      "people",
    ),
    group(
      "Channels",
      channels
        .filter(({ isDirect }) => !isDirect)
        .map((channel) =>
          item({
            key: channel.id,
            isCurrent: channel.id === current,
            isUnread: isNew(directory.me.id, channel.id),
            press: () => onChannel(channel.id),
            content: [h("span", {}, `${channel.isPrivate ? "🔒" : "#"} ${channel.name}`)],
          }),
        ),
    ),
    group(
      "Apps",
      channels
        .filter(({ isDirect }) => isDirect)
        .map((channel) =>
          item({
            key: channel.id,
            isCurrent: channel.id === current,
            isUnread: isNew(directory.me.id, channel.id),
            press: () => onChannel(channel.id),
            content: [h("span", {}, `⚑ ${appOf(channel).name}`)],
          }),
        ),
    ),
    tools(),
    footer(),
  );
  for (const each of nav.querySelectorAll("[aria-current]")) {
    each.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  if (focused) nav.querySelector(`[data-nav="${CSS.escape(focused)}"]`)?.focus();
}

function group(title, items, kind = "places") {
  return h(
    "section",
    { class: `group ${kind}` },
    h("h2", {}, title),
    h(
      "ul",
      {},
      items.map((each) => h("li", {}, each)),
    ),
  );
}

function item({ key, isCurrent, isUnread = false, press, content }) {
  return h(
    "button",
    {
      type: "button",
      class: isUnread ? "nav-item unread" : "nav-item",
      "aria-current": isCurrent ? "true" : undefined,
      data: { nav: key },
      on: { click: press },
    },
    content,
    isUnread ? h("span", { class: "dot" }, h("span", { class: "hidden" }, "new")) : null,
  );
}

function tools() {
  return h(
    "div",
    { class: "tools" },
    panelButton(),
    controlButton(),
    // A page that is one of two side by side offers no second pair.
    window === window.top ? h("a", { href: "/side-by-side" }, "Two people side by side") : null,
  );
}

function footer() {
  const links = directory.links.filter(({ url }) => safeUrl(url));
  return h(
    "footer",
    { class: "links" },
    links.map(({ label, url }) =>
      h("a", { href: safeUrl(url), target: "_blank", rel: "noopener noreferrer" }, label),
    ),
  );
}
