// A member that lies on purpose, with the key of its own seat: what its honest driver says is twisted on its way out,
// and what others sign is kept and used again. It forges no signature, and nothing of it judges a run.
import type { ConsensusKeys } from '../../actors/ports.js';
import { ROUND_MAX } from '../../core/base/limits/ledger/consensus.js';
import { certificateOf } from '../../core/consensus/certificate.js';
import { roundChangeDigest, voteDigest } from '../../core/consensus/digest.js';
import type { Message, Proposal, RoundChange, Vote } from '../../core/consensus/types.js';
import type { Docket, DocketHeader, Hash, RegisterState } from '../../core/model/register.js';
import { docketHash } from '../../core/register/docket.js';
import { quorum } from '../../core/register/roster.js';
import type { Dice } from '../support/base/dice.js';

/** The deceits that a liar may try; one practises some of them. */
export const DECEITS = [
  'equivocate',
  'back-date',
  'forward-date',
  'bad-body',
  'lying-vote',
  'false-round-change',
  'forged-justification',
] as const;
export type Deceit = (typeof DECEITS)[number];

export interface DeceiverPorts {
  readonly dice: Dice;
  readonly keys: ConsensusKeys;
  readonly deceits: readonly Deceit[];
  readonly nowMs: () => number;
  /** Lies are told now. */
  lies(): boolean;
  state(registerId: string): RegisterState | undefined;
  send(registerId: string, to: readonly Hash[], message: Message): void;
}

/** How often it lies when it could. */
const LIE_SHARE = 0.4;
/** Votes and round changes of others that it keeps, and dockets of its own making. */
const KEPT_MAX = 400;
/** The first are just inside of what the clocks of others let pass. */
const FAR_MS = [2000, 4800, 60_000, 3_600_000, 20 * 24 * 3_600_000] as const;
const BACK_MS = 58_000;

interface Made {
  readonly docket: Docket;
  readonly proposal: Proposal;
  readonly registerId: string;
  readonly to: readonly Hash[];
  isPrepared: boolean;
  isDecided: boolean;
}

export class Deceiver {
  private readonly ports: DeceiverPorts;
  private readonly votes: Vote[] = [];
  private readonly changes: RoundChange[] = [];
  private readonly made = new Map<Hash, Made>();

  constructor(ports: DeceiverPorts) {
    this.ports = ports;
  }

  /** The messages of others to it: their signatures are genuine, wherever they are shown. */
  hear(registerId: string, message: Message): void {
    if (message.type === 'round-change') keep(this.changes, message.change);
    if (message.type === 'proposal') for (const change of message.proposal.justification) keep(this.changes, change);
    if (message.type !== 'vote' || !message.vote.approve) return;
    keep(this.votes, message.vote);
    const made = this.made.get(message.vote.docketHash);
    if (made && made.registerId === registerId) this.collect(made, message.vote.kind);
  }

  /** Sends what takes the place of an honest message; false for one that may leave as it is. */
  twists(registerId: string, to: readonly Hash[], message: Message): boolean {
    const { dice, deceits } = this.ports;
    if (!this.ports.lies() || !dice.chance(LIE_SHARE)) return false;
    const deceit = dice.pick(deceits);
    switch (message.type) {
      case 'proposal':
        return this.proposes(deceit, { registerId, to, proposal: message.proposal });
      case 'vote':
        if (deceit !== 'lying-vote') return false;
        this.votesFalsely(registerId, to, message.vote);
        return true;
      case 'round-change':
        if (deceit !== 'false-round-change') return false;
        this.changesFalsely(registerId, to, message);
        return true;
      default:
        return false;
    }
  }

  private proposes(
    deceit: Deceit,
    { registerId, to, proposal }: { registerId: string; to: readonly Hash[]; proposal: Proposal },
  ): boolean {
    const { dice, nowMs } = this.ports;
    const { docket } = proposal;
    const tell = (others: readonly Hash[], changed: Docket, members: Partial<Proposal> = {}) => {
      const lie = this.signed({ ...proposal, ...members }, changed);
      this.keepMade({ docket: changed, proposal: lie, registerId, to: others, isPrepared: false, isDecided: false });
      this.ports.send(registerId, others, { type: 'proposal', proposal: lie });
    };
    const dated = (timestampMs: number) => changedDocket(docket, { timestampMs });
    switch (deceit) {
      case 'equivocate': {
        const half = to.filter(() => dice.chance(0.5));
        this.ports.send(
          registerId,
          to.filter((one) => !half.includes(one)),
          { type: 'proposal', proposal },
        );
        if (half.length > 0) tell(half, dated(docket.header.timestampMs + 1));
        return true;
      }
      case 'back-date': {
        const state = this.ports.state(registerId);
        if (!state) return false;
        const within = Math.max(state.timestampMs + 1, nowMs() - BACK_MS);
        tell(to, dated(dice.chance(0.3) ? within : state.timestampMs + dice.pick([0, 1, 1, 1000])));
        return true;
      }
      case 'forward-date':
        tell(to, dated(nowMs() + dice.pick(FAR_MS)));
        return true;
      case 'bad-body':
        // The header of the docket with the body of none.
        tell(to, { ...docket, transactions: dice.chance(0.5) ? [] : [...docket.transactions, ...docket.transactions] });
        return true;
      case 'forged-justification': {
        const justification = this.elsewhere(proposal);
        if (!justification) return false;
        tell(to, dated(docket.header.timestampMs + 1), { justification, prepared: null });
        return true;
      }
      default:
        return false;
    }
  }

