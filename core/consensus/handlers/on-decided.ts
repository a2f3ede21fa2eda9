// Input family: certificates that decide, from votes, from members and from replication. A docket is
// sealed only with a certificate of this height's roster and a good judgement, and never replaces a sealed one.
import { assert } from '../../base/assert.js';
import type { Certificate, Docket, Hash } from '../../model/register.js';
import { seatOf } from '../../register/roster.js';
import { shapeProblem } from '../certificate.js';
import { announce, bodyOf, fetchBody, judge, keepBody, type StepDraft, set } from '../draft.js';
import { isCommitted, others } from '../environment.js';
import { extendsHead } from '../proposal-rules.js';
import { freshRecord, initial, tipOf } from '../state.js';
import type { Env, Tip } from '../types.js';

type Previous = NonNullable<Env['previous']>;

export interface Decision {
  readonly certificate: Certificate;
  /** The member that can give the body. */
  readonly from: Hash;
  /** True if this node made the certificate from votes, and so has to tell the others. */
  readonly collected?: boolean;
}

/**
 * D1: a member says that the height is decided. A certificate of fewer than a quorum proves nothing, and its docket is
 * not kept.
 */
export function onDecided(d: StepDraft, certificate: Certificate, docket: Docket | null, from: Hash): void {
  if (!isCommitted(certificate, d.env)) return;
  if (docket && docket.hash === certificate.docketHash && extendsHead(d, docket)) keepBody(d, docket);
  conclude(d, { certificate, from });
}

/** D2: replication verified everything against this tip. Stale ones are ignored. */
export function onAdopt(d: StepDraft, docket: Docket, certificate: Certificate): void {
  if (d.state.folding || docket.header.height !== d.state.record.height) return;
  assert(docket.hash === certificate.docketHash && extendsHead(d, docket), 'an adopted docket extends the head');
  assert(isCommitted(certificate, d.env), 'an adopted docket has a certificate of this roster');
  if (isConflict(d, certificate)) return;
  seal(d, docket, certificate);
}

/** D3: decides once body and judgement are in hand, and remembers the certificate until then. */
export function conclude(d: StepDraft, decision: Decision): void {
  const { certificate, from } = decision;
  if (d.state.folding || certificate.height !== d.state.record.height || !isCommitted(certificate, d.env)) return;
  if (isConflict(d, certificate)) return;
  set(d, { decided: d.state.decided ?? certificate });
  if (decision.collected) set(d, { announce: others(d.env) });
  const docket = bodyOf(d, certificate.docketHash);
  if (!docket) {
    fetchBody(d, certificate.docketHash, from);
    return;
  }
  const { verdict, code } = judge(d, docket, 'never');
  if (verdict === 'good') seal(d, docket, certificate);
  if (verdict === 'bad') {
    set(d, { halted: 'DIVERGED' });
    announce(d, { name: 'Diverged', height: certificate.height, docketHash: certificate.docketHash, code });
  }
}

/**
 * D4: a certificate for the head's height that names another docket splits the chain: proof, and stop. Only humans
 * resolve it. Where the tip took the seats of all who signed it, it is told and stops no member: their keys sign
 * heights of the past permanently.
 */
export function onLateDecided(d: StepDraft, certificate: Certificate): void {
  const { tip } = d.state;
  const { previous } = d.env;
  if (!previous || !isSecond(certificate, tip, previous)) return;
  const isPast = !certificate.signatures.some(({ voterIndex }) =>
    d.env.roster.validators.some(
      ({ validatorId }) => validatorId === previous.roster.validators[voterIndex]?.validatorId,
    ),
  );
  fork(d, [tip.certificate, certificate], !isPast);
}

/** A certificate of the roster that decided the tip, for another docket of its height. */
export function isSecond(certificate: Certificate, tip: Tip, { roster, rosterHash, quorum }: Previous): boolean {
  return (
    certificate.kind === 'COMMIT' &&
    certificate.height === tip.height &&
    certificate.docketHash !== tip.hash &&
    !shapeProblem(certificate, { size: roster.validators.length, rosterHash, quorum })
  );
}

/** D5: one atomic write seals the docket and replaces the record, so no crash can leave one without the other. */
function seal(d: StepDraft, docket: Docket, certificate: Certificate): void {
  const { state } = d;
  const { height } = docket.header;
  const sealed = { docket, certificate };
  announce(d, { name: 'Accepted', height, round: certificate.round, docketHash: docket.hash });
  const tip = tipOf(sealed);
  const justification = certificate.round > 0 ? state.justification : [];
  const write = { kind: 'seal', sealed, justification, record: freshRecord(tip), discard: state.stored } as const;
  d.effects.push({ type: 'persist', writes: [write] });
  announce(d, { name: 'Sealed', height, sealed });
  for (const lost of state.bodies)
    if (lost.hash !== docket.hash)
      announce(d, { name: 'Rejected', height, round: certificate.round, docketHash: lost.hash, code: '' });
  const halted = isForgotten(d, certificate) ? 'FORGOTTEN' : null;
  if (halted) announce(d, { name: 'Forgotten', height });
  const { work, paused, ahead, armed } = state;
  set(d, { ...initial(tip), work, paused, ahead, armed, halted, announce: state.announce });
}

/**
 * D7. A vote of this seat counted that its record lacks: the store is older than what the seat has signed, and what
 * else it signed is not known. Of rounds that were given up the record does not keep votes.
 */
function isForgotten({ state, env }: StepDraft, { round, docketHash, signatures }: Certificate): boolean {
  const { commitVote, round: promised } = state.record;
  const seat = env.self === null ? -1 : seatOf(env.roster, env.self);
  if (round < promised || !signatures.some(({ voterIndex }) => voterIndex === seat)) return false;
  return commitVote?.round !== round || commitVote.docketHash !== docketHash;
}

function isConflict(d: StepDraft, certificate: Certificate): boolean {
  const { decided } = d.state;
  if (!decided || decided.docketHash === certificate.docketHash || !isCommitted(certificate, d.env)) return false;
  fork(d, [decided, certificate], true);
  return true;
}

function fork(d: StepDraft, certificates: readonly [Certificate, Certificate], halted: boolean): void {
  if (halted) set(d, { halted: 'FORK' });
  announce(d, { name: 'Fork', height: certificates[0].height, certificates, halted });
}
