// Rules by which a proposal is judged by itself: that it extends the tip, how far the clock judges it, and that a claim
// beside it names the objects that it has to. Pure predicates; nothing is promised or sent.

import type { Docket } from '../model/register.js';
import type { TimeRule } from '../register/docket-time.js';
import type { StepDraft } from './draft.js';
import type { RoundChange } from './types.js';

/** True if the docket names this register, the tip and the roster of this height. */
export function extendsHead(d: StepDraft, docket: Docket): boolean {
  const { header } = docket;
  return (
    header.registerId === d.env.registerId &&
    header.height === d.state.tip.height + 1 &&
    header.prevHash === d.state.tip.hash &&
    header.rosterHash === d.env.rosterHash
  );
}

/**
 * How far the clock judges a value that round changes bring back. In bft mode a quorum prepared it, and in majority
 * mode a quorum of round changes may name it: that is beyond any one clock. Where its builder alone names it, no
 * other clock has seen it, so it is judged as a fresh one; its builder gives it up soon if it is refused (R6). Else a
 * clock besides its builder's passed it when it was fresh: it may be old by now.
 */
export function timeRuleOf(d: StepDraft, docket: Docket, changes: readonly RoundChange[]): TimeRule {
  if (d.env.policy.mode === 'bft') return 'never';
  const naming = changes.filter(({ preparedHash }) => preparedHash === docket.hash);
  if (naming.length >= d.env.quorum.commit) return 'never';
  return naming.every(({ voter }) => voter === docket.header.proposer) ? 'fresh' : 'again';
}

/** A claim names a round below its own and a hash, or neither. */
export function isClaimSound(change: RoundChange): boolean {
  const { preparedRound, preparedHash, round } = change;
  if (!Number.isInteger(preparedRound) || preparedRound < -1 || preparedRound >= round) return false;
  return preparedRound === -1 ? preparedHash === null : preparedHash !== null;
}
