// One lying member: it has the key of its seat, hears everything ever sent, and says anything to anybody. It cannot
// forge a signature, so all it sends would pass the driver's verification.
import { certificateOf } from '../../core/consensus/certificate.js';
import { roundChangeDigest, voteDigest } from '../../core/consensus/digest.js';
import { proposerAt } from '../../core/consensus/environment.js';
import { tipOf } from '../../core/consensus/state.js';
import type { Message, RoundChange, Vote, VoteKind } from '../../core/consensus/types.js';
import type { Certificate, Docket, SealedDocket } from '../../core/model/register.js';
import type { Library, Sent } from './node.js';
import { docketOf, envOf, fakeSign, genesisOf, idOf, membersAt, seat, type World } from './world.js';

/** How often a justification also takes round changes of other heights. */
const ANYWHERE_SHARE = 0.2;
const ERAS = [-1, 0, 0, 1] as const;

export class Adversary {
  readonly #name: string;
  readonly #votes = new Map<string, Vote>();
  readonly #changes = new Map<string, RoundChange>();
  readonly #commits = new Map<string, Certificate>();
  #heard = 0;

  constructor(
    readonly world: World,
    readonly random: () => number,
  ) {
    this.#name = world.liar as string;
  }

  /** One lie: a message to one honest member, or a pair of different ones to two. */
  act(sent: readonly Sent[], library: Library): Sent[] {
    for (; this.#heard < sent.length; this.#heard++) this.#hear((sent[this.#heard] as Sent).message);
    const height = 1 + Math.floor(this.random() * this.world.heights);
    const parent = this.#parent(height, library);
    const members = membersAt(this.world, height);
    if (!parent || !members.includes(this.#name)) return [];
    const round = Math.floor(this.random() * (this.world.rounds + 2));
    const lies = [
      () => this.#proposal(height, round, parent, library),
      () => this.#proposal(height, this.#myRound(height, parent), parent, library),
      () => this.#vote(height, round, library),
      () => this.#certificate('PREPARE', height, round, library),
      () => this.#certificate('COMMIT', height, round, library),
      () => this.#change(height, round, library),
    ];
    const out: Sent[] = [];
    const times = this.random() < 0.3 ? 2 : 1;
    for (let i = 0; i < times; i++) {
      const message = this.#pick(lies)?.();
      const to = this.#pick([...members].filter((name) => name !== this.#name));
      if (message && to) out.push({ from: this.#name, to, message });
    }
    return out;
  }

  #hear(message: Message): void {
    if (message.type === 'vote') this.#keepVote(message.vote);
    if (message.type === 'proposal') {
      const { prepare, justification, prepared, parent } = message.proposal;
      this.#keepVote(prepare);
      for (const change of justification) this.#changes.set(JSON.stringify(change), change);
      for (const certificate of [prepared, parent]) if (certificate) this.#keepCertificate(certificate);
    }
    if (message.type === 'round-change') {
      this.#changes.set(JSON.stringify(message.change), message.change);
      if (message.prepared) this.#keepCertificate(message.prepared);
    }
    if (message.type === 'prepared' || message.type === 'decided') this.#keepCertificate(message.certificate);
  }

  #keepVote(vote: Vote): void {
    if (vote.approve)
      this.#votes.set(`${vote.kind}|${vote.voter}|${vote.height}|${vote.round}|${vote.docketHash}`, vote);
  }

  #keepCertificate(certificate: Certificate): void {
    const { kind, height, round, docketHash, rosterHash } = certificate;
    if (kind === 'GENESIS') return;
    if (kind === 'COMMIT') this.#commits.set(`${height}`, certificate);
    const env = envOf(this.world, this.#name, height);
    for (const { voterIndex, signature } of certificate.signatures) {
      const voter = env.roster.validators[voterIndex]?.validatorId ?? '';
      const { registerId, genesisHash } = env;
      this.#keepVote({
        kind,
        registerId,
        genesisHash,
        height,
        round,
        docketHash,
        rosterHash,
        voter,
        approve: true,
        code: '',
        signature,
      });
    }
  }

  /** The decided docket below a height, as far as the liar has seen proof. */
  #parent(height: number, library: Library): SealedDocket | undefined {
    if (height === 1) return genesisOf(this.world);
    const certificate = this.#commits.get(`${height - 1}`);
    const docket = certificate && library.get(certificate.docketHash);
    return certificate && docket ? { docket, certificate } : undefined;
  }

