// What this node does when a chain is split: the proof and the stop are durable in one batch, the register goes OFFLINE with its seat, and stays so over
// restarts until an operator says which branch is the ledger. It never chooses a branch itself.
import { assert } from '../core/base/assert.js';
import { type Issue, issue } from '../core/base/issue.js';
import { FORKS_SETTLED_MAX } from '../core/base/limits.js';
import type { CertificateScope } from '../core/consensus/certificate.js';
import type { Message } from '../core/consensus/types.js';
import { verifySeat } from '../core/crypto/algorithms.js';
import {
  attributeFork,
  commonHeight,
  forkHeight,
  forkProofProblems,
  isSettledBy,
  type SettledFork,
} from '../core/mesh/fork.js';
import type { ForkProof } from '../core/mesh/frames.js';
import type { MemberEvidence } from '../core/register/annex.js';
import { docketHash as hashOf } from '../core/register/docket.js';
import type { GenesisPayload } from '../core/register/genesis-payload.js';
import { rosterNamed } from '../core/register/past-rosters.js';
import { rosterHashOf } from '../core/register/roster.js';
import type {
  Certificate,
  ConsensusMode,
  DocketHeader,
  Hash,
  RegisterState,
  Roster,
  SealedDocket,
} from '../core/register/types.js';
import type { ChainStore } from '../storage/chain-store.js';
import type { EvidenceRows, ForkRow } from '../storage/evidence.js';
import type { RegisterRecord } from '../storage/registers.js';
import type { Records } from './ledger-records.js';
import type { Log } from './ports.js';

/** Status reasons that an operator and the tests read. */
export const FORK_REASON = 'FORK';
export const DIVERGENCE_REASON = 'VALIDITY_DIVERGENCE';

export interface ForkPorts {
  readonly rows: EvidenceRows;
  readonly records: Records;
  readonly chain: Pick<
    ChainStore,
    'durableState' | 'view' | 'docket' | 'docketAt' | 'sealed' | 'loadBody' | 'loadCertificate' | 'justification'
  >;
  readonly log: Log;
  /** Something of a branch that was given up is passed over. */
  ignored(): void;
  /** Resolves when everything that was sealed until now is durable. */
  drained(): Promise<void>;
  /** Lets go of the register: its seat votes on nothing more. */
  close(registerId: string): Promise<void>;
}

/**
 * What a proof is worth here. `split`: it holds, and the register is stopped by it. `settled`: it shows a branch that the operator gave up. `false`: it
 * names this very chain and does not hold, so whoever brings it lies. `unknown`: it cannot be judged from what this node has.
 */
export type ForkVerdict = 'split' | 'settled' | 'false' | 'unknown';

export class ForkStop {
  private readonly ports: ForkPorts;
  private readonly known = new Map<string, ForkRow>();
  private turn: Promise<void> = Promise.resolve();

  constructor(ports: ForkPorts) {
    this.ports = ports;
  }

  /** Reads what the disk holds, once, before any register is opened. */
  async load(): Promise<void> {
    for await (const [registerId, row] of this.ports.rows.splits()) this.known.set(registerId, row);
  }

  row(registerId: string): ForkRow | undefined {
    return this.known.get(registerId);
  }

  /** Judges a proof, whoever brings it. When it is `split` the register is stopped, and the proof is durable. */
  report(proof: ForkProof): Promise<ForkVerdict> {
    // One after the other: the same proof often comes from many at once.
    const judged = this.turn.then(() => this.judge(proof));
    this.turn = judged.then(
      () => undefined,
      () => undefined,
    );
    return judged;
  }

  private async judge(proof: ForkProof): Promise<ForkVerdict> {
    const { registerId } = proof;
    const record = this.ports.records.get(registerId);
    if (!record) return 'unknown';
    const known = this.known.get(registerId);
    const settled = known?.settled ?? [];
    if (isSettledBy(settled, proof)) {
      this.ports.ignored();
      return 'settled';
    }
    const held = await this.holds(record, proof);
    if (held !== 'held') return held;
    // Above a settled split both branches go on: only dockets that part from this very chain make another one.
    if (settled.length > 0 && !this.partsHere(record, proof)) return 'unknown';
    if (known && known.accepted === undefined && forkHeight(proof) >= forkHeight(known.proof)) return 'split';
    return (await this.stop(registerId, { proof, ...(settled.length > 0 && { settled }) })) ? 'split' : 'unknown';
  }

