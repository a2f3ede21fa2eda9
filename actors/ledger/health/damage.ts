// Damaged rows, and the ways in which the ledger of this node treats them: the quick check before a register opens, the
// scrub in the background, and the repair that both of them and any reader can ask for. A register that no other node
// has goes OFFLINE and keeps what it has.
import { type Issue, issue } from '../../../core/base/issue.js';
import { readHead } from '../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import { sound } from '../../../storage/engine/value.js';
import { regKey } from '../../../storage/keys/chain-keys.js';
import { lostHandledOp, lostRows, surveyedOp, unsurveyedGap } from '../../../storage/open.js';
import { quickCheck } from '../../../storage/repair/check.js';
import { isRebuilding } from '../../../storage/repair/rebuild.js';
import { resealing, resealingOp } from '../../../storage/repair/reseal-note.js';
import type { RegisterRecords } from '../../register-records.js';
import { type RepairFigures, Repairs } from '../../repair/driver.js';
import type { DocketProviders } from '../../repair/providers.js';
import { Scrub, type ScrubFigures, type ScrubOptions } from '../../repair/scrub.js';
import { holdsVotes } from '../../repair/survey.js';
import type { LedgerPorts } from '../ports.js';
import { offlineIssue, type Registry } from '../registry.js';

export interface DamagePorts
  extends Pick<LedgerPorts, 'kv' | 'journal' | 'chain' | 'clock' | 'log' | 'keys' | 'registers'> {
  readonly records: RegisterRecords;
  readonly registry: Registry;
}

const REPAIRED_SOON = issue('NODE_UNAVAILABLE', '', 'The register is damaged on this node and under repair.');

export class Damage {
  private readonly ports: DamagePorts;
  private readonly repairs: Repairs;
  private readonly scrub: Scrub | undefined;

  constructor(ports: DamagePorts, scrub: ScrubOptions | undefined) {
    this.ports = ports;
    this.repairs = new Repairs({ ...ports, keys: () => ports.keys.all() });
    this.scrub = scrub && new Scrub({ ...ports, found: (id, reason) => this.begin(id, reason) }, scrub);
  }

  start(): void {
    this.repairs.start();
    this.scrub?.start();
    const { kv, records } = this.ports;
    // A record is stored with docket 0. A register without a tip is never opened, so that the seal that
    // it lost would not be missed.
    for (const { id, reg, status, damage } of records.all())
      if (status !== 'OFFLINE' && damage === undefined && kv.getSync(regKey('head', reg)) === undefined)
        this.begin(id, 'the head is gone');
    this.markLost()
      .then(() => this.surveyGap())
      .catch((err) => this.ports.log.error({ err }, 'The search for rows that the disk lost failed.'));
  }

  /**
   * The disk lost a batch in the middle: every register is looked at whole, because what it wrote may be below the
   * links that opening looks at.
   */
  private async surveyGap(): Promise<void> {
    const { kv, journal, records } = this.ports;
    const seq = unsurveyedGap(kv);
    if (seq === undefined) return;
    const wanted = records.all().filter(({ status, damage }) => status !== 'OFFLINE' && damage === undefined);
    for (const { id } of wanted) await this.repairs.begin(id, 'damaged: the disk lost a batch.');
    await journal.commit([surveyedOp(seq)]);
  }

  /**
   * Blocks of tables were set aside: registers whose rows they may have held are looked at, and sealed again where an
   * older row may have come to light.
   */
  private async markLost(): Promise<void> {
    const { kv, journal, records } = this.ports;
    const lost = lostRows(kv);
    if (!lost) return;
    for (const { id, reg } of records.all()) {
      const parts = lost.registers.filter(({ from, to }) => from <= reg && reg <= to);
      if (parts.length === 0) continue;
      const targetHeight = sound(() => readHead(kv, reg))?.height ?? 0;
      if (parts.some(({ derived }) => derived) && !resealing(kv, reg))
        await journal.commit([resealingOp(reg, { targetHeight, isCleared: false })]);
      const rows = [...new Set(parts.map(({ row }) => row))].join(', ');
      await this.repairs.begin(id, `damaged: the disk lost rows of it (${rows}).`);
    }
    await journal.commit([lostHandledOp()]);
  }

  async stop(): Promise<void> {
    await this.scrub?.stop();
    await this.repairs.stop();
  }

  get figures(): { readonly repair: RepairFigures; readonly scrub: ScrubFigures | undefined } {
    return { repair: this.repairs.figures, scrub: this.scrub?.figures };
  }

  /** The peers to repair from, once the mesh is up; undefined when it goes. */
  from(providers: DocketProviders | undefined): void {
    this.repairs.from(providers);
  }

  /** A peer has linked: what waits for a copy is tried again. */
  hurry(): void {
    this.repairs.hurry();
  }

  async quickCheck({ reg }: RegisterRecord): Promise<readonly Issue[]> {
    const { journal, kv } = this.ports;
    await journal.whenDrained();
    if (resealing(kv, reg) || isRebuilding(kv, reg))
      return [issue('STORE_DAMAGED', '', 'The register was being made again from its dockets.')];
    const issues = await quickCheck(kv, reg);
    if (issues.length > 0 || (await holdsVotes(kv, reg))) return issues;
    return [
      issue('STORE_DAMAGED', '', 'The vote memory does not fit to the chain, or a docket that it promised is gone.'),
    ];
  }

  /**
   * Damage was met at opening, or by an open register. The repair begins after `pauseMs`. Resolves with what a caller
   * is told meanwhile.
   */
  async onDamage(registerId: string, reason: string, pauseMs: number): Promise<Issue> {
    const record = this.ports.records.must(registerId);
    // Of one that is marked a survey decides: the one that is under way, or a new one where the operator ordered it
    // ONLINE.
    if (record.damage !== undefined || (await this.repairs.mayHaveCopies(record))) {
      await this.repairs.begin(registerId, reason, pauseMs);
      return REPAIRED_SOON;
    }
    await this.ports.records.offline(registerId, reason);
    return offlineIssue({ ...record, statusReason: reason });
  }

  /** The register is given up until somebody looks at it. Never rejects. */
  async offline(registerId: string, reason: string): Promise<void> {
    try {
      await this.ports.records.offline(registerId, reason);
    } catch (err) {
      this.ports.log.error({ registerId, err }, 'A register could not be marked OFFLINE.');
    }
  }

  /** A read of sealed data met damage: the register is surveyed, and goes on if that finds nothing. */
  suspect(reg: number): void {
    const record = this.ports.registers.byReg(reg);
    if (record && !record.purging && record.damage === undefined) this.begin(record.id, 'a read met a damaged row');
  }

  /** The register is about to be deleted. */
  forget(registerId: string): Promise<void> {
    return this.repairs.cancel(registerId);
  }

  private begin(registerId: string, what: string): void {
    this.repairs
      .begin(registerId, `damaged: ${what}.`)
      .catch((err) => this.ports.log.error({ registerId, err }, 'A damaged register could not be marked.'));
  }
}
