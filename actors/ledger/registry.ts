// The hot registers of this node and the only lookup of them. A register costs nothing until somebody uses it: it is
// opened then, and closed again after a minute without work. Each is supervised alone, so that one that fails takes
// none of the others with it.
import { assert } from '../../core/base/assert.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { REGISTER_IDLE_MS, REGISTERS_ACTIVE_MAX } from '../../core/base/limits/node/replication.js';
import type { Log } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { isDamage } from '../../storage/engine/fault.js';
import { forkedIssue, isForked } from '../misbehaviour/fork-stop.js';
import type { Clock, RegisterMetrics } from '../ports.js';
import type { ReplicaDriver } from '../register-replica/driver.js';
import { type ReplicaActor, startReplica } from '../register-replica/machine.js';
import { RepairBackoff } from './repair-backoff.js';

export interface Hot {
  readonly registerId: string;
  readonly actor: ReplicaActor;
  /** Undefined while it recovers or is halted. */
  driver: ReplicaDriver | undefined;
  lastUsedMs: number;
}

export interface RegistryPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: RegisterMetrics | null;
  record(registerId: string): RegisterRecord | undefined;
  /** Its chain is split, and no branch is chosen yet. */
  isForked(registerId: string): boolean;
  /** Issues of the quick check (docs/protocol.md 12); a register with issues is not opened. */
  quickCheck(record: RegisterRecord): Promise<readonly Issue[]>;
  /** Why a register that is sound may not be opened: this program does not know its rules. Its record says so. */
  refusal(record: RegisterRecord): Promise<Issue | undefined>;
  open(record: RegisterRecord, fail: (error: unknown) => void): ReplicaDriver;
  /** Resolves when nothing is queued for the disk any more. */
  whenSettled(): Promise<void>;
  /** The register is open, and nothing of it is damaged. */
  onOpened(registerId: string): Promise<void>;
  /** Submissions that the outbox promised for this register, handed to the pool. */
  reload(registerId: string, driver: ReplicaDriver): Promise<void>;
  /**
   * Rows of the register are damaged: it is repaired, not before `pauseMs` have passed, or goes OFFLINE. Resolves with
   * what a caller is told.
   */
  onDamaged(registerId: string, reason: string, pauseMs: number): Promise<Issue>;
  /** The register goes OFFLINE with a reason that an operator reads. Resolves when its record says so, or cannot. */
  offline(registerId: string, reason: string): Promise<void>;
}

const CLOSED = issue('NODE_UNAVAILABLE', '', 'The register failed and is closed. Try again shortly.');

const TOO_OFTEN =
  'A register failed too often and is OFFLINE: its statusReason says what failed. Look for the cause (the disk, the lines before this one), and run "quorate check" on the stopped node. Set it ONLINE again with "quorate register update <id> --status ONLINE"; other nodes go on without this one.';

export class Registry {
  private readonly ports: RegistryPorts;
  private readonly hot = new Map<string, Hot>();
  private readonly opening = new Map<string, Promise<Result<Hot>>>();
  private readonly closing = new Map<string, Promise<void>>();
  /**
   * Given up or damaged, and their records do not say so yet. Else a caller in that moment would have them opened: they
   * would go on though OFFLINE, or meet the same damage once more. Then they would be given up for what one repair puts
   * right.
   */
  private readonly unmarked = new Set<string>();
  private readonly repairBackoff: RepairBackoff;
  private stopped = false;
  restarts = 0;
  halted = 0;

  constructor(ports: RegistryPorts) {
    this.ports = ports;
    this.repairBackoff = new RepairBackoff(ports.clock);
  }

  get size(): number {
    return this.hot.size;
  }

  /** Nothing of the register is open, nor on its way to be open or closed. */
  isClosed(registerId: string): boolean {
    return [this.hot, this.opening, this.closing].every((ones) => !ones.has(registerId));
  }

  values(): IterableIterator<Hot> {
    return this.hot.values();
  }

