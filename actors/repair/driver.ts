// Repairs the damaged registers of this node, one at a time: surveys one, puts right what can be, and surveys it again
// until nothing is left. A row that cannot be got yet is tried again later. That a register is damaged is durable, so a
// repair goes on after any crash. It never cuts a sealed chain back, and gives nothing up that a peer might have.
import type { Timer } from '../../core/base/ports.js';
import type { Hash } from '../../core/model/register.js';
import { readCertificate } from '../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { sound } from '../../storage/engine/value.js';
import { regKey } from '../../storage/keys/chain-keys.js';
import { rebuildIndexes } from '../../storage/repair/rebuild.js';
import { resealing } from '../../storage/repair/reseal-note.js';
import { highestCertified } from '../../storage/repair/survey.js';
import type { Log } from '../ports.js';
import type { RegisterRecords } from '../register-records.js';
import { type PatchPorts, patchDockets } from './patch.js';
import type { DocketProviders } from './providers.js';
import { resealAll, sealUp } from './reseal.js';
import { putStraysRight } from './strays.js';
import {
  heightsText,
  holdsVotes,
  isSound,
  losesSeals,
  type RegisterSurvey,
  resealingWay,
  surveyRegister,
} from './survey.js';

/** Between two rounds that got nothing, doubled each time up to the longest. */
const REST_MS = 5000;
const REST_MS_MAX = 5 * 60_000;

/** Which registers are open on this node. */
export interface OpenRegisters {
  /** Undefined where the register is not open. */
  peek(registerId: string): unknown;
  /** Nothing of the register is open, nor on its way to be open or closed. */
  isClosed(registerId: string): boolean;
  close(registerId: string): Promise<void>;
  activate(registerId: string): Promise<unknown>;
}

export interface RepairPorts extends Pick<PatchPorts, 'kv' | 'journal' | 'chain' | 'clock'> {
  readonly log: Log;
  readonly records: RegisterRecords;
  readonly registry: OpenRegisters;
  /** Every consensus key of this node. */
  keys(): readonly { readonly validatorId: Hash }[];
}

export interface RepairFigures {
  /** Registers that are damaged now. */
  readonly damaged: number;
  /** The ones of them that are OFFLINE: nothing repairs them. */
  readonly resting: number;
  /** Since the start. */
  readonly repaired: number;
  readonly docketsRepaired: number;
  /** Dockets whose damaged round changes could not be made again. */
  readonly roundChangesLost: number;
}

interface Job {
  rounds: number;
  timer: Timer | undefined;
  cancelled: boolean;
  /** Seals were lost, or it is not known: the repair may have begun before the node stopped. */
  lostSeals: boolean | undefined;
}

export class Repairs {
  private readonly ports: RepairPorts;
  private readonly jobs = new Map<string, Job>();
  private readonly due: string[] = [];
  private running: Promise<void> | undefined;
  private providers: DocketProviders | undefined;
  private stopped = false;
  private counts = { repaired: 0, docketsRepaired: 0, roundChangesLost: 0 };

  constructor(ports: RepairPorts) {
    this.ports = ports;
  }

  get figures(): RepairFigures {
    const damaged = this.ports.records.all().filter(({ damage }) => damage);
    const resting = damaged.filter(({ status }) => status === 'OFFLINE').length;
    return { damaged: damaged.length, resting, ...this.counts };
  }

  /** The peers of this node, once there are any; undefined when they are gone. */
  from(providers: DocketProviders | undefined): void {
    this.providers = providers;
    if (providers) this.hurry();
  }

  /** Goes on with every register that was damaged at the last stop. */
  start(): void {
    for (const { id, damage, status } of this.ports.records.all())
      if (damage !== undefined && status !== 'OFFLINE') this.enqueue(id);
  }

  /** A peer that was not there is: whatever waits is tried again now. */
  hurry(): void {
    for (const [registerId, job] of this.jobs) if (job.timer) this.wake(registerId, job);
  }

  /** True when another node has or had a copy: then this one may give its own up to make it again. */
  async mayHaveCopies(record: RegisterRecord): Promise<boolean> {
    const { kv, chain } = this.ports;
    // The validators that decide it with this node may have got their seats above the docket that it was taken back to.
    if (record.subscribed !== undefined || resealing(kv, record.reg)?.isTakenBack) return true;
    const roster = sound(() => chain.durableState(record.reg))?.roster;
    if (roster) return roster.validators.length > 1;
    // The certificates tell how many seats there were when they were made.
    const heights = [0, await highestCertified(kv, record.reg)];
    return heights.some((height) => (sound(() => readCertificate(kv, record.reg, height))?.signatures.length ?? 0) > 1);
  }

