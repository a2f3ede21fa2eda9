// A thread that gives way to the event loop where there are fewer processors than work. Only on Linux a thread has a
// priority of its own.
import { constants, setPriority } from 'node:os';

/** Called by the thread itself, once. */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The node was started with a lower one already.
  }
}