  /** False for a register that is gone. */
  private async stop(registerId: string, row: ForkRow): Promise<boolean> {
    const known = this.known.get(registerId);
    // Known before it is announced, so that whoever hears of the stop can pass the proof on.
    this.known.set(registerId, row);
    const stopped = await this.ports.records.offline(registerId, FORK_REASON, [
      this.ports.rows.putFork(registerId, row),
    ]);
    if (!stopped) {
      if (known) this.known.set(registerId, known);
      else this.known.delete(registerId);
      return false;
    }
    const { proof } = row;
    this.ports.log.error({ registerId, height: forkHeight(proof) }, 'The chain of a register is split. It is OFFLINE.');
    await this.ports.close(registerId);
    return true;
  }

  /** The reducer met two certificates of one height: it has verified both. */
  async split(registerId: string, certificates: readonly [Certificate, Certificate]): Promise<void> {
    const record = this.ports.records.get(registerId);
    if (!record) return;
    const header = (certificate: Certificate) => this.headerOf(record, certificate);
    const headers = [header(certificates[0]), header(certificates[1])] as const;
    await this.report({ registerId, headers, certificates });
  }

  /** Somebody brought another docket for a sealed height: with a certificate that holds it is a fork, without one it is nothing. */
  async conflicting(registerId: string, { docket, certificate }: SealedDocket): Promise<ForkVerdict> {
    const record = this.ports.records.get(registerId);
    const { height } = docket.header;
    // What is sealed here may still be on its way to the disk, and nothing but the disk counts.
    if (record && !this.ports.chain.docketAt(record.reg, height)) await this.ports.drained();
    const ours = record && this.ports.chain.docket(record.reg, height);
    if (!ours || ours.hash === docket.hash) return 'unknown';
    const headers = [ours.header, docket.header] as const;
    return this.report({ registerId, headers, certificates: [ours.certificate, certificate] });
  }

  /** A quorum holds valid what this node holds invalid: somebody has to look before it goes on. */
  async diverged(registerId: string, about: { height: number; docketHash: Hash; code: string }): Promise<void> {
    const reason = `${DIVERGENCE_REASON}: docket ${about.height} (${about.docketHash}) is ${about.code} here`;
    await this.ports.records.offline(registerId, reason);
    this.ports.log.error({ registerId, ...about }, 'Validators disagree about validity. The register is OFFLINE.');
    await this.ports.close(registerId);
  }

  /**
   * The operator says that the branch of this docket is the ledger, and this node holds it: the register may go on, and the same split stops it no
   * more. REGISTER_STATUS_INVALID when it is not split, the docket is none of the two, or this node holds the other one.
   */
  async accept(registerId: string, docketHash: Hash): Promise<Issue | undefined> {
    const record = this.ports.records.get(registerId);
    const row = this.known.get(registerId);
    const refused = (message: string) => issue('REGISTER_STATUS_INVALID', '/docketHash', message);
    if (!record || !row || !this.isStopped(registerId))
      return refused('The register is not stopped by a fork on this node.');
    if (!row.proof.certificates.some((certificate) => certificate.docketHash === docketHash))
      return refused('The docket is none of the two that the fork proof names.');
    const height = forkHeight(row.proof);
    if (this.ports.chain.docketAt(record.reg, height)?.hash !== docketHash)
      return refused(
        `This node does not hold that branch. Delete the register here, then subscribe to it again at a node that sealed docket ${height} so.`,
      );
    const accepted = { proof: row.proof, accepted: docketHash, settled: settledWith(row, docketHash) };
    await this.ports.records.online(registerId, [this.ports.rows.putFork(registerId, accepted)]);
    this.known.set(registerId, accepted);
    this.ports.log.warn({ registerId, height, docketHash }, 'An operator settled the fork of a register.');
    return undefined;
  }

