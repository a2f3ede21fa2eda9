// The answers to a peer that asks: dockets of a range, all that it may read. It is never given anything of a split
// chain above the last common docket. A former member is given what its own rosters decided; and encrypted chunks of
// files of the registers that it may read. It judges nothing that it sends.
import { type Issue, issue } from '../../../core/base/issue.js';
import { RANGE_BYTES_MAX, RANGE_DOCKETS_MAX, RANGE_HEADERS_MAX } from '../../../core/base/limits/node/replication.js';
import type { Clock } from '../../../core/base/ports.js';
import { yieldToLoop } from '../../../core/base/queues/yield-to-loop.js';
import { fail, type Result } from '../../../core/base/result.js';
import { filesOf } from '../../../core/envelope/envelope.js';
import type { ChunkAsk, DocketRange } from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { SealedDocket } from '../../../core/model/register.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { SharedFiles } from '../../files/ports.js';
import type { Rosters } from '../peers/rosters.js';
import type { MeshLedger } from '../ports.js';

/** Of a row or two each. */
const HEADERS_A_TURN = 32;

export interface RangeAnswerPorts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly chain: Pick<ChainStore, 'iterate' | 'docket'>;
  readonly ledger: Pick<MeshLedger, 'register' | 'forks'>;
  readonly rosters: Pick<Rosters, 'mayRead' | 'mayReadUntil'>;
}

export interface ChunkPorts {
  readonly chain: Pick<ChainStore, 'transaction'>;
  readonly files: Pick<SharedFiles, 'own' | 'isClaimed' | 'isAwaited'>;
  readonly ledger: Pick<MeshLedger, 'register'>;
  readonly rosters: Pick<Rosters, 'mayRead' | 'isSeated'>;
}

/**
 * A chunk that an action of the register names, with the hash that was asked for: a sealed one, or for a member one
 * that was submitted here. Issues: REGISTER_NOT_FOUND for what the peer may not know of, NODE_UNAVAILABLE while this
 * node still expects it of the sender, and FILE_CHUNK_UNAVAILABLE.
 */
export async function chunkFor(
  { chain, files, ledger, rosters }: ChunkPorts,
  { peerId }: Pick<Peer, 'peerId'>,
  ask: ChunkAsk,
): Promise<Result<Uint8Array>> {
  const { registerId, txId, hash } = ask;
  const record = ledger.register(registerId);
  if (!record || !rosters.mayRead(record, peerId)) return fail(registerNotFound());
  const sealed = chain.transaction(record.reg, txId);
  const isNamed = sealed
    ? filesOf(sealed.transaction).some((file) => file.chunks.includes(hash))
    : rosters.isSeated(registerId, peerId) && files.isClaimed(ask);
  const value = isNamed ? await files.own(hash) : undefined;
  if (value) return value;
  if (isNamed && files.isAwaited(ask))
    return fail(
      issue('NODE_UNAVAILABLE', '', 'This node still waits for the chunk from the node that sent the action.'),
    );
  return fail(issue('FILE_CHUNK_UNAVAILABLE', '', 'This node does not have the chunk.'));
}

/** REGISTER_NOT_FOUND for what the peer may not know of: it looks as if it were not here. */
export function rangeFor(
  ports: RangeAnswerPorts,
  peerId: string,
  range: DocketRange,
): Result<AsyncIterable<SealedDocket>> {
  const record = ports.ledger.register(range.registerId);
  const last = record && lastFor(ports, record, peerId);
  if (!record || last === undefined) return fail(registerNotFound());
  const given = { ...range, toHeight: Math.min(range.toHeight, last) };
  return given.only === undefined ? dockets(ports, record, given) : headers(ports, record, given);
}

/** The highest docket that the peer may have; undefined when it may have none. */
function lastFor({ rosters }: RangeAnswerPorts, record: RegisterRecord, peerId: string): number | undefined {
  return rosters.mayRead(record, peerId) ? Number.POSITIVE_INFINITY : rosters.mayReadUntil(record, peerId);
}

async function* dockets(
  ports: RangeAnswerPorts,
  record: RegisterRecord,
  range: DocketRange,
): AsyncGenerator<SealedDocket> {
  const last = Math.min(range.toHeight, range.fromHeight + RANGE_DOCKETS_MAX - 1);
  let bytes = 0;
  for await (const sealed of ports.chain.iterate(record.reg, range.fromHeight)) {
    const { height } = sealed.docket.header;
    if (height > last || isSplit(ports, record.id, height)) return;
    yield sealed;
    bytes += sealed.docket.header.bytes;
    if (bytes >= Math.min(range.bytesMax, RANGE_BYTES_MAX)) return;
  }
}

/** Headers without the bodies, which are not read either; other works have their turn between them. */
async function* headers(
  ports: RangeAnswerPorts,
  record: RegisterRecord,
  range: DocketRange,
): AsyncGenerator<SealedDocket> {
  const last = Math.min(range.toHeight, range.fromHeight + RANGE_HEADERS_MAX - 1);
  for (let height = range.fromHeight; height <= last && !isSplit(ports, record.id, height); height++) {
    const stored = ports.chain.docket(record.reg, height);
    if (!stored) return;
    const { hash, header, certificate } = stored;
    const signatures = range.only === 'signed-headers' ? certificate.signatures : [];
    yield { docket: { hash, header, transactions: [], annex: [] }, certificate: { ...certificate, signatures } };
    if ((height - range.fromHeight) % HEADERS_A_TURN === HEADERS_A_TURN - 1) await yieldToLoop(ports.clock);
  }
}

/** Above the last common docket of a split chain nothing is passed on. */
function isSplit({ ledger }: RangeAnswerPorts, registerId: string, height: number): boolean {
  return height >= (ledger.forks.forkHeight(registerId) ?? Number.POSITIVE_INFINITY);
}

function registerNotFound(): Issue {
  return issue('REGISTER_NOT_FOUND', '', 'There is no such register on this node.');
}
