// The background walk over everything that is sealed on this node: links, roots, bytes, certificates and indexes are
// computed again, slowly, one register at a time. It goes on where it stopped, stands back while the journal is busy,
// and rests between two passes. It only reads and tells.
import type { Timer } from '../../core/base/ports.js';
import type { Hash, SealedDocket } from '../../core/model/register.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord, Registers } from '../../storage/chain/registers.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { Kv } from '../../storage/engine/kv.js';
import { checksumJson, openJson, sound } from '../../storage/engine/value.js';
import { metaKey } from '../../storage/keys/chain-keys.js';
import { hasStrays } from '../../storage/repair/stray-bodies.js';
import { type Below, damagedIndexes, holdsState, lookAt, soundDocket, soundHead } from '../../storage/repair/survey.js';
import type { Clock, Log } from '../ports.js';
import { certificateIssues, sealersOf } from './judge.js';

export interface ScrubOptions {
  /** 0: no background walk. */
  readonly bytesPerSecond: number;
  /** This walk begins at the beginning, however far the last one had come: the last stop was not a clean one. */
  readonly fromStart: boolean;
}

export interface ScrubPorts {
  readonly kv: Kv;
  readonly journal: Pick<Journal, 'commit' | 'backlogBytes'>;
  readonly chain: ChainStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly registers: Registers;
  found(registerId: string, reason: string): void;
}

export interface ScrubFigures {
  readonly passes: number;
  readonly dockets: number;
  readonly bytes: number;
  readonly findings: number;
  /** When the pass under way began, or the last one; undefined before the first. */
  readonly passStartedMs: number | undefined;
  readonly lastPassMs: number | undefined;
}

const TICK_MS = 1000;
/** A pass begins at the earliest so long after the one before it. */
const PASS_MS = 7 * 24 * 60 * 60_000;
/** The place is kept so often: a synced write each time, and at most so much of the walk twice. */
const KEEP_MS = 30_000;
/** A journal with so much to write needs the disk for itself. */
const BUSY_BYTES = 256 * 1024;
/**
 * The cost of verifying a signature and looking a docket up, in bytes of the budget: at 2 MB/s the walk takes some two
 * percent of a core.
 */
const SIGNATURE_BYTES = 16 * 1024;
const DOCKET_BYTES = 8 * 1024;
/** A chunk of rows of an index or of state. */
const CHUNK_BYTES = 32 * 1024;
/** Registers whose docket 0 is remembered. */
const GENESES_MAX = 8;

/** Ends a walk over a long range when the node stops; it is begun again at the next start. */
class WalkEnded extends Error {}

/** The next docket to look at, and what the one below it was. `reg` 0 before the first register. */
interface ScrubPosition {
  readonly startedMs: number;
  readonly reg: number;
  readonly height: number;
  readonly below: Below;
  readonly doneMs?: number;
}

export class Scrub {
  private readonly ports: ScrubPorts;
  private readonly options: ScrubOptions;
  private place: ScrubPosition | undefined;
  /** The next pass is due, and the place was kept, by a clock that cannot be set. */
  private dueMs = 0;
  private keptMs = 0;
  private debt = 0;
  private timer: Timer | undefined;
  private ticking: Promise<void> = Promise.resolve();
  private stopped = false;
  private endPause: (() => void) | undefined;
  private counts = { passes: 0, dockets: 0, bytes: 0, findings: 0 };
  /** Docket 0 of registers looked at last: certificates of old rosters are judged by its mode. */
  private readonly geneses = new Map<number, SealedDocket['docket'] | undefined>();

  constructor(ports: ScrubPorts, options: ScrubOptions) {
    this.ports = ports;
    this.options = options;
  }

  get figures(): ScrubFigures {
    return { ...this.counts, passStartedMs: this.place?.startedMs, lastPassMs: this.place?.doneMs };
  }

  start(): void {
    if (this.options.bytesPerSecond === 0) return;
    const bytes = this.ports.kv.getSync(metaKey('scrub'));
    const kept = bytes && sound(() => openJson<ScrubPosition>(bytes, 'the place of the scrub'));
    if (kept && !this.options.fromStart) this.place = kept;
    this.dueMs = this.ports.clock.steady() + this.leftMs();
    this.arm();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.timer?.cancel();
    this.endPause?.();
    await this.ticking;
    if (this.options.bytesPerSecond > 0 && this.place) await this.keep().catch(() => undefined);
  }

  private arm(): void {
    if (this.stopped) return;
    this.timer = this.ports.clock.setTimer(() => {
      this.ticking = this.tick()
        .catch((err: unknown) => {
          if (!(err instanceof WalkEnded)) this.ports.log.error({ err }, 'The scrub could not go on; it tries again.');
        })
        .then(() => this.arm());
    }, this.restMs());
  }

  /**
   * Until the next pass, by the time of day that was stored. A pass that began in the future was dated by a clock that
   * was wrong: nothing says when.
   */
  private leftMs(): number {
    if (!this.place) return 0;
    const sinceMs = this.ports.clock.now() - this.place.startedMs;
    return sinceMs < 0 ? 0 : Math.max(0, PASS_MS - sinceMs);
  }

  /** Long only between two passes, so that a node with little to look at is left alone. */
  private restMs(): number {
    if (this.place?.doneMs === undefined) return TICK_MS;
    return Math.max(TICK_MS, this.dueMs - this.ports.clock.steady());
  }

