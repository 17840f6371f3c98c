const LONGEST_WAIT_MS = 1_000;
const ENDS = ["pointerup", "pointercancel", "contextmenu", "dragend"];

let isDown = false;
document.addEventListener("pointerdown", () => setDown(true), { capture: true });
for (const end of ENDS) document.addEventListener(end, () => setDown(false), { capture: true });

function setDown(value) {
  isDown = value;
}

/**
 * Waits until no button of the pointer is down, at most a second. A control that is replaced between the press and the
 * release would lose the click.
 */
export async function pointerUp() {
  if (!isDown) return;
  const { promise, resolve } = Promise.withResolvers();
  for (const end of ENDS) document.addEventListener(end, resolve, { once: true });
  const timer = setTimeout(resolve, LONGEST_WAIT_MS);
  await promise;
  clearTimeout(timer);
  for (const end of ENDS) document.removeEventListener(end, resolve);
  // The click itself follows its pointerup.
  await new Promise((done) => setTimeout(done));
}
