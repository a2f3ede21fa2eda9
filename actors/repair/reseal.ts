// Seals the dockets of a register again from docket 0 when its tip or state cannot be used. It goes on above a tip that
// is lower than what this node promised. Dockets come from the disk where they are whole, else from peers; every one is
// judged. The vote memory is never touched. Finished work is on disk with each docket, so a crash loses nothing. A
// docket that a quorum decided is never refused in silence: then the state here is what is wrong.
import { isHex } from '../../core/base/bytes.js';
import { RANGE_BYTES_MAX, RANGE_DOCKETS_MAX } from '../../core/base/limits/node/replication.js';
import type { SealedDocket } from '../../core/model/register.js';
import { readCertificate } from '../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { sound } from '../../storage/engine/value.js';
import { unsealRows } from '../../storage/repair/rebuild.js';
import { docketOps, loserOps, resealOps } from '../../storage/repair/repair-ops.js';
import { type Resealing, resealing, resealingOp } from '../../storage/repair/reseal-note.js';
import { soundDocket } from '../../storage/repair/survey.js';
import { judgeSealed, type RefusedDocket } from './judge.js';
import type { PatchPorts } from './patch.js';
import { boundDockets } from './providers.js';

/** Dockets handed to the journal before their writes are waited for. */
const IN_FLIGHT_MAX = 32;

/**
 * Deletes what follows from dockets and seals them again. Resolves with the height that was reached; the register is
 * closed meanwhile.
 */
export async function resealAll(record: RegisterRecord, targetHeight: number, ports: PatchPorts): Promise<number> {
  const known = resealing(ports.kv, record.reg);
  const target = Math.max(targetHeight, known?.targetHeight ?? -1);
  if (!known?.isCleared) await clear(record.reg, { ...known, targetHeight: target, isCleared: false }, ports);
  return sealUp(record, target, ports);
}

/**
 * Seals from the tip up to `targetHeight`, or as far as whole dockets are to be had. It begins at docket 0 if the state
 * below turns out to be wrong. Resolves with the durable height; the register is closed meanwhile.
 */
export async function sealUp(record: RegisterRecord, targetHeight: number, ports: PatchPorts): Promise<number> {
  const { reg } = record;
  let reached = await sealOn(record, targetHeight, ports);
  const refusedHeight = reached.height + 1;
  // Once for each docket: one that is refused on state that was made again is refused by the rules of this program.
  if (reached.isRefused && resealing(ports.kv, reg)?.refusedHeight !== refusedHeight) {
    await clear(reg, { ...resealing(ports.kv, reg), targetHeight, isCleared: false, refusedHeight }, ports);
    reached = await sealOn(record, targetHeight, ports);
  }
  if (reached.height >= targetHeight && resealing(ports.kv, reg))
    await ports.journal.commit([resealingOp(reg, undefined)]);
  return reached.height;
}

/** The note is durable before the first row goes, so that an interruption begins again. */
async function clear(reg: number, note: Resealing, { kv, journal, chain }: PatchPorts): Promise<void> {
  await journal.commit([resealingOp(reg, note)]);
  // Rows that are still on their way to the disk would be seen by no walk over it.
  await journal.whenDrained();
  await unsealRows({ kv, journal, reg });
  chain.forgetFacts();
  await journal.commit([resealingOp(reg, { ...note, isCleared: true })]);
}

interface Reached {
  readonly height: number;
  /** The next docket was decided by a quorum, and does not follow from the state here. */
  readonly isRefused: boolean;
}

async function sealOn(record: RegisterRecord, targetHeight: number, ports: PatchPorts): Promise<Reached> {
  const sealing = new Resealer(record, ports);
  while (sealing.height < targetHeight && !ports.isCancelled() && !sealing.isRefused) {
    if (await sealing.ownDocket()) continue;
    if (sealing.isRefused || !(await sealing.fromPeers(targetHeight))) break;
  }
  await ports.journal.whenDrained();
  return { height: sealing.height, isRefused: sealing.isRefused };
}

class Resealer {
  private readonly record: RegisterRecord;
  private readonly ports: PatchPorts;
  private unwritten = 0;
  /** Nothing follows any more: see `Reached`. */
  isRefused = false;

  constructor(record: RegisterRecord, ports: PatchPorts) {
    this.record = record;
    this.ports = ports;
  }

  get height(): number {
    return this.state()?.height ?? -1;
  }

  /** Seals the next docket as the disk has it; false when it is not whole there. */
  async ownDocket(): Promise<boolean> {
    const { kv } = this.ports;
    const { reg } = this.record;
    const height = this.height + 1;
    const certificate = sound(() => readCertificate(kv, reg, height));
    if (!certificate || !isHex(certificate.docketHash, 32)) return false;
    const docket = await soundDocket(kv, { reg, height, hash: certificate.docketHash });
    return docket !== undefined && (await this.seal({ docket, certificate }, false)) === 'sealed';
  }

  /** Seals what peers send, as far as it holds and the disk has it not; false when no peer had the next docket. */
  async fromPeers(targetHeight: number): Promise<boolean> {
    const providers = this.ports.providers();
    const { id: registerId } = this.record;
    for (const peerId of providers?.of(registerId) ?? []) {
      if (!providers || this.ports.isCancelled()) return false;
      const fromHeight = this.height + 1;
      const toHeight = Math.min(targetHeight, fromHeight + RANGE_DOCKETS_MAX - 1);
      const range = { registerId, fromHeight, toHeight, bytesMax: RANGE_BYTES_MAX };
      for await (const sealed of boundDockets(providers.dockets(peerId, range), range, this.ports.clock)) {
        const outcome = await this.seal(sealed, true);
        if (outcome === 'sealed') continue;
        if (outcome === 'copy')
          providers.blame(peerId, `Docket ${sealed.docket.header.height} is not one that the validators decided.`);
        break;
      }
      if (this.isRefused) return false;
      if (this.height >= fromHeight) return true;
    }
    return false;
  }

  private async seal(sealed: SealedDocket, isFetched: boolean): Promise<'sealed' | RefusedDocket['wrong']> {
    const { chain, journal, kv, turn } = this.ports;
    const { reg, genesisHash } = this.record;
    const losers = await loserOps(kv, reg, sealed.docket);
    const judged = judgeSealed(sealed, { before: this.state(), genesisHash, view: chain.view(reg) });
    if ('wrong' in judged) {
      this.isRefused = judged.wrong === 'state';
      return judged.wrong;
    }
    const ops = [...losers, ...resealOps(chain, { reg, sealed, after: judged.state, changes: judged.changes })];
    // A body row that is whole says nothing about the transactions beside it.
    const written = journal.commit(isFetched ? [...docketOps(reg, sealed.docket), ...ops] : ops);
    if (++this.unwritten % IN_FLIGHT_MAX === 0) {
      await written;
      await turn();
    }
    return 'sealed';
  }

  private state() {
    return this.ports.chain.loadState(this.record.reg);
  }
}
