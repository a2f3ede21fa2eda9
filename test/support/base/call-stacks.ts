// Which functions of the product are under way, read off real call stacks: tests count by it how long a way is.
import { createHook, executionAsyncId } from 'node:async_hooks';

const STACK_MAX = 300;
const UNNAMED = '<anonymous>';

/** Of a function that waits: it goes on behind the stack on which it began to, where it is counted. */
const GOES_ON = /at async /;

/** Functions of the product under way now, the innermost first. */
export function callsNow(): readonly string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_MAX;
  const { stack = '' } = new Error('now');
  Error.stackTraceLimit = limit;
  const isProduct = (line: string) =>
    !GOES_ON.test(line) && /\/(?:actors|api|core|node|storage)\//.test(line) && !/\/test\/|\/node_modules\//.test(line);
  return stack
    .split('\n')
    .filter(isProduct)
    .map((line) => /at (?:Object\.)?(\S+) \(/.exec(line)?.[1] ?? UNNAMED);
}

/** How many calls of the product lead to the function, itself included; 0 where it was never seen. */
export function callsTo(seen: readonly (readonly string[])[], name: string): number {
  const counts = seen.filter((calls) => calls.includes(name)).map((calls) => calls.length - calls.indexOf(name));
  return counts.length === 0 ? 0 : Math.min(...counts);
}

/** Keeps where each promise, timer and callback was made, so that a way can be followed back over them. */
export class CallTrace {
  private readonly made = new Map<number, { readonly by: number; readonly calls: readonly string[] }>();
  private readonly hook = createHook({
    init: (id) => void this.made.set(id, { by: executionAsyncId(), calls: callsNow() }),
  });

  start(): void {
    this.hook.enable();
  }

  stop(): void {
    this.hook.disable();
  }

  /** All calls of the product that led here since the start, the innermost first. */
  callsToHere(): readonly string[] {
    const calls = [...callsNow()];
    for (let made = this.made.get(executionAsyncId()); made; made = this.made.get(made.by)) {
      // A function that waited and goes on was called once.
      if (calls.at(-1) === made.calls[0] && made.calls[0] !== UNNAMED) calls.pop();
      calls.push(...made.calls);
    }
    return calls;
  }
}
