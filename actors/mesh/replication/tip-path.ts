// The way to a docket whose hash is known and that is above the tip here: its links are followed before any docket is
// stored, and exactly those dockets are taken. A peer that gives them proves nothing by it, and is believed in nothing
// else.
import { RANGE_BYTES_MAX, RANGE_DOCKETS_MAX } from '../../../core/base/limits/node/replication.js';
import type { Clock } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { DocketRange } from '../../../core/mesh/frames.js';
import type { Hash, RegisterState, SealedDocket } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import type { MeshLedger, PeerNet } from '../ports.js';
import { pace, sourceOf } from './paced.js';

/** Dockets on one way: their hashes are in memory until they are stored. */
const WAY_MAX = 1_000_000;

export interface TipPathPorts {
  readonly clock: Clock;
  readonly mode: 'all' | 'certified';
  readonly ledger: Pick<MeshLedger, 'state' | 'adoptConfirmed'>;
}

export interface TipTarget {
  readonly height: number;
  readonly hash: Hash;
  readonly givers: readonly string[];
}

export interface TipPath {
  readonly net: PeerNet;
  readonly registerId: string;
  /** The tip here, on which the way begins. */
  readonly state: RegisterState;
  readonly target: TipTarget;
  /** A giver has its time for each docket, and not for a whole range: no giver is quicker. */
  readonly isPatient: boolean;
}

/** True when dockets were stored on the way to the target: then all of it is behind them, link by link. */
export async function walk(ports: TipPathPorts, way: TipPath): Promise<boolean> {
  const { registerId, state, target } = way;
  if (target.height - state.height > WAY_MAX) return false;
  let hashes: readonly Hash[] | undefined;
  let height = state.height;
  for (const peerId of new Set(target.givers)) {
    hashes ??= await links(ports, way, peerId);
    if (!hashes) continue;
    await take(ports, way, { peerId, hashes });
    const after = ports.ledger.state(registerId);
    if (isFailure(after)) return false;
    height = after.height;
    if (height >= target.height) break;
  }
  return height > state.height;
}

/**
 * Hashes of the dockets above the tip here up to the target, each following the one before it; undefined where they do
 * not lead there.
 */
async function links(ports: TipPathPorts, way: TipPath, peerId: string): Promise<readonly Hash[] | undefined> {
  const { registerId, state, target } = way;
  const hashes: Hash[] = [];
  let last = state.hash;
  while (state.height + hashes.length < target.height) {
    const from = state.height + hashes.length + 1;
    const given = ask(ports, way, { peerId, range: rangeFrom(registerId, from, target.height) });
    for await (const { docket } of given.dockets) {
      const { header, hash } = docket;
      const isNext = header.height === state.height + hashes.length + 1 && header.registerId === registerId;
      if (!isNext || header.prevHash !== last || docketHash(header) !== hash) return undefined;
      hashes.push(hash);
      last = hash;
    }
    if (state.height + hashes.length < from || (given.isCut() && !way.isPatient)) return undefined;
  }
  return last === target.hash ? hashes : undefined;
}

/**
 * Stores what the peer gives of the way. Without patience, a peer that gives less than was asked for is left to the
 * others.
 */
async function take(
  ports: TipPathPorts,
  way: TipPath,
  { peerId, hashes }: { readonly peerId: string; readonly hashes: readonly Hash[] },
): Promise<void> {
  const { registerId, state, target } = way;
  const base = state.height + 1;
  while (true) {
    const before = ports.ledger.state(registerId);
    if (isFailure(before) || before.height >= target.height) return;
    const from = before.height + 1;
    const given = ask(ports, way, { peerId, range: rangeFrom(registerId, from, target.height) });
    const dockets = onWay(given.dockets, hashes, from - base);
    const adopted = await ports.ledger.adoptConfirmed?.(registerId, dockets, ports.mode);
    if (!adopted || adopted.adopted === 0 || (given.isCut() && !way.isPatient)) return;
  }
}

/** Dockets as long as they are those of the way. */
async function* onWay(
  dockets: AsyncIterable<SealedDocket>,
  hashes: readonly Hash[],
  first: number,
): AsyncGenerator<SealedDocket> {
  let at = first;
  for await (const sealed of dockets) {
    if (sealed.docket.hash !== hashes[at] || docketHash(sealed.docket.header) !== sealed.docket.hash) return;
    at++;
    yield sealed;
  }
}

/** The dockets of a range as a peer gives them, ended by a failure and by a peer that is too slow. */
export function ask(
  { clock, mode }: Pick<TipPathPorts, 'clock' | 'mode'>,
  { net, isPatient }: Pick<TipPath, 'net' | 'isPatient'>,
  { peerId, range }: { readonly peerId: string; readonly range: DocketRange },
) {
  let height = range.fromHeight;
  let bytes = 0;
  const dockets = async function* (): AsyncGenerator<SealedDocket> {
    const source = sourceOf(
      () => net.dockets(peerId, range, { mode }),
      () => undefined,
    );
    const { next, cancel } = pace(source, clock, { isPatient: () => isPatient });
    try {
      while (height <= range.toHeight) {
        const result = await next();
        if (result.done) return;
        height++;
        bytes += result.value.docket.header.bytes;
        yield result.value;
      }
    } finally {
      cancel();
      source.return?.(undefined)?.catch(() => undefined);
    }
  };
  // It ended before all that was asked for, which fills no answer either.
  return { dockets: dockets(), isCut: () => height <= range.toHeight && bytes < range.bytesMax };
}

function rangeFrom(registerId: string, from: number, to: number): DocketRange {
  const toHeight = Math.min(to, from + RANGE_DOCKETS_MAX - 1);
  return { registerId, fromHeight: from, toHeight, bytesMax: RANGE_BYTES_MAX };
}
