import { h } from "../../page-kit/dom.js";
import { followEvents } from "../../page-kit/follow-events.js";
import { pointerUp } from "../../page-kit/pointer.js";
import { refresher } from "../../page-kit/refresher.js";
import { tabList } from "../../page-kit/tabs.js";
import { toast } from "../../page-kit/toast.js";
import { attempt, get, pageUrl, post } from "./api.js";
import { createComposer } from "./composer.js";
import { hearControl, refreshControl } from "./control/control.js";
import { appOf, directory, loadDirectory, people } from "./directory.js";
import { drawSidebar } from "./frame/sidebar.js";
import { drawTour } from "./frame/tour.js";
import { uninstallButton } from "./frame/uninstall.js";
import { inWorkspace, placeInAddress } from "./frame/workspace-switch.js";
import { createHome } from "./home.js";
import { createMessageList } from "./messages.js";
import { refreshModal } from "./modal.js";

const TABS = [
  { name: "home", label: "Home" },
  { name: "messages", label: "Messages" },
];
const byId = (id) => document.getElementById(id);
/** The conversations with unread messages of each person. */
let unread = {};
let channels = [];
let channel;
let tab = "messages";
let thread;
let composer;
let messages = createMessages();
let home;

async function start() {
  const [personId, place, message] = placeInAddress();
  await loadDirectory();
  await refreshControl();
  document.title = `${directory.team.name} · sandbox workspace`;
  await actAs(people().some(({ id }) => id === personId) ? personId : people()[0].id, place);
  if (message) messages.scrollTo(message);
  drawTour(followTour);
  listen();
  document.addEventListener("click", followPermalink);
}

function followTour({ person, channel: place, typed }) {
  return attempt(async () => {
    await actAs(person, place);
    if (typed) composer.fill(typed);
  });
}

/** A link to a message of this workspace keeps the page and the person. */
function followPermalink(event) {
  const link = event.target.closest?.("a[href]");
  const [, place, message] = link?.href.startsWith(`${location.origin}/archives/`)
    ? link.pathname.split("/").slice(1)
    : [];
  if (!message) return;
  event.preventDefault();
  attempt(async () => {
    if (!channels.some(({ id }) => id === place)) {
      toast("This message is in a conversation that you are not in.");
      return;
    }
    await goTo(place);
    messages.scrollTo(message);
  });
}

async function actAs(personId, place) {
  directory.me = people().find(({ id }) => id === personId);
  channels = await get(`/people/${personId}/channels`);
  // A conversation may have been chosen meanwhile.
  const stays = channels.find(({ id }) => id === (place ?? channel?.id));
  await goTo(
    (stays ?? channels.find(({ isDirect }) => isDirect === channel?.isDirect) ?? channels[0]).id,
  );
  await refreshModal();
}

async function goTo(channelId, wanted = "messages") {
  channel = channels.find(({ id }) => id === channelId);
  tab = channel.isDirect ? wanted : "messages";
  thread = undefined;
  messages = createMessages();
  if (channel.isDirect && home?.app.id !== channel.appId) home = createHome(appOf(channel));
  location.hash = inWorkspace(`${directory.me.id}/${channelId}`);
  drawFrame();
  if (tab === "home") await attempt(home.open);
  else await drawMessages();
}

function createMessages() {
  return createMessageList({
    onReply(message) {
      thread = message.thread_ts ?? message.ts;
      messages.openThread(thread);
      drawComposer();
      composer.focus();
    },
  });
}

const hasTabs = () => channel.isDirect && appOf(channel).home.tab;

function drawFrame() {
  drawPlaces();
  byId("pane-header").replaceChildren(...header());
  const content = byId("content");
  content.replaceChildren(tab === "home" ? home.list : messages.list);
  for (const [name, value] of [
    ["role", "tabpanel"],
    ["aria-labelledby", `tab-${tab}`],
  ]) {
    if (hasTabs()) content.setAttribute(name, value);
    else content.removeAttribute(name);
  }
  drawComposer();
}

function header() {
  if (!channel.isDirect) {
    return [
      h("h2", {}, `# ${channel.name}`),
      h("p", {}, channel.topic ?? ""),
      h("p", { class: "members" }, `${channel.members.length} members`),
    ];
  }
  const title = h("h2", {}, appOf(channel).name);
  const uninstall = [uninstallButton(appOf(channel))].filter((each) => each !== null);
  if (!hasTabs()) return [title, ...uninstall];
  return [
    title,
    ...uninstall,
    tabList({
      label: appOf(channel).name,
      tabs: TABS,
      selected: tab,
      panel: "content",
      onSelect: (name) => attempt(() => goTo(channel.id, name)),
    }),
  ];
}

function drawComposer() {
  if (tab === "home" || (channel.isDirect && !appOf(channel).home.messages)) {
    byId("composer").replaceChildren();
    return;
  }
  const where = channel.isDirect ? appOf(channel).name : `#${channel.name}`;
  composer = createComposer({
    channel: channel.id,
    placeholder: `Message ${where} as ${directory.me.realName.split(" ")[0]}, or type /`,
    thread,
    onSend() {
      // A reply stays beside what it answers.
      if (!thread) messages.toEnd();
    },
    onThreadEnd() {
      thread = undefined;
      drawComposer();
    },
  });
  byId("composer").replaceChildren(composer.form);
}

const drawMessages = refresher(async () => {
  const { me } = directory;
  const { id } = channel;
  const seen = await get(`/people/${me.id}/channels/${id}/messages`);
  await pointerUp();
  // The person may have left this conversation.
  if (me !== directory.me || id !== channel.id) return;
  messages.draw(seen);
  await post(`/people/${me.id}/read`, { channel: id });
});

const refreshUnread = refresher(async () => {
  unread = await get("/unread");
  await pointerUp();
  drawPlaces();
});

function listen() {
  followEvents(new EventSource(pageUrl("/events")), {
    lost: "The connection to the sandbox workspace was lost. Trying again…",
    onChange: (data) => attempt(() => react(JSON.parse(data))),
    onReady: (wasLost) =>
      attempt(async () => {
        // Drawn dates follow the sandbox's clock.
        await refreshControl();
        await (wasLost ? actAs(directory.me.id) : catchUp());
      }),
  });
}

/** The page reads everything again, because changes between the first reading and the first news were not announced. */
async function catchUp() {
  await refreshModal();
  await refreshUnread();
  if (tab === "messages") await drawMessages();
  else await home.draw();
}

/** An app was installed or uninstalled. */
async function seeApps() {
  await loadDirectory();
  await actAs(directory.me.id);
}

async function react({ kind, channel: changed, user }) {
  if (kind === "modal" && user === directory.me.id) await refreshModal();
  if (kind === "home" && user === directory.me.id && tab === "home") await home.draw();
  await hearControl(kind);
  if (kind === "clock") await catchUp();
  if (kind === "apps") await seeApps();
  if (kind === "channel" && changed === channel.id && tab === "messages") await drawMessages();
  if (kind === "channel" || kind === "read") await refreshUnread();
}

function drawPlaces() {
  drawSidebar({
    channels,
    current: channel.id,
    unread,
    onPerson: (id) => attempt(() => actAs(id)),
    onChannel: (id) => attempt(() => goTo(id)),
  });
}

await attempt(start);
