// Consensus messages of one register over the links: what its docket driver sends leaves here as frames to the peers
// that hold the seats, and what peers send for it comes in. It judges nothing; bodies that were asked for are hashed
// before the driver gets them.
import { type Issue, issue } from '../../../core/base/issue.js';
import { OFFER_BYTES_MAX, OFFER_TRANSACTIONS_MAX } from '../../../core/base/limits/node/replication.js';
import type { Clock, Log, Random } from '../../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Message, Proposal, ReceivedFrom, Vote } from '../../../core/consensus/types.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Docket, Hash } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { checkBody } from '../../../core/register/docket.js';
import { rosterNamed } from '../../../core/register/past-rosters.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ConsensusTransport } from '../../docket/ports.js';
import type { ClaimsVerifier } from '../../ports.js';
import { InvalidMessages, ownIn, voteKey } from '../misbehaviour/invalid-messages.js';
import type { Rosters } from '../peers/rosters.js';
import type { MeshLedger, PeerNet } from '../ports.js';
import { AwaitedVotes } from './awaited-votes.js';
import { DocketAnswers, type OwedDocket } from './docket-answers.js';

/**
 * Bodies that are asked for at once: some of each register of which a round lacks one. The oldest goes, and is asked
 * for again with the next resend.
 */
const WANTED_MAX = 10_000;

export interface ConsensusLinkPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'loadBody' | 'sealedDocket' | 'docket' | 'view' | 'loadCertificate'>;
  readonly ledger: Pick<MeshLedger, 'handle' | 'register' | 'state'>;
  readonly rosters: Rosters;
  /** Undefined before the network is up: nothing is sent then. */
  net(): PeerNet | undefined;
  readonly verify: ClaimsVerifier;
  /** A message whose signatures are good. */
  onVerified(message: Message): void;
  /** Somebody tells of a height that this node has not: replication looks after it. */
  behind(registerId: string, peerId: string): void;
}

export class ConsensusLink {
  private readonly ports: ConsensusLinkPorts;
  private readonly awaited: AwaitedVotes;
  /** Bodies that were asked for and did not come yet. */
  private readonly wanted = new Set<string>();
  private readonly falsehoods: InvalidMessages;
  private readonly answers: DocketAnswers;

  constructor(ports: ConsensusLinkPorts) {
    this.ports = ports;
    this.awaited = new AwaitedVotes(ports.clock);
    this.falsehoods = new InvalidMessages(ports);
    this.answers = new DocketAnswers(ports);
  }

  /** The transport that the docket driver of the register gets. */
  transport(registerId: string): ConsensusTransport {
    return {
      send: (to, message) => this.send(registerId, to, message),
      fetch: (wanted) => this.fetch(registerId, wanted),
      serve: ({ height, to, held }) => {
        const peerId = this.ports.rosters.peerOf(registerId, to);
        if (peerId !== undefined) this.serve(registerId, { height, held }, peerId);
      },
      offer: (to, transactions) => {
        const peerId = this.ports.rosters.peerOf(registerId, to);
        if (peerId !== undefined) this.offer(registerId, [peerId], this.newTo(peerId, transactions));
      },
    };
  }

  /**
   * A frame of the consensus family from a peer. False for what no honest peer sends. A peer without a seat may have
   * one in a roster that is not sealed here yet. Or it may not know that it lost its own: it is not heard and not
   * blamed, unless it names the very roster in which it has none.
   */
  receive(peer: Peer, frame: Extract<Frame, { type: 'consensus' | 'want-body' | 'body' | 'want-docket' }>): boolean {
    const { ledger, rosters } = this.ports;
    const { registerId } = frame;
    const record = ledger.register(registerId);
    if (!record) return true;
    const from = rosters.validatorOf(registerId, peer.peerId);
    const isSeated = from !== undefined;
    switch (frame.type) {
      case 'consensus': {
        const { message } = frame;
        this.seeOff(record, peer, message);
        if (from === undefined) return rosterHashIn(message) !== rosters.rosterHash(registerId);
        const envelope = { message, from };
        const isPlaced = ledger
          .handle(registerId)
          ?.receive(envelope, this.noteClaims(registerId, peer.peerId, envelope));
        if (isPlaced === false) this.ports.behind(registerId, peer.peerId);
        return true;
      }
      case 'want-body': {
        if (!isSeated) return true;
        this.answers.body(record, frame, peer.peerId);
        return true;
      }
      case 'body':
        // Only members are asked for one, and hashing it is work: a second copy is not looked at, and none that was not
        // asked for.
        return !isSeated || !this.isWanted(registerId, frame.docket.hash) || this.body(registerId, frame.docket);
      case 'want-docket':
        if (!isSeated) return true;
        this.serve(registerId, { height: frame.height, held: null }, peer.peerId);
        return true;
    }
  }

