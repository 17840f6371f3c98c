import type { Page } from "playwright-core";

/** Whatever a page complains about from now on, or fetches from elsewhere than these origins. */
export function troublesOn(page: Page, ...origins: string[]): string[] {
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!origins.some((origin) => request.url().startsWith(origin))) {
      troubles.push(`fetched ${request.url()}`);
    }
  });
  page.on("dialog", (dialog) => {
    troubles.push(`script ran: ${dialog.message()}`);
    dialog.dismiss();
  });
  return troubles;
}