  private async tick(): Promise<void> {
    const { clock, journal } = this.ports;
    if (journal.backlogBytes > BUSY_BYTES) return;
    if (!this.place || (this.place.doneMs !== undefined && clock.steady() >= this.dueMs)) {
      this.place = { startedMs: clock.now(), reg: 0, height: 0, below: { hash: undefined, txCount: 0 } };
      this.dueMs = clock.steady() + PASS_MS;
    }
    // The excess of one large docket is paid back first.
    this.debt = Math.max(0, this.debt - this.options.bytesPerSecond);
    while (!this.stopped && this.place.doneMs === undefined && this.debt < this.options.bytesPerSecond) {
      await this.step(this.place);
      await new Promise<void>((resolve) => clock.setTimer(resolve, 0));
      if (journal.backlogBytes > BUSY_BYTES) break;
    }
    if (this.place.doneMs !== undefined || clock.steady() - this.keptMs >= KEEP_MS) await this.keep();
  }

  private async step(place: ScrubPosition): Promise<void> {
    const record = place.reg === 0 ? undefined : this.ports.registers.byReg(place.reg);
    const head = record && isWatched(record) ? soundHead(this.ports.kv, record.reg) : undefined;
    if (!record || !head || place.height > head.height) return this.nextRegister(place, record);
    const { kv } = this.ports;
    const { reg } = record;
    const { height } = place;
    const expected = height === head.height ? head.hash : undefined;
    const looked = await lookAt(kv, { reg, height, expected }, place.below);
    this.spend(looked.bytes + DOCKET_BYTES);
    this.counts.dockets++;
    if (looked.damage) this.tell(record, `docket ${height} is damaged`);
    else if (looked.sealed && !(await this.certifies(record, looked.sealed)))
      this.tell(record, `the certificate of docket ${height} does not hold`);
    this.place = { ...place, height: height + 1, below: looked.below };
  }

  /** Ends a register with what it has once, and begins the one with the next local number. */
  private async nextRegister(place: ScrubPosition, ended: RegisterRecord | undefined): Promise<void> {
    const { kv, registers } = this.ports;
    if (ended && isWatched(ended)) {
      const isRead = soundHead(kv, ended.reg) !== undefined && (await holdsState(kv, ended.reg, () => this.turn()));
      if (!isRead) this.tell(ended, 'the head or the state cannot be read');
      else if (await hasStrays(kv, ended.reg, () => this.turn()))
        this.tell(ended, 'a proposed docket that no list names is left');
    }
    let next: number | undefined;
    for (const { reg } of registers.all()) if (reg > place.reg && (next === undefined || reg < next)) next = reg;
    if (next !== undefined) {
      this.place = { startedMs: place.startedMs, reg: next, height: 0, below: { hash: undefined, txCount: 0 } };
      return;
    }
    for (const reg of await damagedIndexes(kv, () => this.turn())) {
      const record = registers.byReg(reg);
      if (record && isWatched(record)) this.tell(record, 'an index is damaged');
    }
    this.counts.passes++;
    this.place = { ...place, doneMs: this.ports.clock.now() };
  }

  /** Under a roster that is forgotten a certificate has its checksum alone. */
  private async certifies({ reg, genesisHash }: RegisterRecord, { docket, certificate }: SealedDocket) {
    const { chain } = this.ports;
    const state = chain.durableState(reg);
    const genesis = await this.genesisOf(reg, genesisHash);
    const by = state && sealersOf(docket.header.rosterHash, { state, view: chain.view(reg), genesis });
    if (!by) return true;
    this.spend(certificate.signatures.length * SIGNATURE_BYTES);
    return certificateIssues(certificate, { docket, genesisHash, ...by }).length === 0;
  }

  private async genesisOf(reg: number, hash: Hash): Promise<SealedDocket['docket'] | undefined> {
    if (this.geneses.has(reg)) return this.geneses.get(reg);
    if (this.geneses.size >= GENESES_MAX) this.geneses.clear();
    const genesis = await soundDocket(this.ports.kv, { reg, height: 0, hash });
    this.geneses.set(reg, genesis);
    return genesis;
  }

  private tell({ id }: RegisterRecord, reason: string): void {
    this.counts.findings++;
    this.ports.log.error({ registerId: id, reason }, 'The scrub found damage.');
    this.ports.found(id, reason);
  }

  private spend(bytes: number): void {
    this.debt += bytes;
    this.counts.bytes += bytes;
  }

  /** Between the chunks of a long range: others have a turn, the budget is kept, and a stop ends the walk. */
  private async turn(): Promise<void> {
    if (this.stopped) throw new WalkEnded('the scrub was stopped');
    this.spend(CHUNK_BYTES);
    const isSpent = this.debt >= this.options.bytesPerSecond;
    await new Promise<void>((resolve) => {
      const timer = this.ports.clock.setTimer(resolve, isSpent ? TICK_MS : 0);
      this.endPause = () => {
        timer.cancel();
        resolve();
      };
    });
    if (isSpent) this.debt = Math.max(0, this.debt - this.options.bytesPerSecond);
  }

  private async keep(): Promise<void> {
    this.keptMs = this.ports.clock.steady();
    await this.ports.journal.commit([{ key: metaKey('scrub'), value: checksumJson(this.place) }]);
  }
}

/** A register that is damaged or stopped already is looked at when it comes back. */
function isWatched({ purging, damage, status }: RegisterRecord): boolean {
  return !purging && damage === undefined && status !== 'OFFLINE';
}
