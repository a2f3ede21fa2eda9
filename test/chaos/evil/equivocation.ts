// A member that signs two dockets for one place: one half of the others is shown one, the other half its twin. Where a
// quorum votes for the twin the liar makes a certificate of it, which forks a register that trusts a majority. Its
// votes for others' proposals come in two versions as well.
import type { ConsensusTransport } from '../../../actors/docket/ports.js';
import { buildHeader } from '../../../core/chain/state.js';
import { certificateOf } from '../../../core/consensus/certificate.js';
import type { Message, Proposal, Vote } from '../../../core/consensus/types.js';
import type { Docket, Hash, RegisterState } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import { quorum } from '../../../core/register/roster.js';
import type { Inside } from '../../../node/compose/alter.js';
import { proposalOf, rehashed, resigned, stateIn, turned } from './signing.js';

interface Twin {
  readonly proposal: Proposal;
  /** The state that it follows. */
  readonly before: RegisterState;
  readonly shownTo: readonly Hash[];
  readonly votes: Map<Hash, Vote>;
  readonly send: ConsensusTransport['send'];
}

interface Sending {
  readonly to: readonly Hash[];
  readonly message: Message;
  readonly send: ConsensusTransport['send'];
}

const TWINS_MAX = 64;

export class Equivocation {
  private readonly inside: Inside;
  private readonly twins = new Map<Hash, Twin>();

  constructor(inside: Inside) {
    this.inside = inside;
  }

  send(registerId: string, { to, message, send }: Sending): void {
    send(this.split(registerId, { to, message, send }), message);
    if (message.type !== 'vote' || !message.vote.approve) return;
    const { vote } = message;
    send(to, { type: 'vote', vote: resigned(this.inside, vote, { docketHash: turned(vote.docketHash) }) });
  }

  /** A vote of another member: counted when it is for a twin. */
  heard(vote: Vote): void {
    const twin = this.twins.get(vote.docketHash);
    if (!twin || vote.kind !== 'COMMIT' || !vote.approve) return;
    twin.votes.set(vote.voter, vote);
    const { roster, policy } = twin.before;
    const mine = resigned(this.inside, twin.proposal.prepare, { kind: 'COMMIT' });
    const votes = [mine, ...twin.votes.values()];
    if (votes.length < quorum(policy.consensus.mode, roster.validators.length).commit) return;
    const certificate = certificateOf(votes, roster);
    twin.send(twin.shownTo, { type: 'decided', certificate, docket: twin.proposal.docket });
  }

  /**
   * Shows the twin of a fresh proposal to every other member, and both to the last of more than two. Gives who sees the
   * first.
   */
  private split(registerId: string, { to, message, send }: Sending): readonly Hash[] {
    if (message.type !== 'proposal' || message.proposal.round > 0 || to.length < 2) return to;
    const twin = this.twinOf(registerId, { proposal: message.proposal, to, send });
    if (!twin) return to;
    send(twin.shownTo, { type: 'proposal', proposal: twin.proposal });
    return to.filter((id, i) => !twin.shownTo.includes(id) || (to.length > 2 && i === to.length - 1));
  }

  private twinOf(
    registerId: string,
    given: { readonly proposal: Proposal; readonly to: readonly Hash[]; readonly send: ConsensusTransport['send'] },
  ): Twin | undefined {
    const { proposal, to, send } = given;
    const known = [...this.twins.values()].find(
      (twin) =>
        twin.proposal.docket.header.prevHash === proposal.docket.header.prevHash &&
        twin.proposal.docket.header.registerId === registerId,
    );
    if (known) return known;
    const before = stateIn(this.inside, registerId);
    if (!before || before.hash !== proposal.docket.header.prevHash) return undefined;
    const docket = this.another(registerId, proposal.docket, before);
    const shownTo = to.filter((_, i) => i % 2 === 1 || (to.length > 2 && i === to.length - 1));
    const twin = { proposal: proposalOf(this.inside, proposal, docket), before, shownTo, votes: new Map(), send };
    if (this.twins.size >= TWINS_MAX) this.twins.delete(this.twins.keys().next().value as Hash);
    this.twins.set(docket.hash, twin);
    return twin;
  }

  /** A valid docket of the same transactions, one millisecond later. */
  private another(registerId: string, docket: Docket, state: RegisterState): Docket {
    const { ledger, chain } = this.inside;
    const record = ledger.register(registerId);
    const timestampMs = docket.header.timestampMs + 1;
    if (!record) return rehashed(docket, { timestampMs });
    const { transactions, annex } = docket;
    const { proposer } = docket.header;
    const { header } = buildHeader({
      ...{ state, transactions, annex, timestampMs, proposer },
      view: chain.view(record.reg),
    });
    return { hash: docketHash(header), header, transactions, annex };
  }
}
