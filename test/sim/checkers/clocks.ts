// A node whose clock moved, in a way that it can see, dates no docket: nothing that it builds has the time which that
// clock shows.
import type { Message } from '../../../core/consensus/types.js';
import type { Checker, ObservedNode, World } from '../observer.js';

/**
 * A guard believes one step of a minute and what a time service slews; and the clock of a node that is being moved is
 * between two readings.
 */
const MOVE_MAX_MS = 120_000;
/** From the time of a docket to the moment at which its proposal leaves. */
const LATE_MS = 20_000;

export function clocks(world: World): Checker {
  const seen = new Set<string>();
  const built = (node: ObservedNode, message: Message) => {
    if (!world.options.guards || message.type !== 'proposal' || node.isFalse) return;
    const { docket } = message.proposal;
    // Only the first of them is built now: what comes again was prepared before.
    if (seen.has(docket.hash)) return;
    seen.add(docket.hash);
    const movedMs = node.wall.doubtfulMs;
    const nowMs = node.run?.ports.clock.now() ?? 0;
    const isOfNow = Math.abs(docket.header.timestampMs - nowMs) < LATE_MS;
    if (Math.abs(movedMs) > MOVE_MAX_MS && isOfNow)
      world.violation(
        'clocks',
        `node ${node.index} dates docket ${docket.header.height} by a clock that moved by ${movedMs} ms`,
      );
  };
  return {
    name: 'clocks',
    released: built,
    lied: (_, message) => void (message.type === 'proposal' && seen.add(message.proposal.docket.hash)),
  };
}
