// Puts damaged rows of single dockets right while the register goes on: the hash of each is in the header above it, so
// any peer's copy can be checked by hash alone. From the highest down, because a docket is trusted for the one below it
// only when it is whole. A synced batch a docket.

import type { Certificate, Docket, Hash } from '../../core/model/register.js';
import { checkBody } from '../../core/register/docket.js';
import { readBody, readCertificate, readPointer } from '../../storage/chain/chain-read.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { Kv } from '../../storage/engine/kv.js';
import { sound } from '../../storage/engine/value.js';
import { docketOps, dropJustification, pointerOps } from '../../storage/repair/repair-ops.js';
import { type DocketDamage, soundDocket, soundHead } from '../../storage/repair/survey.js';
import type { Clock } from '../ports.js';
import { certificateIssues, type Sealers, sealersOf } from './judge.js';
import { boundDockets, type DocketProviders } from './providers.js';

/** Bytes of a docket and its certificate: far above what either may have. */
const BYTES_MAX = 64 * 1024 * 1024;

export interface PatchPorts {
  readonly kv: Kv;
  readonly journal: Journal;
  readonly chain: ChainStore;
  readonly clock: Clock;
  providers(): DocketProviders | undefined;
  turn(): Promise<void>;
  /** True when the repair has to end: the register goes, or the node stops. */
  isCancelled(): boolean;
}

export interface Patched {
  /** Dockets of which rows were written. */
  readonly dockets: number;
  /** A certificate is missing, and it is not known here any more who was to sign it. */
  readonly unknownRoster: boolean;
  /**
   * Heights whose round changes were damaged and are gone: no range of a peer carries them, and no vote depends on
   * them.
   */
  readonly withoutRoundChanges: readonly number[];
}

interface Copy {
  docket: Docket | undefined;
  certificate: Certificate | undefined;
}

export async function patchDockets(
  record: RegisterRecord,
  damaged: readonly DocketDamage[],
  ports: PatchPorts,
): Promise<Patched> {
  const patch = new Patch(record, ports);
  return patch.run(damaged);
}

class Patch {
  private readonly record: RegisterRecord;
  private readonly ports: PatchPorts;
  /** Hashes that the walk from the tip down has found. */
  private readonly known = new Map<number, Hash>();
  private unknownRoster = false;

  constructor(record: RegisterRecord, ports: PatchPorts) {
    this.record = record;
    this.ports = ports;
  }

  async run(damaged: readonly DocketDamage[]): Promise<Patched> {
    const { journal, chain, isCancelled: cancelled } = this.ports;
    let dockets = 0;
    const withoutRoundChanges: number[] = [];
    for (const damage of [...damaged].reverse()) {
      if (cancelled()) break;
      const ops = await this.docket(damage);
      if (ops.length === 0) continue;
      await journal.commit(ops);
      chain.forgetFacts();
      dockets++;
      if (damage.justification) withoutRoundChanges.unshift(damage.height);
    }
    for (const damage of damaged) {
      // Without the batch of its seal more is missing than a pointer: it is sealed again, and this row tells that it
      // must be.
      if (cancelled() || !damage.pointer || damage.unsealed) continue;
      const ops = await this.pointer(damage.height);
      if (ops.length === 0) continue;
      await journal.commit(ops);
      chain.forgetFacts();
      dockets++;
    }
    return { dockets, unknownRoster: this.unknownRoster, withoutRoundChanges };
  }

  private async docket(damage: DocketDamage) {
    const { kv, turn } = this.ports;
    const { reg } = this.record;
    const { height } = damage;
    await turn();
    const hash = this.hashOf(height);
    if (hash === undefined) return [];
    this.known.set(height, hash);
    const docket = await soundDocket(kv, { reg, height, hash });
    const stored = sound(() => readCertificate(kv, reg, height));
    const certificate = stored?.docketHash === hash && stored.height === height ? stored : undefined;
    const copy: Copy = { docket, certificate };
    if (!copy.docket || !copy.certificate) await this.fetch(height, hash, copy);
    const isBetter = (copy.docket && !docket) || (copy.certificate && !certificate) || damage.places;
    if (!copy.docket || !(isBetter || damage.justification)) return [];
    return [
      ...docketOps(reg, copy.docket, certificate ? undefined : copy.certificate),
      ...dropJustification(reg, damage),
    ];
  }

  /** The hash of this height by the tip or by the whole docket above. */
  private hashOf(height: number): Hash | undefined {
    const { kv } = this.ports;
    const { reg } = this.record;
    const head = soundHead(kv, reg);
    if (!head || height > head.height) return undefined;
    if (height === head.height) return head.hash;
    const above = this.known.get(height + 1) ?? sound(() => readPointer(kv, reg, height + 1))?.hash;
    const body = above === undefined ? undefined : sound(() => readBody(kv, { reg, height: height + 1, hash: above }));
    return body?.header.prevHash;
  }

  private async fetch(height: number, hash: Hash, copy: Copy): Promise<void> {
    const providers = this.ports.providers();
    const { id: registerId } = this.record;
    const range = { registerId, fromHeight: height, toHeight: height, bytesMax: BYTES_MAX };
    for (const peerId of providers?.of(registerId) ?? []) {
      if (this.ports.isCancelled() || !providers) return;
      for await (const sealed of boundDockets(providers.dockets(peerId, range), range, this.ports.clock)) {
        if (sealed.docket.hash !== hash || checkBody(sealed.docket).length > 0) {
          providers.blame(peerId, `Docket ${height} is not the one that was asked for.`);
          break;
        }
        copy.docket ??= sealed.docket;
        if (!copy.certificate && (await this.certifies(copy.docket, sealed.certificate)))
          copy.certificate = sealed.certificate;
      }
      if (copy.docket && copy.certificate) return;
    }
  }

  private async certifies(docket: Docket, certificate: Certificate): Promise<boolean> {
    const { genesisHash } = this.record;
    const by = await this.sealersOf(docket);
    return by !== undefined && certificateIssues(certificate, { docket, genesisHash, ...by }).length === 0;
  }

  private async sealersOf(docket: Docket): Promise<Sealers | undefined> {
    const { chain, kv } = this.ports;
    const { reg, genesisHash } = this.record;
    const state = chain.durableState(reg);
    if (!state) return undefined;
    const genesis = docket.header.height === 0 ? docket : await soundDocket(kv, { reg, height: 0, hash: genesisHash });
    const by = sealersOf(docket.header.rosterHash, { state, view: chain.view(reg), genesis });
    // With docket 0 still damaged the next round knows more.
    if (!by && genesis) this.unknownRoster = true;
    return by;
  }

  private async pointer(height: number) {
    const { kv } = this.ports;
    const { reg } = this.record;
    const hash = this.hashOf(height);
    const docket = hash === undefined ? undefined : await soundDocket(kv, { reg, height, hash });
    if (!docket) return [];
    if (height === 0) return pointerOps(kv, { reg, countBelow: 0 }, docket);
    const below = sound(() => readPointer(kv, reg, height - 1));
    const body = below && sound(() => readBody(kv, { reg, height: height - 1, hash: below.hash }));
    return body ? pointerOps(kv, { reg, countBelow: body.txIds.length }, docket) : [];
  }
}
