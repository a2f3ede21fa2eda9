// Node descriptors and hellos between wire and core. Sizes are checked here; signature, times and form of a descriptor
// are checkDescriptor's.
import { fromHex } from '../../core/base/bytes.js';
import type { Issue } from '../../core/base/issue.js';
import { ID_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import type { Result } from '../../core/base/result.js';
import { ENDPOINT_LENGTH_MAX, MULTIADDR_LENGTH_MAX } from '../../core/mesh/descriptor.js';
import type { Hello } from '../../core/mesh/hello.js';
import type { NodeDescriptor } from '../../core/mesh/types.js';
import {
  ExchangePeersResponse,
  HelloRequest,
  HelloResponse,
  type NodeDescriptor as WireDescriptor,
  type Hello as WireHello,
} from '../gen/peer/v1/peer.js';
import { readVote, voteToWire } from './consensus.js';
import { type FieldReader, readMessage } from './field-reader.js';
import { CALL_BYTES_MAX } from './limits.js';
import { issueToWire } from './refusal.js';
import { descriptorsShape, helloAskShape } from './shapes.js';

const BOOT_ID = { max: 64, pattern: /^[0-9A-Za-z-]+$/ } as const;
/** Printable, because it is shown and logged. */
const SOFTWARE = { max: 64, pattern: /^[ -~]*$/ } as const;

/** The answer of ExchangePeers: at most DESCRIPTORS_MAX. */
export function encodeDescriptors(descriptors: readonly NodeDescriptor[]): Uint8Array {
  return ExchangePeersResponse.encode({ descriptors: descriptors.map(descriptorToWire) }).finish();
}

/** Issues as `readMessage`. */
export function decodeDescriptors(bytes: Uint8Array): Result<readonly NodeDescriptor[]> {
  return readMessage(bytes, {
    shape: descriptorsShape,
    bytesMax: CALL_BYTES_MAX.descriptors,
    parse: ExchangePeersResponse.decode,
    read: (reader, wire) =>
      wire.descriptors.flatMap((item, i) => readDescriptor(reader, item, `/descriptors/${i}`) ?? []),
  });
}

/** Issues as `readMessage`. */
export function decodeHelloAsk(bytes: Uint8Array): Result<Hello> {
  return readMessage(bytes, {
    shape: helloAskShape,
    bytesMax: CALL_BYTES_MAX.hello,
    parse: HelloRequest.decode,
    read: (reader, wire) => readHello(reader, wire.hello, '/hello'),
  });
}

/** The answer of the asked node: its own hello, or why it does not talk to the asker. */
export type HelloAnswer =
  | { readonly type: 'hello'; readonly hello: Hello }
  | { readonly type: 'refused'; readonly issue: Issue };

export function encodeHelloAnswer(answer: HelloAnswer): Uint8Array {
  return HelloResponse.encode({
    answer:
      answer.type === 'hello'
        ? { $case: 'hello', value: helloToWire(answer.hello) }
        : { $case: 'refusal', value: issueToWire(answer.issue) },
  }).finish();
}

export function helloToWire(hello: Hello): WireHello {
  const { descriptor, bootId, software, protocol, timeMs, votesSeen, rules, machine } = hello;
  return {
    descriptor: descriptorToWire(descriptor),
    bootId,
    software,
    protocol,
    timeMs: BigInt(timeMs),
    votesSeen: votesSeen.map(voteToWire),
    rules,
    machine: fromHex(machine) as Buffer,
  };
}

export function readHello(reader: FieldReader, wire: WireHello | undefined, at: string): Hello | undefined {
  if (wire === undefined) return reader.missing(at, '');
  const descriptor = readDescriptor(reader, wire.descriptor, `${at}/descriptor`);
  const votesSeen = wire.votesSeen.flatMap((vote) => readVote(reader, vote, `${at}/votesSeen`) ?? []);
  return (
    descriptor && {
      descriptor,
      bootId: reader.text(wire.bootId, { at, name: 'bootId' }, BOOT_ID),
      software: reader.text(wire.software, { at, name: 'software' }, SOFTWARE),
      protocol: wire.protocol,
      timeMs: reader.safe(wire.timeMs, at, 'timeMs'),
      votesSeen,
      rules: Math.max(1, wire.rules),
      machine: wire.machine.length === 0 ? '' : reader.hash(wire.machine, at, 'machine'),
    }
  );
}

export function descriptorToWire(descriptor: NodeDescriptor): WireDescriptor {
  return {
    peerId: descriptor.peerId,
    orgId: descriptor.orgId,
    tlsKeyHash: fromHex(descriptor.tlsKeyHash) as Buffer,
    consensusKey: fromHex(descriptor.consensusKey) as Buffer,
    endpoints: [...descriptor.endpoints],
    multiaddrs: [...descriptor.multiaddrs],
    seq: BigInt(descriptor.seq),
    notAfterMs: BigInt(descriptor.notAfterMs),
    signature: fromHex(descriptor.signature) as Buffer,
  };
}

export function readDescriptor(
  reader: FieldReader,
  wire: WireDescriptor | undefined,
  at: string,
): NodeDescriptor | undefined {
  if (wire === undefined) return reader.missing(at, '');
  const texts = (items: readonly string[], name: string, max: number): string[] =>
    items.map((item) => reader.text(item, { at, name }, { max }));
  return {
    peerId: reader.text(wire.peerId, { at, name: 'peerId' }, { max: ID_LENGTH_MAX }),
    orgId: reader.text(wire.orgId, { at, name: 'orgId' }, { max: ID_LENGTH_MAX }),
    tlsKeyHash: reader.hash(wire.tlsKeyHash, at, 'tlsKeyHash'),
    consensusKey: reader.hash(wire.consensusKey, at, 'consensusKey'),
    endpoints: texts(wire.endpoints, 'endpoints', ENDPOINT_LENGTH_MAX),
    multiaddrs: texts(wire.multiaddrs, 'multiaddrs', MULTIADDR_LENGTH_MAX),
    seq: reader.safe(wire.seq, at, 'seq'),
    notAfterMs: reader.safe(wire.notAfterMs, at, 'notAfterMs'),
    signature: reader.signature(wire.signature, at, 'signature'),
  };
}
