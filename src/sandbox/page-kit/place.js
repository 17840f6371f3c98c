/** Puts `nodes` into `parent` in this order, and does not move those in the right place. */
export function place(parent, nodes) {
  for (const child of [...parent.childNodes]) {
    if (!nodes.includes(child)) child.remove();
  }
  for (const [index, node] of nodes.entries()) {
    const there = parent.childNodes[index] ?? null;
    if (there !== node) parent.insertBefore(node, there);
  }
}
