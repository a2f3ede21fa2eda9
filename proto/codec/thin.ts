// Proposals on the wire without the bodies that the other end has already: in the place of such a transaction stand the
// 32 bytes of its SHA-256, and no transaction is that short. The receiver reads a whole proposal or nothing; whether
// the docket is the one that its header commits to is for it to judge.
import { uuidToBytes } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { DOCKET_BYTES_MAX } from '../../core/base/limits/ledger/transactions.js';
import type { Message } from '../../core/consensus/types.js';
import type { Frame } from '../../core/mesh/frames.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Thin as WireThin } from '../gen/peer/v1/peer.js';
import { messageToWire, readConsensusMessage } from './consensus.js';
import { bytesOf, type DecodeTransaction, docketReader } from './docket.js';
import type { FieldReader } from './field-reader.js';

export type ProposalFrame = Extract<Frame, { readonly type: 'consensus' }> & {
  readonly message: Extract<Message, { readonly type: 'proposal' }>;
};

export interface ThinFrame {
  readonly type: 'thin';
  /** The number by which `again` names it. */
  readonly id: number;
  /** Null when a body is not here. */
  readonly frame: ProposalFrame | null;
  /** Of the bodies that were left out. */
  readonly bytes: number;
}

/** The transaction whose bytes have this SHA-256, if it is here. */
export type FindTransaction = (hash: Uint8Array) => Transaction | undefined;

export interface Thinning {
  /** Unsigned, 32 bits. */
  readonly id: number;
  /** Whether the other end has the body. */
  has(tx: Transaction): boolean;
}

const REFERENCE_BYTES = 32;

export function thinToWire({ registerId, message }: ProposalFrame, { id, has }: Thinning): WireThin {
  const { proposal } = message;
  const { transactions } = proposal.docket;
  const wire = messageToWire({
    ...message,
    proposal: { ...proposal, docket: { ...proposal.docket, transactions: [] } },
  });
  const inside = wire.message?.$case === 'proposal' ? wire.message.value.docket : undefined;
  if (inside) inside.transactions = transactions.map((tx) => (has(tx) ? (sha256(tx.bytes) as Buffer) : bytesOf(tx)));
  return { registerId: uuidToBytes(registerId) as Buffer, message: wire, id };
}

export interface Bodies {
  readonly decode: DecodeTransaction;
  readonly find: FindTransaction;
}

/**
 * A proposal with the bodies put back, of at most DOCKET_BYTES_MAX together: counted before anything is done with them.
 */
export function readThin(reader: FieldReader, wire: WireThin, { decode, find }: Bodies): ThinFrame | undefined {
  const { id } = wire;
  const registerId = reader.registerId(wire.registerId, '/thin');
  const value = wire.message?.message;
  if (value?.$case !== 'proposal') return reader.missing('/thin', 'message/proposal');
  const here: (Transaction | undefined)[] = [];
  let [bytes, all] = [0, 0];
  for (const item of value.value.docket?.transactions ?? []) {
    const isLeftOut = item.length === REFERENCE_BYTES;
    const tx = isLeftOut ? find(item) : undefined;
    // A body that was found may be of a register that the sender knows nothing of: it learns no more than that it must
    // send the body.
    if (isLeftOut && tx?.header.registerId !== registerId) return { type: 'thin', id, frame: null, bytes: 0 };
    bytes += tx?.bytes.length ?? 0;
    all += tx?.bytes.length ?? item.length;
    if (all > DOCKET_BYTES_MAX) {
      reader.refuse(issue('FRAME_TOO_LARGE', '/thin/message', 'The bodies are more than a docket may hold.'));
      return undefined;
    }
    here.push(tx);
  }
  // In the order of the list, each once.
  let next = 0;
  const readDocket = docketReader(reader, (body) => here[next++] ?? decode(body));
  const message = readConsensusMessage(reader, wire.message, { at: '/thin/message', readDocket });
  if (message?.type !== 'proposal') return undefined;
  return { type: 'thin', id, frame: { type: 'consensus', registerId, message }, bytes };
}
