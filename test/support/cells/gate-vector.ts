// The vector of a gate in docs/hashes.md: the bytes of each part stand there, so that an outsider recomputes it.
import { fromHex, toHex, utf8 } from '../../../core/base/bytes.js';
import { canonical } from '../../../core/base/json.js';
import { nonceOf, plainDataRoot, useOf, verifiedDigest } from '../../../core/credentials/gate/bytes.js';

/** The gate `licence` of an action with a place and a root of its data, and of one in the clear. */
export function gateVector(): Readonly<Record<string, string>> {
  const place = fromHex('9a5a27f2d1b97a2301b8bba955bebd45f769cad8f15694e8522f8aa7870d66d4');
  const dataRoot = fromHex('e343d78745d712ffa49c2f183bb2fb273cef2311706e154003ee6b3f6de613cb');
  const challenge = fromHex('03'.repeat(32));
  const payload = { '@gate': { licence: {} }, amount: 1000.5 };
  const root = fromHex('04'.repeat(32));
  const trust = 'ab'.repeat(32);
  const statement = { asOf: 812, at: '2026-11-28T13:00:00.000Z', id: 'licence', trust };
  return {
    place: toHex(place),
    dataRoot: toHex(dataRoot),
    challenge: toHex(challenge),
    id: 'licence',
    nonce: nonceOf({ place, dataRoot }, challenge, 'licence'),
    'payload in the clear': canonical(payload),
    'its dataRoot': toHex(plainDataRoot(payload)),
    signed: 'eyJ.e30.AA',
    scope: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    use: useOf('6f9619ff-8b86-4d01-b42d-00cf4fc964ff', utf8('eyJ.e30.AA')),
    'root of the envelope': toHex(root),
    statement: canonical(statement),
    'signed by the verifier': toHex(verifiedDigest({ place, root }, statement)),
  };
}
