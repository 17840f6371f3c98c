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

/** The same wide and light, and narrow and dark; also whether it must be scrolled sideways. */
export async function faultsIn(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, colorScheme] of [
    [360, "dark"],
    [1_280, "light"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 720 });
    faults.push(...(await audit(page)).map((fault) => `${colorScheme}: ${fault}`));
    const needed = await page.evaluate("document.documentElement.scrollWidth");
    if (Number(needed) > width) faults.push(`It needs ${needed} pixels of ${width}.`);
  }
  return faults;
}