  /** True while nobody has chosen a branch: nothing may open the register. */
  isStopped(registerId: string): boolean {
    return this.forkedFrom(registerId) !== undefined;
  }

  /** Heights from here on are not served: the branches may differ. Undefined when nothing is split, or the split is settled. */
  forkedFrom(registerId: string): number | undefined {
    const row = this.known.get(registerId);
    if (!row || row.accepted !== undefined) return undefined;
    // Where the branches parted earlier than the proof shows, no docket after genesis is known to be common.
    return (commonHeight(row.proof) ?? 0) + 1;
  }

  /**
   * Whether a message may reach the seat where a split was settled. `abandoned`: it decides a docket of the branch that was given up. `unplaced`: it
   * decides one whose branch this node cannot tell, which its sender has to be asked for. The seat would stop at either of them again.
   */
  sift(registerId: string, message: Message): 'fine' | 'abandoned' | 'unplaced' {
    const settled = this.known.get(registerId)?.settled;
    const record = settled && this.ports.records.get(registerId);
    const decision = decisionIn(message);
    if (!settled || !record || !decision) return 'fine';
    const { height, docketHash } = decision.certificate;
    // Below every settled split there is one branch.
    if (settled.every((one) => height < one.height)) return 'fine';
    if (settled.some((one) => one.height === height && one.abandoned === docketHash)) {
      this.ports.ignored();
      return 'abandoned';
    }
    const { chain } = this.ports;
    if (chain.loadCertificate(record.reg, height)?.docketHash === docketHash) return 'fine';
    const parent = chain.loadCertificate(record.reg, height - 1)?.docketHash;
    // Of what is far ahead the seat believes nothing: it asks.
    if (parent === undefined) return 'fine';
    const header =
      decision.header && hashOf(decision.header) === docketHash
        ? decision.header
        : chain.loadBody(record.reg, height, docketHash)?.header;
    return header?.prevHash === parent ? 'fine' : 'unplaced';
  }

  /** Forgets the split of a register that is deleted here. The caller has the deletion written. */
  forget(registerId: string): void {
    this.known.delete(registerId);
  }

  /**
   * Members that made the split, each with a lie proven by itself, at the register's known fork. Empty where the branches were decided in two rounds
   * and this node did not store the round changes that show the lie: who signed both may be honest then.
   */
  async culprits(record: RegisterRecord): Promise<readonly MemberEvidence[]> {
    const row = this.known.get(record.id);
    const scope = row && (await this.scopeOf(record, row.proof));
    if (!row || !scope) return [];
    const justifications = this.ports.chain.justification(record.reg, forkHeight(row.proof));
    return attributeFork(row.proof, scope, { justifications, verify: verifySeat });
  }

  private async holds(record: RegisterRecord, proof: ForkProof): Promise<'held' | 'false' | 'unknown'> {
    const state = this.ports.chain.durableState(record.reg);
    // A peer on another branch has had other rosters, and tells the truth.
    if (!state || this.entitled(record, state, forkHeight(proof)) !== proof.certificates[0].rosterHash)
      return 'unknown';
    const scope = await this.scopeOf(record, proof);
    if (!scope) return 'unknown';
    if (forkProofProblems(proof, scope, verifySeat).length === 0) return 'held';
    return this.namesThisChain(record, proof) ? 'false' : 'unknown';
  }

  /**
   * True when the proof names a docket that is sealed here, of its height or as a parent: whoever brings it has this very genesis and the roster of that
   * height. Certificates do not name their genesis, and another one of the same id may have the same roster.
   */
  private namesThisChain({ reg }: RegisterRecord, proof: ForkProof): boolean {
    const height = forkHeight(proof);
    const parent = this.ports.chain.docketAt(reg, height - 1)?.hash;
    const ours = this.ports.chain.docketAt(reg, height)?.hash;
    return proof.certificates.some(({ docketHash }, i) => {
      const header = proof.headers[i];
      return docketHash === ours || (header && hashOf(header) === docketHash && header.prevHash === parent);
    });
  }