  /** A hot register, without opening it. */
  peek(registerId: string): Hot | undefined {
    return this.hot.get(registerId);
  }

  /** The driver of a register, opened when need be. Synchronous when it is hot: the way of every submission. */
  driver(registerId: string): Result<ReplicaDriver | Promise<Result<ReplicaDriver>>> {
    const hot = this.hot.get(registerId);
    if (!hot) return this.activate(registerId).then((value) => (isFailure(value) ? value : driverOf(value)));
    hot.lastUsedMs = this.ports.clock.steady();
    return driverOf(hot);
  }

  activate(registerId: string): Promise<Result<Hot>> {
    const hot = this.hot.get(registerId);
    if (hot) return Promise.resolve(hot);
    const under = this.opening.get(registerId);
    if (under) return under;
    // Two drivers of one register never live at once: what the old one still promises would be unknown to the new one.
    const over = this.closing.get(registerId);
    if (over) return over.then(() => this.activate(registerId));
    const opened = this.open(registerId).finally(() => this.opening.delete(registerId));
    this.opening.set(registerId, opened);
    return opened;
  }

  /** Closes a hot register and forgets it. Resolves when it has let go of everything. */
  async close(registerId: string): Promise<void> {
    await this.opening.get(registerId)?.catch(() => undefined);
    const hot = this.hot.get(registerId);
    if (!hot) return this.closing.get(registerId);
    this.hot.delete(registerId);
    const over = whenEnded(hot.actor).then(() => void this.closing.delete(registerId));
    this.closing.set(registerId, over);
    return over;
  }

  /** Opens a register anew from disk, unless it is OFFLINE. */
  async reopen(registerId: string): Promise<void> {
    await this.close(registerId);
    await this.activate(registerId);
  }

  /** Expiry of what waits in the pools, one by one: a pool that fails takes no other with it. */
  sweep(nowMs: number): void {
    for (const { driver } of this.hot.values()) {
      try {
        driver?.pool.sweep(nowMs);
      } catch (error) {
        driver?.pool.fail(error);
      }
    }
  }