  /**
   * Marks the register as damaged, durably, and repairs it: after `pauseMs`, unless a repair is under way or a peer
   * links before.
   */
  async begin(registerId: string, reason: string, pauseMs = 0): Promise<void> {
    if (this.stopped) return;
    // Asked for by everybody who wants to use the register: what is known hurries no repair that has to rest.
    if (this.jobs.has(registerId) && this.ports.records.get(registerId)?.damage === reason) return;
    if (!(await this.ports.records.markDamaged(registerId, reason))) return;
    this.enqueue(registerId, pauseMs);
  }

  /** Ends what is under way for a register and forgets it. */
  async cancel(registerId: string): Promise<void> {
    const job = this.jobs.get(registerId);
    if (!job) return;
    job.cancelled = true;
    job.timer?.cancel();
    this.jobs.delete(registerId);
    await this.running;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const job of this.jobs.values()) job.timer?.cancel();
    await this.running;
  }

  private enqueue(registerId: string, pauseMs = 0): void {
    const known = this.jobs.get(registerId);
    if (known?.timer && pauseMs === 0) this.wake(registerId, known);
    if (known) return;
    const job: Job = { rounds: 0, timer: undefined, cancelled: false, lostSeals: undefined };
    this.jobs.set(registerId, job);
    if (pauseMs === 0) this.wake(registerId, job);
    else job.timer = this.ports.clock.setTimer(() => this.wake(registerId, job), pauseMs);
  }

  private wake(registerId: string, job: Job): void {
    job.timer?.cancel();
    job.timer = undefined;
    this.due.push(registerId);
    this.next();
  }

  private next(): void {
    if (this.running || this.stopped) return;
    let registerId = this.due.shift();
    // A repair that was cancelled while it waited belongs to no caller any more.
    while (registerId !== undefined && !this.jobs.has(registerId)) registerId = this.due.shift();
    if (registerId === undefined) return;
    this.run(registerId, this.jobs.get(registerId) as Job);
  }

  private run(registerId: string, job: Job): void {
    this.running = this.work(registerId, job)
      .catch((err: unknown) => {
        this.ports.log.error({ registerId, err }, 'A repair failed and is tried again.');
        this.rest(registerId, job);
      })
      .then(() => {
        this.running = undefined;
        this.next();
      });
  }

  /** Rounds until the register is sound, or a round gets nothing. */
  private async work(registerId: string, job: Job): Promise<void> {
    const { kv, journal, records } = this.ports;
    for (;;) {
      const record = records.get(registerId);
      if (this.isOver(job) || !record || record.damage === undefined || record.status === 'OFFLINE')
        return void this.jobs.delete(registerId);
      await this.noteKeys(record);
      await journal.whenDrained();
      const survey = await surveyRegister(kv, record.reg, () => this.turn());
      if (this.isOver(job)) return;
      if (isSound(survey)) return this.finish(registerId, job.lostSeals !== false);
      job.lostSeals ||= losesSeals(survey);
      await records.markDamaged(registerId, survey.takenBack ?? `damaged: ${sentence(survey)}`);
      if (await this.round(record, survey, job)) continue;
      if (this.isOver(job)) return;
      if (!(await this.mayHaveCopies(record))) {
        // The operator restores it: everything that is left stays.
        this.jobs.delete(registerId);
        await records.offline(registerId, `damaged: ${sentence(survey)}`);
        await this.ports.registry.close(registerId);
        return;
      }
      return this.rest(registerId, job);
    }
  }

  /** True when something became better. Rows that others need come first. */
  private async round(record: RegisterRecord, survey: RegisterSurvey, job: Job): Promise<boolean> {
    const { kv, journal, registry } = this.ports;
    const { id, reg } = record;
    const ports = this.patchPorts(job);
    const { height, targetHeight } = survey;
    if (survey.candidates) {
      // Which bodies it named is found out again once everything else is whole.
      await registry.close(id);
      await journal.commit([{ key: regKey('candidates', reg), value: undefined }]);
      return true;
    }
    if (survey.head) {
      const begun = resealing(kv, reg);
      // A repair that was begun goes on without copies too: dockets are never given up, and some of the rest is gone.
      if (!begun && !(await this.mayHaveCopies(record))) return false;
      await registry.close(id);
      // Dockets that a round before sealed again are not a gain of this one; a survey knows no tip before all of it is.
      const before = begun?.isCleared ? (this.ports.chain.durableState(reg)?.height ?? -1) : -2;
      return (await resealAll(record, targetHeight, ports)) > before;
    }
    if (survey.dockets.length > 0) {
      const patched = await patchDockets(record, survey.dockets, ports);
      this.counts.docketsRepaired += patched.dockets;
      this.tellLost(id, patched.withoutRoundChanges);
      if (patched.dockets > 0) return true;
      const lost = resealingWay(survey);
      const isReady = lost === 'alone' || (lost === 'copies' && (await this.mayHaveCopies(record)));
      if (!patched.unknownRoster && !isReady) return false;
      await registry.close(id);
      return (await resealAll(record, targetHeight, ports)) >= targetHeight;
    }
    if (survey.indexes) {
      await registry.close(id);
      await rebuildIndexes({ kv, journal, reg });
      this.ports.chain.forgetFacts();
      return true;
    }
    if (survey.record) return this.forgetVotes(record);
    await registry.close(id);
    if (survey.strays) return putStraysRight(record, ports);
    return (await sealUp(record, targetHeight, ports)) > height;
  }

  /**
   * A register that is damaged and closed is not opened before its repair: a key that is made from now on has no votes
   * that the memory lost.
   */
  private async noteKeys({ id, keysAtDamage }: RegisterRecord): Promise<void> {
    const { records, registry } = this.ports;
    if (keysAtDamage || !registry.isClosed(id)) return;
    const known = this.keyIds();
    await records.change(id, (now) => (now.damage === undefined ? now : { ...now, keysAtDamage: known }));
  }

  private keyIds(): readonly Hash[] {
    return this.ports.keys().map(({ validatorId }) => validatorId);
  }

  /**
   * Votes that cannot be read or kept may be out: no key that may have cast them signs in the register again. Only then
   * is the memory begun anew.
   */
  private async forgetVotes({ id, reg }: RegisterRecord): Promise<boolean> {
    const { journal, records, registry, kv } = this.ports;
    await registry.close(id);
    if (await holdsVotes(kv, reg)) return true;
    await records.change(id, (now) => {
      const lost = now.keysAtDamage ?? this.keyIds();
      const validatorIds = [...new Set([...(now.fence?.validatorIds ?? []), ...lost])];
      return { ...now, fence: { reason: 'the vote memory on disk is damaged', validatorIds } };
    });
    await journal.commit([
      { key: regKey('consensus', reg), value: undefined },
      { key: regKey('undecided', reg), value: undefined },
    ]);
    return true;
  }

  /**
   * They name who voted for both branches, should the chain ever split there. The vote memory has its own, so the seat
   * goes on.
   */
  private tellLost(registerId: string, heights: readonly number[]): void {
    if (heights.length === 0) return;
    this.counts.roundChangesLost += heights.length;
    this.ports.log.warn(
      { registerId, heights: heights.slice(0, 8), dockets: heights.length },
      'Stored round changes of sealed dockets were damaged, and no other node has them: they are gone. Votes and chain are whole; should the chain split there, this node cannot name who made it.',
    );
  }

  private async finish(registerId: string, lostSeals: boolean): Promise<void> {
    const { records, registry, log } = this.ports;
    this.jobs.delete(registerId);
    this.counts.repaired++;
    await records.markRepaired(registerId, lostSeals);
    log.info({ registerId }, 'A damaged register was repaired.');
    if (registry.peek(registerId)) await records.markChecked(registerId);
    else await registry.activate(registerId);
  }

  private rest(registerId: string, job: Job): void {
    if (this.isOver(job) || !this.jobs.has(registerId)) return;
    const restMs = Math.min(REST_MS_MAX, REST_MS * 2 ** Math.min(job.rounds++, 10));
    job.timer = this.ports.clock.setTimer(() => this.wake(registerId, job), restMs);
  }

  private isOver(job: Job): boolean {
    return this.stopped || job.cancelled;
  }

  private patchPorts(job: Job): PatchPorts {
    return {
      ...this.ports,
      providers: () => this.providers,
      turn: () => this.turn(),
      isCancelled: () => this.isOver(job),
    };
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => this.ports.clock.setTimer(resolve, 0));
  }
}

function sentence({
  dockets,
  head,
  refusedHeight,
  indexes,
  record,
  candidates,
  strays,
  height,
  targetHeight,
}: RegisterSurvey): string {
  if (refusedHeight !== undefined) return `The state was not the one that docket ${refusedHeight} follows from.`;
  if (head) return 'The head or the state cannot be read.';
  if (dockets.length > 0) return `Dockets ${heightsText(dockets)}.`;
  if (indexes) return 'The indexes.';
  if (record) return 'The vote memory cannot be used.';
  if (candidates) return 'The list of proposed dockets.';
  if (strays) return 'Proposed dockets that no list names.';
  return `The chain ends at docket ${height}, and docket ${targetHeight} was sealed here.`;
}
