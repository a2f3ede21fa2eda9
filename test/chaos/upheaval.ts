// Acts on a mesh in a chaos run beside faults, one thing after the other: validators join, leave and get new
// keys, the clock of a node jumps, a node is put back to a backup, its disk is full. Acts that do not get through in
// the storm are given up and counted; nothing here judges an answer.
import { execFile } from 'node:child_process';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { PROGRAM } from '../../cli/harness/node-process.js';
import { carry, type Governor, seat } from '../../cli/harness/seats.js';
import type { Dice } from '../support/base/dice.js';
import { isOwnDisk } from './disk.js';
import { SKEW_FILE } from './skewed.js';
import type { Storm } from './storm.js';

export const UPHEAVALS = ['join', 'leave', 'rekey', 'clock', 'restore', 'restore-to-height', 'full-disk'] as const;
export type UpheavalName = (typeof UPHEAVALS)[number];

export interface UpheavalOptions {
  readonly cluster: MeshCluster;
  readonly dice: Dice;
  readonly storm: Storm;
  readonly registerIds: readonly string[];
  /** Owners by register and member index. */
  readonly owners: ReadonlyMap<string, ReadonlyMap<number, string>>;
  readonly kinds: readonly UpheavalName[];
  /** Validators that a register keeps at least. */
  readonly seatsMin: number;
  readonly log: (sentence: string) => void;
  /** The node was put back to an earlier state of its store: what it alone promised since is gone. */
  restored(member: ClusterMember): void;
}

/** Jumps in ms: inside what is tolerated, a little beyond, minutes, days, in both directions. */
const JUMPS_MS = [3000, -3000, 45_000, -45_000, 600_000, -600_000, 86_400_000, -86_400_000, 20 * 86_400_000] as const;
const JUMP_LENGTH_MS = { least: 2000, most: 9000 };
const FULL_LENGTH_MS = { least: 1500, most: 5000 };
const GAP_MS = { least: 1000, most: 5000 };
/** An act needs answers of several nodes, each of which may be down for a while. */
const ACT_MS = 60_000;
const BALLAST = 'ballast';
const PIECE_BYTES = 32 * 1024 * 1024;
/** Less than the reserve of a node, and more than all of them write in the second in which they notice. */
const LEFT_BYTES = 160 * 1024 * 1024;
/** Answers that were made by a wrong clock may come so much later. */
const SKEW_ENDS_MS = 12_000;
/** For all seats together. */
const MEND_MS = 120_000;

const run = promisify(execFile);

export class Upheaval {
  /** How often each thing was tried, and how often it got through. */
  readonly tried = new Map<UpheavalName, number>();
  readonly done = new Map<UpheavalName, number>();
  /** Indexes of members that were put back to a backup. */
  readonly putBack = new Set<number>();
  /** States that must not be, as sentences. */
  readonly faults: string[] = [];
  private readonly options: UpheavalOptions;
  private readonly skewedUntil = new Map<number, number>();
  /** Registers on which a seat of a member is fenced, because the member was put back to a backup. */
  private readonly fenced = new Map<ClusterMember, Set<string>>();
  private goesOn = true;
  private ended: Promise<void> = Promise.resolve();

  constructor(options: UpheavalOptions) {
    this.options = options;
  }

