// The gossiped catalogue of a node between bytes and core. Its signatures are checked by the receiver
// (core/mesh/catalogue.ts), nothing here.
import { fromHex, uuidToBytes } from '../../core/base/bytes.js';
import type { Result } from '../../core/base/result.js';
import type { Catalogue } from '../../core/mesh/catalogue.js';
import { Catalogue as CatalogueMessage } from '../gen/peer/v1/peer.js';
import { readMessage } from './field-reader.js';
import { descriptorToWire, readDescriptor } from './hello.js';
import { GOSSIP_CATALOGUE_BYTES_MAX } from './limits.js';
import { catalogueNoticeShape } from './shapes.js';
import { advertToWire, readAdvert } from './sync.js';

export function encodeCatalogueNotice({ descriptor, adverts, withdrawn, seq, signature }: Catalogue): Uint8Array {
  return CatalogueMessage.encode({
    descriptor: descriptorToWire(descriptor),
    adverts: adverts.map(advertToWire),
    withdrawn: withdrawn.map((registerId) => uuidToBytes(registerId) as Buffer),
    seq: BigInt(seq),
    signature: fromHex(signature) as Buffer,
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeCatalogueNotice(bytes: Uint8Array): Result<Catalogue> {
  return readMessage(bytes, {
    shape: catalogueNoticeShape,
    bytesMax: GOSSIP_CATALOGUE_BYTES_MAX,
    parse: CatalogueMessage.decode,
    read: (reader, wire) => {
      const descriptor = readDescriptor(reader, wire.descriptor, '/descriptor');
      return (
        descriptor && {
          descriptor,
          adverts: wire.adverts.map((advert, i) => readAdvert(reader, advert, `/adverts/${i}`)),
          withdrawn: wire.withdrawn.map((id) => reader.registerId(id, '', 'withdrawn')),
          seq: reader.safe(wire.seq, '', 'seq'),
          signature: reader.signature(wire.signature, '', 'signature'),
        }
      );
    },
  });
}
