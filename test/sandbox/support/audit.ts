import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * With the rules of WCAG 2.2 AA and axe's own best practices; the rule and the element of each
 * fault.
 */
export async function audit(page: Page): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    // What stands in a frame is audited by itself.
    iframes: false,
    // A text of several lines with suggestions has no element of its own: role and element must
    // differ.
    rules: { "aria-allowed-role": { enabled: false } },
  };
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id} ${html} ${any[0]?.message ?? ""}`),
  );
}