  private isWanted(registerId: string, docketHash: Hash): boolean {
    return this.wanted.has(wantedKey(registerId, docketHash));
  }

  /** A body that was asked for. False for one that is not what it says: the right one may still come. */
  private body(registerId: string, docket: Docket): boolean {
    if (docket.header.registerId !== registerId || checkBody(docket).length > 0) return false;
    this.wanted.delete(wantedKey(registerId, docket.hash));
    this.ports.ledger.handle(registerId)?.body(docket);
    return true;
  }

  /** Verifies the claims of the message, and takes note of how that went. */
  private noteClaims(registerId: string, peerId: string, envelope: ReceivedFrom): ClaimsVerifier {
    const verify: ClaimsVerifier = async (claims) => {
      const good = await this.ports.verify(claims);
      // Without claims nothing was proven: the message is of another height.
      if (good && claims.length > 0) {
        this.ports.onVerified(envelope.message);
        this.falsehoods.onSigned(registerId, peerId, envelope);
      }
      if (!good) this.falsehoods.onUnsigned(registerId, peerId, envelope);
      return good;
    };
    verify.onRefused = (problem) => this.falsehoods.onRefused(registerId, peerId, { envelope, problem });
    return verify;
  }

  /**
   * A member that worked on when the roster went on without it cannot know: it gets the docket of the height that its
   * roster decided, and so height by height the one that removed it. Also after a restart of this node, and where it
   * may read nothing else.
   */
  private seeOff(record: RegisterRecord, peer: Peer, message: Message): void {
    const { ledger, rosters, chain } = this.ports;
    const working = ownIn(message);
    // Asked first: nearly every message comes from a seat of today, and the state is read from the store.
    if (!working || rosters.isSeated(record.id, peer.peerId)) return;
    const state = ledger.state(record.id);
    if (isFailure(state) || working.height > state.height) return;
    const past = rosterNamed(working.rosterHash, state, chain.view(record.reg));
    const { rosterHash } = chain.docket(record.reg, working.height)?.header ?? {};
    if (rosterHash === working.rosterHash && past?.validators.some(({ peerId }) => peerId === peer.peerId))
      this.serve(record.id, { height: working.height, held: null }, peer.peerId);
  }

  /**
   * Hands a proposal to the register as the proposer's link would, and waits for the vote that this node signs for it.
   */
  requestVote(peer: Peer, registerId: string, proposal: Proposal): Promise<Result<Vote>> {
    const refused = this.whyNoVote(peer, registerId);
    if (refused) return Promise.resolve(fail(refused));
    const { height, round, docketHash } = proposal.prepare;
    const vote = this.awaited.wait(peer.peerId, voteKey(registerId, { height, round, docketHash }));
    if (isFailure(vote)) return Promise.resolve(vote);
    this.receive(peer, { type: 'consensus', registerId, message: { type: 'proposal', proposal } });
    return vote;
  }

  /** For who may not know of the register it looks as if it were not here. */
  private whyNoVote({ peerId }: Peer, registerId: string): Issue | undefined {
    const { ledger, rosters } = this.ports;
    const record = ledger.register(registerId);
    if (record && rosters.validatorOf(registerId, peerId) !== undefined) return undefined;
    return record && rosters.mayRead(record, peerId)
      ? issue('FORBIDDEN', '', 'The caller has no seat in this register.')
      : issue('REGISTER_NOT_FOUND', '', 'There is no such register on this node.');
  }

