// Consensus messages that no honest member sends: falsely signed ones, and dockets of a member's own that break what
// the sealed chain alone decides. The sender of one is blamed here; a node that merely knows more, less or another
// branch never is, so that one that lags costs itself nothing.
import type { Issue } from '../../../core/base/issue.js';
import { isFailure } from '../../../core/base/result.js';
import type { Message, ReceivedFrom, RoundChange, Vote } from '../../../core/consensus/types.js';
import type { Offence } from '../../../core/mesh/types.js';
import type { Rosters } from '../peers/rosters.js';
import type { MeshLedger, PeerNet } from '../ports.js';

/** Proposals remembered until this node has judged their docket: some for each register that decides at one time. */
const PROPOSALS_MAX = 1000;

/**
 * The codes for which a docket on this very tip is refused whatever the clock says. Its builder verified every
 * transaction that it holds, and computed the state from the same chain.
 */
const CERTAIN: Readonly<Record<string, Offence>> = {
  VAL_SIG_002: 'invalid-signature',
  DOCKET_STATE_MISMATCH: 'protocol',
  DOCKET_ROSTER_MISMATCH: 'protocol',
  DOCKET_HISTORY_MISMATCH: 'protocol',
  DOCKET_SIZE_INVALID: 'protocol',
  DOCKET_EMPTY: 'protocol',
};

/**
 * A docket whose body is not the one that its own header commits to: no state, no roster and no clock has a say in
 * that.
 */
const TORN: ReadonlySet<string> = new Set([
  'DOCKET_HASH_MISMATCH',
  'DOCKET_SIZE_INVALID',
  'DOCKET_DUPLICATE_TRANSACTION',
  'DOCKET_ROOT_MISMATCH',
  'DOCKET_ANNEX_MISMATCH',
]);

export interface InvalidMessagePorts {
  readonly ledger: Pick<MeshLedger, 'register' | 'state'>;
  readonly rosters: Pick<Rosters, 'rosterHash'>;
  net(): Pick<PeerNet, 'blame'> | undefined;
}

export class InvalidMessages {
  private readonly ports: InvalidMessagePorts;
  /** Peers by the docket that they proposed as their own, oldest first. */
  private readonly proposers = new Map<string, string>();

  constructor(ports: InvalidMessagePorts) {
    this.ports = ports;
  }

  /**
   * A signature in the message does not hold. Its sender is blamed if it speaks for itself, of the height that is
   * decided here, under the genesis and roster that are sealed here: then it saw the same keys, and an honest member
   * passes on only what it verified.
   */
  onUnsigned(registerId: string, peerId: string, envelope: ReceivedFrom): void {
    if (!this.speaksOfNow(registerId, envelope)) return;
    this.ports.net()?.blame(peerId, 'invalid-signature', `A ${envelope.message.type} with a false signature.`);
  }

  /**
   * Nothing in the message could be verified. A proposal is blamed on its proposer at any height where its body is not
   * the one of its header, and on no other member; signers without a seat only as false signatures are.
   */
  onRefused(
    registerId: string,
    peerId: string,
    { envelope, problem }: { readonly envelope: ReceivedFrom; readonly problem: Issue },
  ): void {
    const { message, from } = envelope;
    const isProposer = message.type === 'proposal' && message.proposal.prepare.voter === from;
    const isFalse = TORN.has(problem.code) ? isProposer : this.speaksOfNow(registerId, envelope);
    if (isFalse) this.ports.net()?.blame(peerId, 'protocol', `A ${message.type} that is ${problem.code}.`);
  }

  /**
   * True for a message of its sender's own about the height that is decided here, under the genesis and roster that are
   * sealed here.
   */
  private speaksOfNow(registerId: string, { message, from }: ReceivedFrom): boolean {
    const own = ownIn(message);
    const { ledger, rosters } = this.ports;
    const record = ledger.register(registerId);
    const state = ledger.state(registerId);
    if (!own || !record || isFailure(state) || own.voter !== from) return false;
    if (own.registerId !== registerId || own.genesisHash !== record.genesisHash) return false;
    return own.height === state.height + 1 && own.rosterHash === rosters.rosterHash(registerId);
  }

  /**
   * All signatures of the message hold. A value that others had prepared is not a proposal of its sender's own, and not
   * its fault.
   */
  onSigned(registerId: string, peerId: string, { message, from }: ReceivedFrom): void {
    if (message.type !== 'proposal') return;
    const { docket, prepare, prepared } = message.proposal;
    if (prepared !== null || prepare.voter !== from || docket.header.proposer !== from) return;
    if (prepare.docketHash !== docket.hash) return;
    if (this.proposers.size >= PROPOSALS_MAX) this.proposers.delete(this.proposers.keys().next().value as string);
    this.proposers.set(voteKey(registerId, prepare), peerId);
  }

  /** This node signs the vote. A refusal is a judgement of the docket by its own rules. */
  onVoted(registerId: string, vote: Vote): void {
    const offence = vote.approve ? undefined : CERTAIN[vote.code];
    if (!offence) return;
    const key = voteKey(registerId, vote);
    const peerId = this.proposers.get(key);
    // A refusal is sent again, and counts once.
    if (!this.proposers.delete(key) || peerId === undefined) return;
    this.ports.net()?.blame(peerId, offence, `A docket of its own that is ${vote.code} at height ${vote.height}.`);
  }
}

/**
 * The object that the sender of a message signs itself. Certificates alone name neither their sender nor their genesis.
 */
export function ownIn(message: Message): Vote | RoundChange | undefined {
  if (message.type === 'vote') return message.vote;
  if (message.type === 'round-change') return message.change;
  return message.type === 'proposal' ? message.proposal.prepare : undefined;
}

/** Names the subject of a vote, and not its voter. */
export function voteKey(registerId: string, vote: Pick<Vote, 'height' | 'round' | 'docketHash'>): string {
  return `${registerId}/${vote.height}/${vote.round}/${vote.docketHash}`;
}