  #myRound(height: number, parent: SealedDocket): number {
    const env = envOf(this.world, this.#name, height);
    for (let round = Math.floor(this.random() * 2); round < 12; round++)
      if (proposerAt(tipOf(parent), round, env) === idOf(this.#name)) return round;
    return 0;
  }

  #proposal(height: number, round: number, parent: SealedDocket, library: Library): Message {
    const env = envOf(this.world, this.#name, height);
    const docket = this.random() < 0.6 ? this.#ownDocket(height, parent, library) : this.#known(height, library);
    const prepare = this.#sign('PREPARE', height, round, docket.hash);
    // A message that was signed for another height is as genuine; no honest member may take it.
    const anywhere = this.random() < ANYWHERE_SHARE;
    const said = [...this.#changes.values()].filter(
      (change) => change.round === round && (anywhere || change.height === height),
    );
    const own = this.#claim(height, round, this.random() < 0.5 ? docket : undefined);
    const byVoter = new Map<string, RoundChange>();
    for (const change of [...said].sort(() => this.random() - 0.5)) byVoter.set(change.voter, change);
    byVoter.set(idOf(this.#name), own);
    const justification =
      round === 0
        ? []
        : [...byVoter.values()].sort(() => this.random() - 0.5).slice(0, this.random() < 0.2 ? 1 : env.quorum.commit);
    const best = Math.max(-1, ...justification.map((change) => change.preparedRound));
    const prepared = best < 0 || this.random() < 0.3 ? null : this.#assemble('PREPARE', height, best, docket.hash);
    return {
      type: 'proposal',
      proposal: { docket, round, prepare, justification, prepared, parent: parent.certificate },
    };
  }

  #vote(height: number, round: number, library: Library): Message {
    return {
      type: 'vote',
      vote: this.#sign(this.random() < 0.5 ? 'PREPARE' : 'COMMIT', height, round, this.#known(height, library).hash),
    };
  }

  #certificate(kind: VoteKind, height: number, round: number, library: Library): Message | undefined {
    const docket = this.#known(height, library);
    const certificate = this.#assemble(kind, height, round, docket.hash);
    if (!certificate) return undefined;
    return kind === 'PREPARE' ? { type: 'prepared', certificate } : { type: 'decided', certificate, docket };
  }

  #change(height: number, round: number, library: Library): Message | undefined {
    if (round === 0) return undefined;
    const docket = this.random() < 0.5 ? this.#known(height, library) : undefined;
    const change = this.#claim(height, round, docket);
    const prepared = docket ? this.#assemble('PREPARE', height, change.preparedRound, docket.hash) : null;
    return { type: 'round-change', change, prepared, busy: this.random() < 0.5 };
  }

  #claim(height: number, round: number, docket: Docket | undefined): RoundChange {
    const { registerId, genesisHash, rosterHash } = envOf(this.world, this.#name, height);
    const claims = docket !== undefined && round > 0;
    const unsigned = {
      registerId,
      genesisHash,
      height,
      round,
      preparedRound: claims ? Math.floor(this.random() * round) : -1,
      preparedHash: claims ? docket.hash : null,
      rosterHash,
      voter: idOf(this.#name),
    };
    return { ...unsigned, signature: fakeSign(seat(this.#name).consensusKey, roundChangeDigest(unsigned)) };
  }

  /** From everything ever signed, too few votes and the same vote twice included. */
  #assemble(kind: VoteKind, height: number, round: number, docketHash: string): Certificate | null {
    const env = envOf(this.world, this.#name, height);
    const votes = [...this.#votes.values()].filter(
      (vote) => vote.kind === kind && vote.height === height && vote.round === round && vote.docketHash === docketHash,
    );
    votes.push(this.#sign(kind, height, round, docketHash));
    const certificate = certificateOf(votes, env.roster);
    if (this.random() < 0.2) {
      const { signatures } = certificate;
      const repeated = [...signatures, ...signatures, ...signatures].sort((a, b) => a.voterIndex - b.voterIndex);
      return { ...certificate, signatures: repeated };
    }
    return certificate;
  }

  #sign(kind: VoteKind, height: number, round: number, docketHash: string): Vote {
    const { registerId, genesisHash, rosterHash } = envOf(this.world, this.#name, height);
    const voter = idOf(this.#name);
    const vote = {
      kind,
      registerId,
      genesisHash,
      height,
      round,
      docketHash,
      rosterHash,
      voter,
      approve: true,
      code: '',
    };
    return { ...vote, signature: fakeSign(seat(this.#name).consensusKey, voteDigest(vote)) };
  }

  #ownDocket(height: number, parent: SealedDocket, library: Library): Docket {
    const { hash, header } = parent.docket;
    const variant = 400 + Math.floor(this.random() * 2);
    const docket = docketOf(this.world, {
      builder: this.#name,
      height,
      prevHash: hash,
      variant,
      timestampMs: header.timestampMs,
      era: this.world.clocks ? (this.#pick(ERAS) ?? 0) : 0,
    });
    library.set(docket.hash, docket);
    return docket;
  }

  #known(height: number, library: Library): Docket {
    const known = [...library.values()].filter((docket) => docket.header.height === height);
    const parent = this.#parent(height, library) as SealedDocket;
    return this.#pick(known) ?? this.#ownDocket(height, parent, library);
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)];
  }
}