  /** Offers pending transactions to peers, in frames of bounded size. */
  offer(registerId: string, peerIds: readonly string[], transactions: readonly Transaction[]): void {
    for (const part of splitBodies(transactions)) {
      const frame: Frame = { type: 'offer', registerId, transactions: part };
      for (const peerId of peerIds) this.post(peerId, frame);
    }
  }

  /**
   * The transactions that never passed over the link: rounds may change every second while thousands wait that were
   * offered once.
   */
  private newTo(peerId: string, transactions: readonly Transaction[]): readonly Transaction[] {
    const net = this.ports.net();
    return net ? transactions.filter((tx) => !net.hasPassed(peerId, tx)) : transactions;
  }

  private send(registerId: string, to: readonly Hash[], message: Message): void {
    if (message.type === 'vote') {
      this.awaited.onVoted(registerId, message.vote);
      this.falsehoods.onVoted(registerId, message.vote);
    }
    const frame: Frame = { type: 'consensus', registerId, message };
    for (const validatorId of to) {
      const peerId = this.ports.rosters.peerOf(registerId, validatorId);
      // Where one register goes to another round, thousands may do so at the same time; each is in no hurry.
      if (peerId !== undefined) this.post(peerId, frame, message.type === 'round-change');
    }
  }

  private fetch(registerId: string, wanted: Parameters<ConsensusTransport['fetch']>[0]): void {
    const { height, docketHash, from } = wanted;
    const record = this.ports.ledger.register(registerId);
    if (!record) return;
    const own = docketHash === null ? undefined : this.ports.chain.loadBody(record.reg, height, docketHash);
    if (own) {
      this.ports.ledger.handle(registerId)?.body(own);
      return;
    }
    const asked = this.askable(registerId, from);
    if (docketHash === null) {
      for (const peerId of asked) this.ports.behind(registerId, peerId);
      return;
    }
    this.wanted.add(wantedKey(registerId, docketHash));
    if (this.wanted.size > WANTED_MAX) this.wanted.delete(this.wanted.values().next().value as string);
    const frame: Frame = { type: 'want-body', registerId, height, docketHash };
    for (const peerId of asked) this.post(peerId, frame);
  }

  /** The member that should know, and another one: the first may be the one that does not answer. */
  private askable(registerId: string, from: Hash): readonly string[] {
    const first = this.ports.rosters.peerOf(registerId, from);
    const net = this.ports.net();
    const others = this.ports.rosters.peers(registerId).filter((id) => id !== first && net?.peer(id));
    const second = others[Math.floor(this.ports.random.number() * others.length)];
    return [first, second].filter((id): id is string => id !== undefined && id !== net?.self.peerId);
  }

  private serve(registerId: string, owed: OwedDocket, peerId: string): void {
    const record = this.ports.ledger.register(registerId);
    if (record) this.answers.sendSealed(record, owed, peerId);
  }

  private post(peerId: string, frame: Frame, isPatient = false): void {
    const net = this.ports.net();
    // Nothing is encoded for a peer that cannot get it: it is told when it is linked again.
    if (net?.peer(peerId)) net.send(peerId, frame, isPatient);
  }
}

function wantedKey(registerId: string, docketHash: Hash): string {
  return `${registerId}/${docketHash}`;
}

/**
 * The roster that the sender of a message believes to have a seat in. Anybody who holds a decided docket may have been
 * asked for it.
 */
function rosterHashIn(message: Message): Hash | undefined {
  return message.type === 'prepared' ? message.certificate.rosterHash : ownIn(message)?.rosterHash;
}

function* splitBodies(transactions: readonly Transaction[]): Generator<readonly Transaction[]> {
  let part: Transaction[] = [];
  let bytes = 0;
  for (const tx of transactions) {
    if (part.length > 0 && (part.length >= OFFER_TRANSACTIONS_MAX || bytes + tx.bytes.length > OFFER_BYTES_MAX)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(tx);
    bytes += tx.bytes.length;
  }
  if (part.length > 0) yield part;
}
