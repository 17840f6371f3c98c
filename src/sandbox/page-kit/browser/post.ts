// The server writes at each control where its deeds go: at a button, a link or a form the address
// in `data-post`, at a field in `data-edit`, which hears of every change. The JSON in `data-body`
// goes with them, and the entries of a form or the `value` of a field.

interface Deed {
  address: string;
  body: object;
}

/** Reads the page again, or goes to another address of it. */
type Done = (address?: string) => Promise<void>;

export function listenToPeople(done: Done): void {
  document.addEventListener("input", ({ target }) => enter(target));
  document.addEventListener("click", ({ target }) => {
    const control = target instanceof Element && target.closest("[data-post]:not(form)");
    if (control instanceof HTMLElement) press(control, {}, done);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.post === undefined) return;
    event.preventDefault();
    submit(form, done);
  });
}

const waiting = new Map<string, Deed>();
let sending = Promise.resolve();

/** Entries go out one after another, and of a field only the latest. */
function enter(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement) target.setCustomValidity("");
  const field = target instanceof Element && target.closest("[data-edit]");
  if (!(field instanceof HTMLElement)) return;
  const address = field.dataset.edit ?? "";
  waiting.set(`${address} ${field.dataset.body}`, {
    address,
    body: { ...bodyOf(field), value: valueIn(field) },
  });
  sending = sending.then(async () => {
    const [[key, deed] = []] = waiting;
    if (key === undefined || !deed) return;
    waiting.delete(key);
    await send(deed);
  });
}

function valueIn(field: HTMLElement): string | string[] | null {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  if (field instanceof HTMLSelectElement) return field.value || null;
  const boxes = [...field.querySelectorAll("input")];
  const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
  return boxes[0]?.type === "radio" ? (chosen[0] ?? null) : chosen;
}

/** Nobody can press a control again before its answer. */
async function press(control: HTMLElement, entries: object, done: Done) {
  if (control.ariaBusy === "true") return undefined;
  control.ariaBusy = "true";
  await sending;
  const body = { ...bodyOf(control), ...entries };
  const answer = await send({ address: control.dataset.post ?? "", body });
  if (answer.isOk) await done(control.dataset.then);
  control.ariaBusy = null;
  return answer;
}

/** Fields with `data-clear` are empty at once, and get their text back if it was not taken. */
async function submit(form: HTMLFormElement, done: Done): Promise<void> {
  const entries = Object.fromEntries(new FormData(form));
  const fields = [...form.querySelectorAll("input")];
  if ("clear" in form.dataset) for (const field of fields) field.value = "";
  const answer = await press(form, entries, done);
  if (answer?.isOk) return;
  for (const field of fields) {
    field.value ||= String(entries[field.name] ?? "");
    field.setCustomValidity(answer?.errors?.[field.name] ?? "");
  }
  form.reportValidity();
}

const bodyOf = (control: HTMLElement): object => JSON.parse(control.dataset.body ?? "{}");

/** An answer says in `failure` or `message` what failed, and in `errors` of which field. */
async function send({ address, body }: Deed) {
  const answer = await fetch(address, {
    method: "POST",
    // A link that is pressed may lead away.
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  const { failure, message, errors } = await (answer?.json().catch(() => ({})) ?? {});
  if (failure) toast(failure);
  if (!answer) toast("The sandbox does not answer. Is it still running?");
  else if (!answer.ok && !errors) toast(message ?? `The sandbox answered ${answer.status}.`);
  return { isOk: answer?.ok ?? false, errors };
}

const SHOWN_MS = 9_000;

/** Tells the person that something failed, also upon an open dialog, which covers the page. */
export function toast(words: string): void {
  const around = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const region = around.querySelector(":scope > .toasts") ?? document.createElement("div");
  region.className = "toasts";
  region.role = "alert";
  const item = document.createElement("p");
  item.textContent = words;
  around.append(region);
  region.append(item);
  setTimeout(() => item.remove(), SHOWN_MS);
}
