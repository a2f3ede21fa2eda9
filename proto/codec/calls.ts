// The services as the transport sees them: method paths and raw bytes. The generated definitions would decode inside the transport, before any bound
// was checked; with these a handler gets the bytes and decodes them with the codecs of this folder.
import { PeerMeshService } from '../gen/peer/v1/peer.js';
import { ValidatorServiceService } from '../gen/validator/v1/validator.js';

interface Method {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
}

/** A method in the form of a grpc-js service definition, with bytes for requests and responses. */
export type RawMethod<M extends Method> = Pick<M, 'path' | 'requestStream' | 'responseStream'> & {
  readonly requestSerialize: (bytes: Uint8Array) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Buffer;
  readonly responseSerialize: (bytes: Uint8Array) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Buffer;
};

type RawService<S extends Readonly<Record<string, Method>>> = { readonly [K in keyof S]: RawMethod<S[K]> };

/** Link, Hello, StreamDockets, GetHeads, ListAdvertised, SubmitTransactions, AttestGenesis, ExchangePeers. */
export const PEER_MESH = rawService(PeerMeshService);
/** RequestVote, ValidateDocket, GetHealthStatus. */
export const VALIDATOR_SERVICE = rawService(ValidatorServiceService);

/** The body of a request that has no fields. */
export const EMPTY_ASK = new Uint8Array(0);

function rawService<S extends Readonly<Record<string, Method>>>(service: S): RawService<S> {
  const raw = Object.entries(service).map(([name, { path, requestStream, responseStream }]) => [
    name,
    {
      path,
      requestStream,
      responseStream,
      requestSerialize: asBuffer,
      requestDeserialize: same,
      responseSerialize: asBuffer,
      responseDeserialize: same,
    },
  ]);
  return Object.fromEntries(raw) as RawService<S>;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function same(bytes: Buffer): Buffer {
  return bytes;
}