  /** True when both dockets follow the one that is sealed here below them. */
  private partsHere({ reg }: RegisterRecord, proof: ForkProof): boolean {
    const parent = this.ports.chain.docketAt(reg, forkHeight(proof) - 1)?.hash;
    return parent !== undefined && proof.headers.every((header) => header?.prevHash === parent);
  }

  /** The roster that the proof names and how it decides; undefined when it is kept here no more. */
  private async scopeOf(record: RegisterRecord, proof: ForkProof): Promise<CertificateScope | undefined> {
    const state = this.ports.chain.durableState(record.reg);
    const roster = state && rosterNamed(proof.certificates[0].rosterHash, state, this.ports.chain.view(record.reg));
    if (!state || !roster) return undefined;
    const first = state.roster.mode === undefined ? state.policy.consensus.mode : null;
    const mode = await this.modeOf(record, roster, first);
    return { registerId: record.id, genesisHash: record.genesisHash, roster, policy: { mode } };
  }

  /**
   * Hash of the roster that decides a height; undefined beyond the next one, whose roster is not known yet. Keys of members that left still sign, so a
   * certificate counts only at a height that its roster had to decide: else two certificates of one former member would stop the register of all.
   */
  private entitled({ reg }: RegisterRecord, { height: head, roster }: RegisterState, height: number): Hash | undefined {
    if (height > head) return height === head + 1 ? rosterHashOf(roster) : undefined;
    return this.ports.chain.docket(reg, height)?.header.rosterHash;
  }

  /** How the certificates of a roster are counted: as it says, else as genesis did. */
  private async modeOf(record: RegisterRecord, roster: Roster, first: ConsensusMode | null): Promise<ConsensusMode> {
    if (roster.mode !== undefined) return roster.mode;
    if (first !== null) return first;
    const genesis = await this.ports.chain.sealed(record.reg, 0);
    const founding = genesis?.docket.transactions[0];
    assert(founding, 'a register has a sealed genesis');
    return (founding.payload as unknown as GenesisPayload).policy.consensus.mode;
  }

  private headerOf(record: RegisterRecord, certificate: Certificate): DocketHeader | null {
    const { height, docketHash } = certificate;
    const sealed = this.ports.chain.docket(record.reg, height);
    if (sealed?.hash === docketHash) return sealed.header;
    return this.ports.chain.loadBody(record.reg, height, docketHash)?.header ?? null;
  }
}

/** True for a register that a fork stopped. */
export function isForked(record: Pick<RegisterRecord, 'statusReason'>): boolean {
  return record.statusReason === FORK_REASON;
}

/** True for a register whose validators disagree about the ledger itself: its seat is Faulted. */
export function isFaulty(record: Pick<RegisterRecord, 'statusReason'>): boolean {
  return isForked(record) || record.statusReason?.startsWith(DIVERGENCE_REASON) === true;
}

/** REGISTER_FORKED, with what an operator can do about it. */
export function forkedIssue(): Issue {
  return issue(
    'REGISTER_FORKED',
    '',
    'The chain is split: two quorums decided one height. The organisations choose a branch; a node that holds it goes on with accept-fork, every ' +
      'other node deletes the register and subscribes to it again. The proof is under /misbehaviour.',
  );
}

/** What was settled before, and this split with it: the newest, should there ever be too many. */
function settledWith(row: ForkRow, accepted: Hash): readonly SettledFork[] {
  const height = forkHeight(row.proof);
  const [a, b] = row.proof.certificates.map(({ docketHash }) => docketHash) as [Hash, Hash];
  return [...(row.settled ?? []), { height, accepted, abandoned: a === accepted ? b : a }].slice(-FORKS_SETTLED_MAX);
}

/** The certificate by which a message makes the seat take a height as decided, with the header of its docket when that comes along. */
function decisionIn(
  message: Message,
): { readonly certificate: Certificate; readonly header: DocketHeader | undefined } | undefined {
  if (message.type === 'decided') return { certificate: message.certificate, header: message.docket?.header };
  return message.type === 'proposal' ? { certificate: message.proposal.parent, header: undefined } : undefined;
}