  /**
   * Round changes that do not belong to the proposal: of another height or register, or signed by itself for another
   * place.
   */
  private elsewhere({ round, prepare, justification }: Proposal): readonly RoundChange[] | undefined {
    const { dice } = this.ports;
    if (round === 0) return undefined;
    const byVoter = new Map<Hash, RoundChange>();
    for (const change of dice.chance(0.7) ? this.changes : justification)
      if (change.round === round && (change.height !== prepare.height || dice.chance(0.3)))
        byVoter.set(change.voter, change);
    const mine = justification.find(({ voter }) => voter === prepare.voter);
    if (mine) {
      const { preparedRound, preparedHash } = { preparedRound: -1, preparedHash: null };
      const height = dice.chance(0.5) ? mine.height : Math.max(1, mine.height - 1);
      byVoter.set(mine.voter, this.signedChange({ ...mine, height, preparedRound, preparedHash }));
    }
    return [...byVoter.values()];
  }

  /**
   * An approval of something else, of a height that is over or of a round to come, or one that no seat could give yet.
   */
  private votesFalsely(registerId: string, to: readonly Hash[], vote: Vote): void {
    const { dice } = this.ports;
    const seen = this.votes.filter(({ height }) => height === vote.height).map(({ docketHash }) => docketHash);
    const other = dice.pick([vote.docketHash, ...seen, ...this.made.keys()]);
    const lies: readonly Partial<Vote>[] = [
      { docketHash: other },
      { kind: 'COMMIT', docketHash: other },
      { round: vote.round + dice.integer(1, 3) },
      { approve: !vote.approve, code: vote.approve ? 'DOCKET_TIME_INVALID' : '' },
      { height: Math.max(1, vote.height - 1) },
    ];
    this.ports.send(registerId, to, { type: 'vote', vote: this.signedVote({ ...vote, ...dice.pick(lies) }) });
    if (dice.chance(0.5)) this.ports.send(registerId, to, { type: 'vote', vote });
  }

  /**
   * Two claims to two halves; one that conceals what it prepared, one that claims what no seat did; or one of a round
   * that no seat is near.
   */
  private changesFalsely(
    registerId: string,
    to: readonly Hash[],
    message: Extract<Message, { type: 'round-change' }>,
  ): void {
    const { dice } = this.ports;
    const { change } = message;
    const half = to.filter(() => dice.chance(0.5));
    const [known] = [...this.made.keys(), ...this.votes.map(({ docketHash }) => docketHash)].reverse();
    const lies: readonly Partial<RoundChange>[] = [
      { preparedRound: -1, preparedHash: null },
      { preparedRound: change.round - 1, preparedHash: known ?? change.genesisHash },
      { round: change.round + dice.integer(1, 3) },
      { round: dice.pick([change.round + 1000, ROUND_MAX]) },
    ];
    const lie = this.signedChange({ ...change, ...dice.pick(lies) });
    this.ports.send(registerId, half, {
      ...message,
      change: lie,
      prepared: dice.chance(0.5) ? message.prepared : null,
    });
    this.ports.send(
      registerId,
      to.filter((one) => !half.includes(one)),
      message,
    );
  }

  /** Enough of those that it deceived say yes: the certificate goes out as an honest proposer would send it. */
  private collect(made: Made, kind: Vote['kind']): void {
    const { registerId, proposal, to, docket } = made;
    const state = this.ports.state(registerId);
    if (!state || state.height + 1 !== docket.header.height || !this.ports.lies()) return;
    const { mode } = state.policy.consensus;
    const { round, prepare } = proposal;
    const own = this.signedVote({ ...prepare, kind });
    const said = this.votes.filter(
      (vote) => vote.kind === kind && vote.round === round && vote.docketHash === docket.hash,
    );
    const certificate = certificateOf([own, ...said], state.roster);
    if (certificate.signatures.length < quorum(mode, state.roster.validators.length).commit) return;
    if (kind === 'PREPARE' && !made.isPrepared) {
      made.isPrepared = true;
      this.ports.send(registerId, to, { type: 'prepared', certificate });
    }
    if (kind === 'COMMIT' && !made.isDecided) {
      made.isDecided = true;
      this.ports.send(registerId, to, { type: 'decided', certificate, docket });
    }
  }

  private keepMade(made: Made): void {
    this.made.set(made.docket.hash, made);
    for (const hash of this.made.keys()) {
      if (this.made.size <= KEPT_MAX) break;
      this.made.delete(hash);
    }
  }

  private signed(proposal: Proposal, docket: Docket): Proposal {
    return { ...proposal, docket, prepare: this.signedVote({ ...proposal.prepare, docketHash: docket.hash }) };
  }

  private signedVote(vote: Vote): Vote {
    return { ...vote, signature: this.signature(vote.voter, voteDigest(vote)) };
  }

  private signedChange(change: RoundChange): RoundChange {
    return { ...change, signature: this.signature(change.voter, roundChangeDigest(change)) };
  }

  private signature(voter: Hash, digest: Uint8Array): string {
    const signer = this.ports.keys.all().find(({ validatorId }) => validatorId === voter);
    if (!signer) throw new Error('a liar signs with its own key');
    return signer.sign(digest);
  }
}

function keep<T>(all: T[], one: T): void {
  all.push(one);
  if (all.length > KEPT_MAX) all.shift();
}

function changedDocket(docket: Docket, members: Partial<DocketHeader>): Docket {
  const header = { ...docket.header, ...members };
  return { ...docket, header, hash: docketHash(header) };
}
