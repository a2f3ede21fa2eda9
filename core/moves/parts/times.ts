// The time at which a move is judged.
import type { ChainSubject } from './chain-subject.js';

/** The docket decides; before there is one, the clock says what the docket will say. */
export function timeOf({ ctx }: Pick<ChainSubject, 'ctx'>): number {
  return ctx.docketMs ?? ctx.nowMs ?? ctx.state.timestampMs;
}

/**
 * The time whose slot tells who reads a move and who waits. A clock that is wrong by a slot would refuse all that
 * others take. The tip of a quiet register has a slot of long ago: before there is a docket, most clocks say it.
 */
export function slotTimeOf({ ctx }: Pick<ChainSubject, 'ctx'>): number {
  return ctx.docketMs ?? ctx.sealingMs?.() ?? timeOf({ ctx });
}
