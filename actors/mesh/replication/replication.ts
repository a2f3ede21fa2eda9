// Keeps the registers of this node as high as their peers': every hint that somebody is ahead ends in a request to that
// very peer. A bounded number of registers catches up at the same time. The standing of each is told to the ledger and
// to those who look.
import { SYNC_GRACE_MS, SYNC_LAG_MAX, SYNCS_MAX } from '../../../core/base/limits/node/replication.js';
import { isFailure } from '../../../core/base/result.js';
import type { SyncState } from '../mesh.js';
import type { MeshLedger } from '../ports.js';
import { type CatchUpPorts, catchUp, TipClaims } from './catch-up.js';
import { TipGate, type TipGatePorts } from './tip-gate.js';

export interface MeshReplicationPorts extends Omit<CatchUpPorts, 'ledger'> {
  readonly ledger: Pick<
    MeshLedger,
    'state' | 'adoptRange' | 'setSync' | 'register' | 'registers' | 'heads' | 'adoptConfirmed'
  >;
  readonly chain: TipGatePorts['chain'];
  readonly keys: TipGatePorts['keys'];
  readonly chosen: TipGatePorts['chosen'];
  readonly knowsMost: TipGatePorts['knowsMost'];
  /** The height of a tip above the local one that a quorum signed; -1 where none is known. */
  proven(registerId: string): number;
}

/** How a register follows its peers. */
export interface FollowedRegister {
  readonly claims: TipClaims;
  state: SyncState;
  running: boolean;
  /**
   * A docket above ours was brought and held: until then a claim of a wide gap is a word, and changes nothing that is
   * stored.
   */
  isProven: boolean;
  waiting: boolean;
  /** A proven height above ours, and since when: the register lags when that is not here in time. */
  lagging: { readonly height: number; readonly sinceMs: number } | undefined;
  dockets: number;
  failures: number;
  lastSyncMs: number | undefined;
  lastError: string | undefined;
}

export class MeshReplication {
  readonly gate: TipGate;
  private readonly ports: MeshReplicationPorts;
  private readonly followed = new Map<string, FollowedRegister>();
  private readonly queue: string[] = [];
  private running = 0;
  private stopped = false;
  private idle: (() => void)[] = [];

  constructor(ports: MeshReplicationPorts) {
    this.ports = ports;
    this.gate = new TipGate(ports);
  }

  /** A peer claims a height above ours: it is asked to prove it. */
  hint(registerId: string, peerId: string, height: number): void {
    const record = this.ports.ledger.register(registerId);
    if (this.stopped || !record || record.status === 'OFFLINE') return;
    const following = this.of(registerId);
    following.claims.note(peerId, height);
    if (this.gate.holds(registerId)) {
      this.gate.look(registerId);
      return;
    }
    this.pursue(registerId, following, height);
  }

  /** A peer may have the next docket, although it did not say so: it is asked, and blamed for nothing if it has not. */
  suspect(registerId: string, peerId: string): void {
    const local = this.height(registerId);
    if (this.stopped || local === undefined || this.gate.holds(registerId)) return;
    const following = this.of(registerId);
    following.claims.suppose(peerId, local + 1);
    this.pursue(registerId, following, local + 1);
  }

  private pursue(registerId: string, following: FollowedRegister, height: number): void {
    const local = this.height(registerId);
    if (local === undefined) return;
    if (height <= local) {
      // A register that was taken over or recovered may be at its target without a single request.
      if (!following.running && !following.waiting) this.judge(registerId, following, local);
      return;
    }
    this.judge(registerId, following, local);
    this.enqueue(registerId, following);
  }

  /** A docket was sealed here. */
  onSealed(registerId: string, height: number): void {
    const isLagging = this.ports.ledger.register(registerId)?.status === 'RECOVERY';
    const following = isLagging ? this.of(registerId) : this.followed.get(registerId);
    if (!following) return;
    if (following.running) following.isProven = true;
    // Once it is said to lag, that is judged again when nothing more is asked for.
    if (!following.running || following.state === 'synced') this.judge(registerId, following, height);
  }

  /**
   * A peer told all of its tips that are not ours. A register that was in RECOVERY when the node stopped has no peer
   * ahead if no claim came: without this one that is at rest would never catch up. It told of these registers
   * alone where they are named.
   */
  onCompared(registerIds?: ReadonlySet<string>): void {
    if (!registerIds) this.gate.lookAll();
    const { ledger } = this.ports;
    const records = registerIds ? [...registerIds].flatMap((id) => ledger.register(id) ?? []) : ledger.registers();
    for (const { id, status, damage } of records) {
      if (status !== 'RECOVERY' || damage !== undefined || this.gate.holds(id)) continue;
      const following = this.of(id);
      const local = this.height(id);
      if (local !== undefined && !following.running && !following.waiting) this.settle(id, following, local);
    }
  }