  /** `done of tried` by name. */
  counts(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...this.tried].map(([name, tried]) => [name, `${this.done.get(name) ?? 0} of ${tried}`]),
    );
  }

  start(): void {
    if (this.options.kinds.length > 0) this.ended = this.go();
  }

  /** Ends what is under way: every clock is right again, and no disk is full. */
  async stop(): Promise<void> {
    this.goesOn = false;
    await this.ended;
  }

  /** Gives every seat that a restore fenced another key; to be called when all nodes run. */
  async mend(): Promise<void> {
    const until = performance.now() + MEND_MS;
    for (const [member, registerIds] of this.fenced)
      for (const registerId of registerIds)
        while (!(await this.mended(member, registerId)))
          if (performance.now() > until) {
            this.faults.push(`${member.name} got no other key on ${registerId} after it was put back to a backup.`);
            return;
          }
  }

  /** True while the clock of a member is wrong, and a moment longer: an answer may be under way. */
  isSkewed(index: number): boolean {
    return (this.skewedUntil.get(index) ?? 0) > performance.now();
  }

  private async go(): Promise<void> {
    const { dice, kinds, log } = this.options;
    while (this.goesOn) {
      await this.still(GAP_MS);
      if (!this.goesOn) return;
      const [waiting] = this.fenced;
      if (waiting) {
        const [member, [registerId]] = waiting;
        if (registerId !== undefined) await this.mended(member, registerId);
        continue;
      }
      const name = dice.pick(kinds);
      this.tried.set(name, (this.tried.get(name) ?? 0) + 1);
      try {
        if (await this.strike(name)) this.done.set(name, (this.done.get(name) ?? 0) + 1);
      } catch (error) {
        // In a storm an act may find no member that approves it. A part of it that was sealed stays.
        log(`${name} did not get through: ${`${error}`.split('\n')[0]}`);
      }
    }
  }

  private async strike(name: UpheavalName): Promise<boolean> {
    const { dice, cluster, registerIds } = this.options;
    const member = dice.pick(cluster.members);
    const registerId = dice.pick(registerIds);
    switch (name) {
      case 'clock':
        return this.jump(member);
      case 'full-disk':
        return this.fill();
      case 'restore':
        return this.restore(member, false);
      case 'restore-to-height':
        return this.restore(member, true);
      default:
        return within(ACT_MS, this.govern(name, registerId));
    }
  }

  private async govern(name: 'join' | 'leave' | 'rekey', registerId: string): Promise<boolean> {
    const { dice, cluster, log, seatsMin } = this.options;
    const governors = this.governors(registerId);
    const [first] = governors;
    if (!first) return false;
    const { node, token } = first.member;
    const { validators } = await node.client(token).getGovernanceRoster({ params: { registerId } });
    const seats = new Map(validators.map((one) => [one.peerId, one.validatorId]));
    const running = cluster.members.filter((one) => one.node.isRunning);
    const seated = running.filter((one) => seats.has(one.peerId));
    const free = running.filter((one) => !seats.has(one.peerId));
    const [, ...rest] = governors;
    if (name === 'join') {
      if (free.length === 0) return false;
      const newcomer = dice.pick(free);
      log(`${newcomer.name} is to get a seat`);
      await seat(registerId, [first, ...rest], newcomer);
      log(`${newcomer.name} has a seat`);
      return true;
    }
    if (seated.length === 0) return false;
    const member = dice.pick(seated);
    const validatorId = seats.get(member.peerId) as string;
    if (name === 'leave') {
      if (seats.size <= seatsMin) return false;
      log(`${member.name} is to lose its seat`);
      await carry(registerId, [first, ...rest], { operationType: 'remove-validator', validatorId });
      log(`${member.name} has no seat any more`);
      return true;
    }
    return this.rekey(registerId, member, validatorId);
  }

  private async rekey(registerId: string, member: ClusterMember, validatorId: string): Promise<boolean> {
    const { log } = this.options;
    const [first, ...rest] = this.governors(registerId);
    if (!first) return false;
    log(`${member.name} is to get another key`);
    const client = member.node.client(member.token);
    const candidacy = await client.makeCandidacy({ params: { registerId }, body: { replaces: validatorId } });
    const operation = { operationType: 'rekey-validator' as const, ...(candidacy as object), validatorId };
    await carry(registerId, [first, ...rest], operation);
    log(`${member.name} has another key`);
    return true;
  }

  /** True when the fenced seat of a member has another key, or is none any more. */
  private async mended(member: ClusterMember, registerId: string): Promise<boolean> {
    const done = () => {
      const left = this.fenced.get(member);
      left?.delete(registerId);
      if (left?.size === 0) this.fenced.delete(member);
      return true;
    };
    try {
      const validatorId = await this.seatOf(member, registerId);
      if (validatorId === undefined || (await within(ACT_MS, this.rekey(registerId, member, validatorId))))
        return done();
    } catch (error) {
      this.options.log(`${member.name} keeps a fenced seat: ${`${error}`.split('\n')[0]}`);
      await pause(500);
    }
    return false;
  }

  private async seatOf({ peerId }: ClusterMember, registerId: string): Promise<string | undefined> {
    const [first] = this.governors(registerId);
    if (!first) throw new Error('no owner can be asked');
    const { node, token } = first.member;
    const { validators } = await node.client(token).getGovernanceRoster({ params: { registerId } });
    return validators.find((one) => one.peerId === peerId)?.validatorId;
  }

  /** Owners whose nodes run, in any order. */
  private governors(registerId: string): readonly Governor[] {
    const { cluster, dice, owners } = this.options;
    const own = owners.get(registerId);
    const found = cluster.members.flatMap((member) => {
      const walletId = own?.get(member.index);
      return walletId === undefined || !member.node.isRunning ? [] : [{ member, walletId }];
    });
    const at = dice.between(0, Math.max(0, found.length - 1));
    return [...found.slice(at), ...found.slice(0, at)];
  }

  /** The wall clock of a node moves for a while, and is right again. */
  private async jump({ node, name, index }: ClusterMember): Promise<boolean> {
    const { dice, log } = this.options;
    const file = join(node.dataDir, SKEW_FILE);
    const jumpMs = dice.pick(JUMPS_MS);
    log(`the clock of ${name} jumps by ${jumpMs / 1000} s`);
    this.skewedUntil.set(index, Number.POSITIVE_INFINITY);
    writeFileSync(file, String(jumpMs));
    await this.still(JUMP_LENGTH_MS);
    if (existsSync(node.dataDir)) rmSync(file, { force: true });
    log(`the clock of ${name} is right again`);
    this.skewedUntil.set(index, performance.now() + SKEW_ENDS_MS);
    return true;
  }

  /** Everybody's disk: the nodes of a run share a file system of their own, where one could be made. */
  private async fill(): Promise<boolean> {
    const folder = tmpdir();
    if (!isOwnDisk(folder)) return false;
    const file = join(folder, BALLAST);
    const { bavail, bsize } = statfsSync(folder);
    this.options.log('every disk is nearly full');
    const piece = Buffer.alloc(PIECE_BYTES);
    for (let left = bavail * bsize - LEFT_BYTES; left > 0; left -= piece.length)
      writeFileSync(file, piece, { flag: 'a' });
    await this.still(FULL_LENGTH_MS);
    rmSync(file, { force: true });
    this.options.log('every disk has room again');
    return true;
  }

  /**
   * A node is stopped, saved, goes on, and is put back to what was saved: it has to fence its seats, and gets other
   * keys. `isLower`: its registers are taken back below that, and others give it the rest.
   */
  private async restore(member: ClusterMember, isLower: boolean): Promise<boolean> {
    const { storm, log, restored } = this.options;
    const { node, name } = member;
    if (!storm.hold(member)) return false;
    const file = `${node.dataDir}.backup`;
    try {
      const heights = isLower ? await this.lowerHeights(member) : [];
      await node.stop();
      await quorate(['backup', file, '--with-keys', '--data-dir', node.dataDir]);
      await node.start();
      log(`${name} is saved`);
      await this.still({ least: 2000, most: 6000 });
      await node.stop();
      member.token = '';
      rmSync(node.dataDir, { recursive: true, force: true });
      this.putBack.add(member.index);
      restored(member);
      const back = heights.flatMap((height) => ['--to-height', height]);
      await quorate(['restore', file, '--data-dir', node.dataDir, ...back]);
      await node.start();
      // A restored store takes no token of before.
      member.token = await node.login();
      log([`${name} is put back to its backup`, ...heights].join(', '));
      const { registerIds } = this.options;
      this.fenced.set(member, new Set(registerIds));
      if (node.fence === undefined) this.faults.push(`${name} was put back to a backup and may still vote.`);
    } finally {
      for (const suffix of ['', '.master.key', '.mesh', '.master.salt']) rmSync(`${file}${suffix}`, { force: true });
      if (!node.isRunning && existsSync(node.dataDir)) await node.start().catch((error) => log(`${name}: ${error}`));
      storm.release(member);
    }
    return true;
  }

  /** `REGISTER=N` for what the node has, N below its head. */
  private async lowerHeights({ node, token }: ClusterMember): Promise<readonly string[]> {
    const { dice, registerIds } = this.options;
    const heights: string[] = [];
    for (const registerId of registerIds) {
      const found = await node.client(token).getRegister({ params: { registerId } });
      heights.push(`${registerId}=${Math.floor(dice.between(0, Math.max(0, Number(found.height) - 2)))}`);
    }
    return heights;
  }

  private async still({ least, most }: typeof GAP_MS): Promise<void> {
    const until = performance.now() + this.options.dice.between(least, most);
    while (this.goesOn && performance.now() < until) await pause(Math.min(250, until - performance.now()));
  }
}

async function quorate(words: readonly string[]): Promise<void> {
  await run(process.execPath, [...process.execArgv, PROGRAM, ...words], { timeout: 60_000 });
}

async function within<T>(ms: number, doing: Promise<T>): Promise<T> {
  const late = new AbortController();
  try {
    const timeout = pause(ms, undefined, { signal: late.signal, ref: false }).then(() => {
      throw new Error(`nothing came of it in ${ms / 1000} s`);
    });
    return await Promise.race([doing, timeout]);
  } finally {
    late.abort();
  }
}
