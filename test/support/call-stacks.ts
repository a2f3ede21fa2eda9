// Which functions of the product are under way, read off real call stacks: tests count by it how long a way is.

const STACK_MAX = 300;

/** Functions of the product under way now, the innermost first. */
export function callsNow(): readonly string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_MAX;
  const { stack = '' } = new Error('now');
  Error.stackTraceLimit = limit;
  const isProduct = (line: string) =>
    /\/(?:actors|api|core|node|storage)\//.test(line) && !/\/test\/|\/node_modules\//.test(line);
  return stack
    .split('\n')
    .filter(isProduct)
    .map((line) => /at (?:async )?(?:Object\.)?(\S+) \(/.exec(line)?.[1] ?? 'closure');
}

/** How many calls of the product lead to the function, itself included; 0 where it was never seen. */
export function callsTo(seen: readonly (readonly string[])[], name: string): number {
  const counts = seen.filter((calls) => calls.includes(name)).map((calls) => calls.length - calls.indexOf(name));
  return counts.length === 0 ? 0 : Math.min(...counts);
}
