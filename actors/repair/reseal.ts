// Seals the dockets of a register again from docket 0 when its head or state cannot be used, and goes on above a head that is lower than what this node
// promised. Dockets come from the disk where they are whole, else from peers; every one is judged. The vote memory is never touched. What was done is
// on disk with each docket, so a crash loses nothing.
import { isHex } from '../../core/base/bytes.js';
import { RANGE_BYTES_MAX, RANGE_DOCKETS_MAX } from '../../core/base/limits.js';
import type { SealedDocket } from '../../core/register/types.js';
import { readCertificate } from '../../storage/chain-read.js';
import { docketOps, loserOps, resealing, resealingOp, resealOps } from '../../storage/mend.js';
import { unsealRows } from '../../storage/rebuild.js';
import type { RegisterRecord } from '../../storage/registers.js';
import { soundDocket } from '../../storage/survey.js';
import { sound } from '../../storage/value.js';
import { judgeSealed } from './judge.js';
import type { PatchPorts } from './patch.js';
import { asked } from './providers.js';

/** Dockets handed to the journal before their writes are waited for. */
const IN_FLIGHT_MAX = 32;

/** Deletes what follows from dockets and seals them again. Resolves with the height that was reached; the register is closed meanwhile. */
export async function resealAll(record: RegisterRecord, targetHeight: number, ports: PatchPorts): Promise<number> {
  const { kv, journal } = ports;
  const { reg } = record;
  const known = resealing(kv, reg);
  const target = Math.max(targetHeight, known?.targetHeight ?? -1);
  if (!known?.isCleared) {
    await journal.commit([resealingOp(reg, { targetHeight: target, isCleared: false })]);
    await unsealRows({ kv, journal, reg });
    await journal.commit([resealingOp(reg, { targetHeight: target, isCleared: true })]);
  }
  const height = await sealUp(record, target, ports);
  if (height >= target) await journal.commit([resealingOp(reg, undefined)]);
  return height;
}

/** Seals from the head up to `targetHeight`, or as far as whole dockets are to be had. Resolves with the durable height. */
export async function sealUp(record: RegisterRecord, targetHeight: number, ports: PatchPorts): Promise<number> {
  const sealing = new Sealing(record, ports);
  while (sealing.height < targetHeight && !ports.cancelled()) {
    if (await sealing.ownDocket()) continue;
    if (!(await sealing.fromPeers(targetHeight))) break;
  }
  await ports.journal.drained();
  return sealing.height;
}

class Sealing {
  private readonly record: RegisterRecord;
  private readonly ports: PatchPorts;
  private unwritten = 0;

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
    return docket !== undefined && this.seal({ docket, certificate }, false);
  }

  /** Seals what peers send, as far as it holds and the disk has it not; false when no peer had the next docket. */
  async fromPeers(targetHeight: number): Promise<boolean> {
    const providers = this.ports.providers();
    const { id: registerId } = this.record;
    for (const peerId of providers?.of(registerId) ?? []) {
      if (!providers || this.ports.cancelled()) return false;
      const fromHeight = this.height + 1;
      const toHeight = Math.min(targetHeight, fromHeight + RANGE_DOCKETS_MAX - 1);
      const range = { registerId, fromHeight, toHeight, bytesMax: RANGE_BYTES_MAX };
      for await (const sealed of asked(providers.dockets(peerId, range), range, this.ports.clock)) {
        if (await this.seal(sealed, true)) continue;
        providers.blame(peerId, `Docket ${sealed.docket.header.height} does not follow from what is sealed.`);
        break;
      }
      if (this.height >= fromHeight) return true;
    }
    return false;
  }

  private async seal(sealed: SealedDocket, isFetched: boolean): Promise<boolean> {
    const { chain, journal, kv, turn } = this.ports;
    const { reg, genesisHash } = this.record;
    const losers = await loserOps(kv, reg, sealed.docket);
    const judged = judgeSealed(sealed, { before: this.state(), genesisHash, view: chain.view(reg) });
    if (!('state' in judged)) return false;
    const ops = [...losers, ...resealOps(chain, { reg, sealed, after: judged.state, changes: judged.changes })];
    // A body row that is whole says nothing about the transactions beside it.
    const written = journal.commit(isFetched ? [...docketOps(reg, sealed.docket), ...ops] : ops);
    if (++this.unwritten % IN_FLIGHT_MAX === 0) {
      await written;
      await turn();
    }
    return true;
  }

  private state() {
    return this.ports.chain.loadState(this.record.reg);
  }
}
