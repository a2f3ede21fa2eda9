// What this node does when a chain is split: the proof and the stop are durable in one batch, the register goes OFFLINE with its seat, and stays so over
// restarts until an operator says which branch is the ledger. It never chooses a branch itself.
import { assert } from '../core/base/assert.js';
import { type Issue, issue } from '../core/base/issue.js';
import type { CertificateScope } from '../core/consensus/certificate.js';
import type { Message } from '../core/consensus/types.js';
import { verifySeat } from '../core/crypto/algorithms.js';
import { attributeFork, commonHeight, forkHeight, forkProofProblems } from '../core/mesh/fork.js';
import type { ForkProof } from '../core/mesh/frames.js';
import type { MemberEvidence } from '../core/register/annex.js';
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
    'durableState' | 'view' | 'docket' | 'docketAt' | 'sealed' | 'loadBody' | 'justification'
  >;
  readonly log: Log;
  /** Lets go of the register: its seat votes on nothing more. */
  close(registerId: string): Promise<void>;
}

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

  /** True for a proof of this register, whoever brings it: the register is stopped then, unless its split was settled. False when it proves nothing. */
  report(proof: ForkProof): Promise<boolean> {
    // One after the other: the same proof often comes from many at once.
    const judged = this.turn.then(() => this.judge(proof));
    this.turn = judged.then(
      () => undefined,
      () => undefined,
    );
    return judged;
  }

  private async judge(proof: ForkProof): Promise<boolean> {
    const { registerId } = proof;
    const record = this.ports.records.get(registerId);
    if (!record || !(await this.holds(record, proof))) return false;
    const known = this.known.get(registerId);
    if (known && isCovered(known, proof)) return true;
    // Known before it is announced, so that whoever hears of the stop can pass the proof on.
    this.known.set(registerId, { proof });
    const stopped = await this.ports.records.offline(registerId, FORK_REASON, [
      this.ports.rows.putFork(registerId, { proof }),
    ]);
    if (!stopped) {
      if (known) this.known.set(registerId, known);
      else this.known.delete(registerId);
      return false;
    }
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
  async conflicting(registerId: string, { docket, certificate }: SealedDocket): Promise<boolean> {
    const record = this.ports.records.get(registerId);
    const ours = record && this.ports.chain.docket(record.reg, docket.header.height);
    if (!ours || ours.hash === docket.hash) return false;
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
    const accepted = { proof: row.proof, accepted: docketHash };
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

  /** True for a message of the branch that the operator gave up: it would stop the seat again. */
  isAbandoned(registerId: string, message: Message): boolean {
    const row = this.known.get(registerId);
    if (row?.accepted === undefined || message.type !== 'decided') return false;
    const { height, docketHash } = message.certificate;
    return height === forkHeight(row.proof) && docketHash !== row.accepted;
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

  private async holds(record: RegisterRecord, proof: ForkProof): Promise<boolean> {
    const state = this.ports.chain.durableState(record.reg);
    if (!state || this.entitled(record, state, forkHeight(proof)) !== proof.certificates[0].rosterHash) return false;
    const scope = await this.scopeOf(record, proof);
    return scope !== undefined && forkProofProblems(proof, scope, verifySeat).length === 0;
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

/** A proof that says nothing beyond the one that is known: it is not lower, or it shows the split that the operator settled. */
function isCovered(known: ForkRow, proof: ForkProof): boolean {
  const height = forkHeight(known.proof);
  if (known.accepted === undefined) return forkHeight(proof) >= height;
  const named = proof.certificates.some((certificate) => certificate.docketHash === known.accepted);
  return (forkHeight(proof) === height && named) || (forkHeight(proof) > height && commonHeight(proof) === null);
}