  /** A peer cannot be asked for its claims any more; it tells its tips again when it is back. */
  onUnlinked(peerId: string): void {
    for (const [registerId, following] of this.followed) {
      if (following.claims.heightOf(peerId) < 0) continue;
      following.claims.drop(peerId);
      if (following.running) continue;
      const local = this.height(registerId);
      if (local !== undefined) this.settle(registerId, following, local);
    }
  }

  /**
   * The highest tip that a linked peer claims while it is being asked for it, or while no tip is believed yet; -1
   * without one. A peer that gave nothing is not counted again before it gave a docket: a word alone keeps answers back
   * once for each peer and register, at most as long as a range may take.
   */
  toldHeight(registerId: string): number {
    const following = this.followed.get(registerId);
    const isAsking = following && (following.running || following.waiting || this.gate.holds(registerId));
    return isAsking ? following.claims.open : -1;
  }

  view(registerId: string): FollowedRegister | undefined {
    return this.followed.get(registerId);
  }

  forget(registerId: string): void {
    this.followed.delete(registerId);
  }

  /** No more requests; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.queue.length = 0;
    if (this.running > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private of(registerId: string): FollowedRegister {
    const known = this.followed.get(registerId);
    if (known) return known;
    const fresh: FollowedRegister = {
      claims: new TipClaims(),
      state: this.ports.ledger.register(registerId)?.status === 'RECOVERY' ? 'recovering' : 'synced',
      running: false,
      isProven: false,
      waiting: false,
      lagging: undefined,
      dockets: 0,
      failures: 0,
      lastSyncMs: undefined,
      lastError: undefined,
    };
    this.followed.set(registerId, fresh);
    return fresh;
  }

  private height(registerId: string): number | undefined {
    const state = this.ports.ledger.state(registerId);
    return isFailure(state) ? undefined : state.height;
  }

  private enqueue(registerId: string, following: FollowedRegister): void {
    if (following.running || following.waiting) return;
    following.waiting = true;
    this.queue.push(registerId);
    this.next();
  }

  private next(): void {
    while (this.running < SYNCS_MAX) {
      const registerId = this.queue.shift();
      if (registerId === undefined) return;
      const following = this.followed.get(registerId);
      if (following) void this.run(registerId, following);
    }
  }

  private async run(registerId: string, following: FollowedRegister): Promise<void> {
    following.waiting = false;
    following.running = true;
    this.running++;
    let again = false;
    try {
      const result = await catchUp(registerId, following.claims, this.ports);
      following.dockets += result.adopted;
      following.failures = result.adopted > 0 ? 0 : following.failures + result.failures;
      following.lastError = result.lastError;
      if (result.adopted > 0) following.lastSyncMs = this.ports.clock.now();
      again = result.failures === 0;
    } catch (error) {
      following.failures++;
      following.lastError = error instanceof Error ? error.message : String(error);
      this.ports.log.error({ registerId, err: error }, 'Catching up failed.');
    }
    following.running = false;
    this.running--;
    const local = this.height(registerId);
    if (local !== undefined) {
      // A claim that came in the last moment of the run has no other run to look after it.
      const net = this.ports.net();
      if (again && !this.stopped && following.claims.above(local).some((peerId) => net?.peer(peerId)))
        this.enqueue(registerId, following);
      this.settle(registerId, following, local);
    }
    if (this.stopped && this.running === 0) for (const done of this.idle.splice(0)) done();
    this.next();
  }

  private settle(registerId: string, following: FollowedRegister, local: number): void {
    if (following.claims.highest <= local) following.isProven = false;
    this.judge(registerId, following, local);
  }

  /**
   * RECOVERY for a wide gap or an old one; a register that lags a little stays ONLINE (docs/protocol.md 15). Heights
   * that peers merely tell are neither: some that lie in turns would hold it there. Where the roster changed above the
   * local tip none is proven before dockets up to that change are here.
   */
  private judge(registerId: string, following: FollowedRegister, local: number): void {
    const nowMs = this.ports.clock.steady();
    const target = Math.max(local, this.ports.proven(registerId));
    if (target <= local) following.lagging = undefined;
    else if (!following.lagging || following.lagging.height <= local)
      following.lagging = { height: target, sinceMs: nowMs };
    const old = following.lagging !== undefined && nowMs - following.lagging.sinceMs > SYNC_GRACE_MS;
    const lags = (following.isProven && target - local >= SYNC_LAG_MAX) || old;
    const state: SyncState = !lags ? 'synced' : following.running || following.waiting ? 'recovering' : 'stalled';
    // A repair may have said that the register is behind, which this part was not told.
    const isTold = state !== 'synced' || this.ports.ledger.register(registerId)?.status !== 'RECOVERY';
    if (state === following.state && isTold) return;
    following.state = state;
    this.ports.ledger.setSync(registerId, {
      state,
      targetHeight: target,
      ...(following.lastError !== undefined && state === 'stalled' && { lastError: following.lastError }),
    });
  }
}
