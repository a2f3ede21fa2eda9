// Circles of a graph: what imports itself through others (Tarjan, "Depth-first search and linear graph algorithms",
// 1972).

/** The strongly connected parts of more than one member, each sorted. */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const walk = (node: string): number => {
    const mine = order.size;
    order.set(node, mine);
    stack.push(node);
    let low = mine;
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, walk(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) as number);
    }
    if (low === mine) {
      const part = stack.splice(stack.indexOf(node));
      if (part.length > 1) circles.push(part.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) walk(node);
  return circles;
}