  /**
   * Closes what has been idle for a minute, and the longest idle ones beyond the bound. Called by the node's one sweep.
   */
  passivate(): void {
    const steadyMs = this.ports.clock.steady();
    const idle = [...this.hot.values()]
      .filter((hot) => hot.driver?.idle === true)
      .sort((a, b) => a.lastUsedMs - b.lastUsedMs);
    let excess = this.hot.size - REGISTERS_ACTIVE_MAX;
    for (const hot of idle) {
      if (steadyMs - hot.lastUsedMs < REGISTER_IDLE_MS && excess <= 0) return;
      excess--;
      void this.close(hot.registerId);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...new Set([...this.hot.keys(), ...this.opening.keys()])].map((id) => this.close(id)));
  }

  private async open(registerId: string): Promise<Result<Hot>> {
    const record = this.ports.record(registerId);
    if (!record || record.purging)
      return fail(issue('REGISTER_NOT_FOUND', '', 'There is no such register on this node.'));
    if (this.ports.isForked(registerId)) return fail(forkedIssue());
    if (record.status === 'OFFLINE') return fail(offlineIssue(record));
    if (this.unmarked.has(registerId)) return fail(CLOSED);
    if (record.damage !== undefined) return fail(await this.ports.onDamaged(registerId, record.damage, 0));
    this.repairBackoff.opens(registerId);
    const [damage] = await this.ports.quickCheck(record);
    if (this.stopped) return fail(issue('NODE_DRAINING', '', 'The node is stopping.'));
    if (damage) return fail(await this.fellIll(registerId, damage.message));
    const refused = await this.ports.refusal(record);
    if (refused) return fail(refused);
    const hot = this.start(registerId);
    const { driver } = hot;
    if (driver) await this.ports.reload(registerId, driver).catch((error) => driver.pool.fail(error));
    if (record.status === 'CHECKING') await this.ports.onOpened(registerId);
    return hot;
  }

  private start(registerId: string): Hot {
    const { ports } = this;
    const early: { driver?: ReplicaDriver } = {};
    let hot: Hot | undefined;
    const setDriver = (driver: ReplicaDriver | undefined) => {
      if (hot) hot.driver = driver;
      else if (driver) early.driver = driver;
      else delete early.driver;
    };
    const actor = startReplica(
      ports.clock,
      {
        open: (fail) => {
          const record = ports.record(registerId);
          assert(record, 'a hot register has a record');
          return ports.open(record, (error) => this.onFailed(registerId, error, fail));
        },
        whenSettled: () => ports.whenSettled(),
        onLive: (driver) => {
          setDriver(driver);
          // The first opening reloads before anybody gets the driver; a restart does it here.
          if (hot) ports.reload(registerId, driver).catch((error) => driver.pool.fail(error));
        },
        onDown: (error) => {
          setDriver(undefined);
          this.restarts++;
          ports.metrics?.onRestarted();
          ports.log.error({ registerId, err: error }, 'A register failed and is opened again from disk.');
        },
        onHalted: (error) => this.halt(registerId, error),
      },
      (error) => this.halt(registerId, error),
    );
    hot = { registerId, actor, driver: early.driver, lastUsedMs: ports.clock.steady() };
    this.hot.set(registerId, hot);
    return hot;
  }

  /**
   * A driver that met damaged rows could not judge what they are needed for, and opened again from the same disk it
   * could not either. The register is closed until they are repaired; what was sent meanwhile is sent again by its
   * peers.
   */
  private onFailed(registerId: string, error: unknown, fail: (error: unknown) => void): void {
    if (!isDamage(error)) {
      fail(error);
      return;
    }
    const { log } = this.ports;
    log.warn({ registerId, err: error }, 'A register met damaged rows and is closed for their repair.');
    this.fellIll(registerId, error.issue.message).catch((err) =>
      log.error({ registerId, err }, 'A damaged register could not be marked.'),
    );
    void this.close(registerId);
  }

  /**
   * Resolves with what a caller is told. A failure that is met again and again, repaired each time and still there, is
   * not damage that a repair knows.
   */
  private async fellIll(registerId: string, what: string): Promise<Issue> {
    const met = this.repairBackoff.countDamage(registerId);
    if (met === 'too-often') this.halt(registerId, new Error(what));
    if (met === 'too-often' || met === 'known') return CLOSED;
    return this.writeMark(registerId, () => this.ports.onDamaged(registerId, `damaged: ${what}`, met.pauseMs));
  }

  /** Writes the mark of a register, which is not opened until it is written or cannot be. */
  private async writeMark<T>(registerId: string, write: () => Promise<T>): Promise<T> {
    this.unmarked.add(registerId);
    try {
      return await write();
    } finally {
      this.unmarked.delete(registerId);
    }
  }

  private halt(registerId: string, error: unknown): void {
    this.halted++;
    this.ports.metrics?.onHalted(this.halted);
    const message = error instanceof Error ? error.message : String(error);
    this.ports.log.error({ registerId, err: error }, TOO_OFTEN);
    void this.writeMark(registerId, () => this.ports.offline(registerId, `halted: ${message}`));
    void this.close(registerId);
  }
}

export function offlineIssue(record: Pick<RegisterRecord, 'statusReason'>): Issue {
  if (isForked(record)) return forkedIssue();
  const reason = record.statusReason ? ` (${record.statusReason})` : '';
  return issue('REGISTER_OFFLINE', '', `The register is OFFLINE on this node${reason}.`);
}

function driverOf(hot: Hot): Result<ReplicaDriver> {
  return (
    hot.driver ??
    fail(issue('NODE_UNAVAILABLE', '', 'The register is being opened again after a failure. Try again shortly.'))
  );
}

function whenEnded(actor: ReplicaActor): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => resolve();
    if (actor.getSnapshot().status !== 'active') return finish();
    actor.subscribe({ complete: finish, error: finish });
    actor.send({ type: 'STOP' });
  });
}
