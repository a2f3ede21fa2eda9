// The other end of a link as a program that is no node: it says hello and then sends whatever a test wants, over real
// TLS with a real certificate.
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { toHex } from '../../../core/base/bytes.js';
import { signDescriptor } from '../../../core/mesh/descriptor.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { NodeDescriptor } from '../../../core/mesh/types.js';
import { LINK_PROTOCOL } from '../../../node/network/links/handshake.js';
import type { PeerChannel } from '../../../node/network/transport/client.js';
import { encodeFrame } from '../../../proto/codec/frame.js';
import { PeerMeshService } from '../../../proto/gen/peer/v1/peer.js';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import { channelOf } from './networks.js';
import { DAY_MS } from './pki.js';

interface Wrong {
  readonly tlsKeyHash?: string;
  readonly protocol?: number;
  readonly orgId?: string;
  readonly timeMs?: number;
  readonly rules?: number;
  readonly machine?: string;
}

/** The description of the node by itself, signed by its node key. */
export function describedBy(identity: NodeIdentity, wrong: Wrong = {}): NodeDescriptor {
  const { peerId, tls } = identity;
  const { tlsKeyHash = tls.keyHash, orgId = identity.orgId } = wrong;
  const about = { peerId, orgId, tlsKeyHash, consensusKey: toHex(identity.publicKey), endpoints: [], multiaddrs: [] };
  return signDescriptor({ ...about, seq: Date.now(), notAfterMs: Date.now() + DAY_MS }, identity.sign);
}

export function helloOf(identity: NodeIdentity, wrong: Wrong = {}): Buffer {
  const { protocol = LINK_PROTOCOL, timeMs = Date.now(), rules = 1, machine = '' } = wrong;
  const descriptor = describedBy(identity, wrong);
  const hello = {
    descriptor,
    bootId: 'raw',
    software: 'raw',
    protocol,
    timeMs,
    votesSeen: [],
    rules,
    machine,
  };
  return Buffer.from(encodeFrame({ type: 'hello', hello }));
}

export interface RawLink {
  readonly identity: NodeIdentity;
  readonly channel: PeerChannel;
  readonly call: ClientDuplexStream<Buffer, Buffer>;
  readonly got: Buffer[];
  ended(): { readonly error: unknown } | undefined;
  send(frame: Frame | { readonly type: 'descriptor'; readonly descriptor: NodeDescriptor }): void;
}

/** Connects to `address` and opens the stream of a link; `first` makes the first frame, if there is to be one. */
export async function rawLink(
  identity: NodeIdentity,
  address: string,
  first?: (identity: NodeIdentity) => Buffer,
): Promise<RawLink> {
  const channel = channelOf(identity, address);
  await channel.ready(5000);
  const call = channel.duplex(PeerMeshService.link);
  const got: Buffer[] = [];
  let ended: { readonly error: unknown } | undefined;
  call.on('data', (bytes: Buffer) => got.push(bytes));
  call.on('error', (error) => {
    ended = { error };
  });
  call.on('end', () => {
    ended ??= { error: undefined };
  });
  if (first) call.write(first(identity));
  const send: RawLink['send'] = (frame) => void call.write(Buffer.from(encodeFrame(frame)));
  return { identity, channel, call, got, ended: () => ended, send };
}
