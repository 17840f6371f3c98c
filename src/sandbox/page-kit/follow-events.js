import { toast } from "./toast.js";

/**
 * Follows an event stream. `onReady` gets true after a break, in which changes may have been missed; the person reads
 * `lost` once for each break.
 */
export function followEvents(events, { onReady, onChange, lost }) {
  let isLost = false;
  events.addEventListener("change", ({ data }) => onChange(data));
  events.addEventListener("ready", () => {
    const wasLost = isLost;
    isLost = false;
    onReady(wasLost);
  });
  events.addEventListener("error", () => {
    if (!isLost) toast(lost);
    isLost = true;
  });
}
