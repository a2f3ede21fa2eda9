// The evidence of this node's ledger against validators, and the reaction to it: evidence is kept until a docket holds
// it, and a split or doubtful chain stops the register. Durable before it is told. The judgements are in core/.
import type { Issue } from '../../core/base/issue.js';
import { evidenceProblem, type FaultedMember, type MemberEvidence, offenceOf } from '../../core/chain/annex.js';
import { verifySeat } from '../../core/crypto/signing/algorithms.js';
import type { ForkProof } from '../../core/mesh/frames.js';
import type { Hash, SealedDocket } from '../../core/model/register.js';
import { STATE_KEY } from '../../core/register/state-keys.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { Kv, KvOp } from '../../storage/engine/kv.js';
import { EvidenceRows } from '../../storage/tables/node/evidence.js';
import type { AnnouncementHub } from '../announcements.js';
import type { DocketEvidence, Misbehaviour } from '../docket/ports.js';
import type { MisbehaviourReport } from '../ledger-port.js';
import type { Clock, Log, RegisterMetrics } from '../ports.js';
import type { RegisterRecords } from '../register-records.js';
import { EvidencePool } from './evidence-pool.js';
import { ForkClaims } from './fork-claims.js';
import { ForkJudge } from './fork-judge.js';
import { ForkStop } from './fork-stop.js';

/** Members with sealed offences in one answer: every roster that a register is likely to have had. */
const FAULTED_LISTED_MAX = 100;

export interface MisbehaviourTrackerPorts {
  readonly clock: Clock;
  readonly kv: Kv;
  readonly journal: Journal;
  readonly chain: ChainStore;
  readonly announcements: AnnouncementHub;
  readonly log: Log;
  readonly metrics: RegisterMetrics | null;
  readonly records: RegisterRecords;
  readonly trustingPeriodMs: number;
  close(registerId: string): Promise<void>;
  reopen(registerId: string): Promise<void>;
}

export class MisbehaviourTracker {
  readonly forks: ForkStop;
  private readonly ports: MisbehaviourTrackerPorts;
  private readonly rows: EvidenceRows;
  private readonly pool: EvidencePool;
  private readonly claims: ForkClaims;

  constructor(ports: MisbehaviourTrackerPorts) {
    this.ports = ports;
    this.rows = new EvidenceRows(ports.kv);
    this.claims = new ForkClaims({ ...ports, rows: this.rows });
    this.forks = new ForkStop({
      ...ports,
      rows: this.rows,
      claims: this.claims,
      judge: new ForkJudge(ports),
      onIgnored: () => ports.metrics?.onDropped('abandoned'),
      whenDrained: () => ports.journal.whenDrained(),
    });
    const onFailed = (err: unknown) => ports.log.error({ err }, 'Spent evidence could not be deleted.');
    this.pool = new EvidencePool({ rows: this.rows, journal: ports.journal, onFailed });
  }

  /** Before any register is opened. */
  async load(): Promise<void> {
    await this.pool.load();
    await this.claims.load();
    await this.forks.load();
  }

  /** The evidence of a register as its docket driver takes it. */
  evidenceOf(registerId: string): DocketEvidence {
    return {
      waiting: () => this.pool.waiting(registerId),
      drop: (spent) => this.pool.drop(registerId, spent),
      sealOps: (docket) => this.pool.sealOps(registerId, docket),
    };
  }

  /**
   * Takes an event that the reducer of a register met. Never rejects: a failed write has failed the journal, which ends
   * the node.
   */
  onMisbehaviour(registerId: string, event: Misbehaviour): void {
    const done =
      event.name === 'Evidence'
        ? event.evidence.kind === 'ConflictingCertificates'
          ? this.forks.split(registerId, event.evidence.certificates, false)
          : this.keep(registerId, event.evidence)
        : event.name === 'Fork'
          ? this.forks.split(registerId, event.certificates, event.halted)
          : this.forks.onDiverged(registerId, event);
    done.catch((err) => this.ports.log.error({ registerId, err }, 'Misbehaviour could not be recorded.'));
  }

  /** Somebody brought another docket for a sealed height. */
  conflicting(registerId: string, sealed: SealedDocket): void {
    this.forks
      .conflicting(registerId, sealed)
      .catch((err) => this.ports.log.error({ registerId, err }, 'A fork could not be recorded.'));
  }

  /** Evidence from a peer: kept when it proves something that no docket here holds. */
  async report(registerId: string, evidence: MemberEvidence): Promise<readonly Issue[]> {
    const record = this.ports.records.get(registerId);
    const state = record && this.ports.chain.durableState(record.reg);
    if (!record || !state) return [];
    const scope = { state, view: this.ports.chain.view(record.reg), verify: verifySeat };
    const problem = evidenceProblem(evidence, scope);
    if (problem) return [problem];
    await this.keep(registerId, evidence);
    return [];
  }

  async of(record: RegisterRecord): Promise<MisbehaviourReport> {
    const prefix = STATE_KEY.fault('');
    const rows = await this.ports.chain.statesUnder(record.reg, prefix, FAULTED_LISTED_MAX);
    const row = this.forks.row(record.id);
    return {
      faulted: rows as unknown as readonly FaultedMember[],
      pending: this.pool.waiting(record.id),
      claims: this.claims.of(record.id),
      ...(row && {
        fork: { ...row, culprits: await this.forks.culprits(record), sealed: this.forks.ownAtFork(record) },
      }),
    };
  }

  forkProof(registerId: string): ForkProof | undefined {
    return this.forks.row(registerId)?.proof;
  }

  /** The deletion of all that is known of a register that is given up. */
  forget(registerId: string): readonly KvOp[] {
    this.forks.forget(registerId);
    return [...this.pool.forget(registerId), ...this.claims.forget(registerId), this.rows.delFork(registerId)];
  }

  private async keep(registerId: string, evidence: MemberEvidence): Promise<void> {
    if (!(await this.pool.add(registerId, evidence))) return;
    const { voter, kind, height } = offenceOf(evidence);
    const validatorId: Hash = voter;
    this.ports.announcements.announce({ type: 'validator-faulted', registerId, validatorId, kind, height });
  }
}
