// The environment of a height while it is decided: roster, thresholds, the order of proposers and the round delays.
// Pure.
import { assert } from '../base/assert.js';
import type { Certificate, ConsensusMode, Hash, Roster } from '../model/register.js';
import { quorum, rosterHashOf, seatOf } from '../register/roster.js';
import { shapeProblem } from './certificate.js';
import type { Env, Tip } from './types.js';

export interface EnvironmentOptions
  extends Pick<Env, 'self' | 'registerId' | 'genesisHash' | 'roster' | 'policy' | 'sign' | 'timers'> {
  /** Roster and mode that decided the tip; left out after genesis or while unknown. */
  readonly previous?: { readonly roster: Roster; readonly mode: ConsensusMode };
}

/** The environment of the height that `roster` and `policy` decide. Make one per change of either, not one per step. */
export function environment(options: EnvironmentOptions): Env {
  const { previous, ...rest } = options;
  return {
    ...rest,
    rosterHash: rosterHashOf(options.roster),
    quorum: quorum(options.policy.mode, options.roster.validators.length),
    previous: previous
      ? {
          roster: previous.roster,
          rosterHash: rosterHashOf(previous.roster),
          quorum: quorum(previous.mode, previous.roster.validators.length),
        }
      : null,
  };
}

/**
 * The validator that may propose at (tip.height + 1, round). Taken from the CONTENT of the tip docket: nodes may hold
 * certificates of different rounds for one docket, so a round of the past must not order anybody.
 */
export function proposerAt(tip: Tip, round: number, env: Env): Hash {
  const { validators } = env.roster;
  const { leader, tenure } = env.policy;
  const base = Math.max(0, seatOf(env.roster, tip.proposer));
  const turn = leader === 'rotate' && (tip.height + 1) % tenure === 0 ? 1 : 0;
  const seat = validators[(base + turn + round) % validators.length];
  assert(seat, 'a roster is never empty');
  return seat.validatorId;
}

/** True if this node holds a seat in the roster of this height. */
export function isSeated(env: Env): boolean {
  return env.self !== null && seatOf(env.roster, env.self) >= 0;
}

/** Every member but this node. */
export function others(env: Env): Hash[] {
  return env.roster.validators.map((seat) => seat.validatorId).filter((id) => id !== env.self);
}

/**
 * True if the certificate has the shape of a COMMIT certificate of this roster. Its signatures are the driver's to
 * verify.
 */
export function isCommitted(certificate: Certificate, env: Env): boolean {
  return certificate.kind === 'COMMIT' && !shapeProblem(certificate, shapeOf(env));
}

/**
 * The same for PREPARE; the round's proposer must be among the signers, so that one round prepares at most one value.
 */
export function isPrepared(certificate: Certificate, tip: Tip, env: Env): boolean {
  if (certificate.kind !== 'PREPARE' || certificate.height !== tip.height + 1) return false;
  if (shapeProblem(certificate, shapeOf(env))) return false;
  const proposer = seatOf(env.roster, proposerAt(tip, certificate.round, env));
  return certificate.signatures.some(({ voterIndex }) => voterIndex === proposer);
}

/** Delay of a round in ms: it grows by half each round up to the bound, so that it outgrows any network delay. */
export function roundDelayMs(round: number, env: Env): number {
  const { roundMs, roundMsMax } = env.timers;
  return Math.min(roundMs * 1.5 ** Math.min(round, 64), roundMsMax);
}

/** Delay of a repetition in ms: it grows with the round, so that what waits long says so rarely. */
export function resendDelayMs(round: number, env: Env): number {
  const { roundMs, resendMs } = env.timers;
  return (roundDelayMs(round, env) * resendMs) / roundMs;
}

function shapeOf(env: Env) {
  return { size: env.roster.validators.length, rosterHash: env.rosterHash, quorum: env.quorum };
}
