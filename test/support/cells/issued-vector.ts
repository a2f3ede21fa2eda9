// The vector of sealed copies in docs/hashes.md: leaves of both formats, the root of a tree of them, and a path.
import { fromHex, toBase64Url, toHex, utf8 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { canonical } from '../../../core/base/json.js';
import { inclusionPath, merkleRoot } from '../../../core/base/merkle.js';
import { mdocLeaf, sdJwtLeaf } from '../../../core/credentials/issuance/leaf.js';

const UNTIL_MS = Date.parse('2030-03-17T17:46:40.000Z');

/** Three copies of a credential of one claim, and the leaf of an mdoc. */
export function issuedVector(): Readonly<Record<string, string>> {
  const clear = { exp: UNTIL_MS / 1000, vct: 'urn:x' };
  const digestsOf = (...texts: readonly string[]) => texts.map((text) => toBase64Url(sha256(utf8(text)))).sort();
  const copies = [digestsOf('a0', 'b0'), digestsOf('a1', 'b1'), digestsOf('a2', 'b2')];
  const leaves = copies.map((digests) => sdJwtLeaf(clear, digests));
  const digests = new Map([['org.example.1', new Map([[0, fromHex('05'.repeat(32))]])]]);
  return {
    'clear claims': canonical(clear),
    digests: (copies[0] as readonly string[]).join(' '),
    'leaf 0': toHex(leaves[0] as Uint8Array),
    'leaf 1': toHex(leaves[1] as Uint8Array),
    'leaf 2': toHex(leaves[2] as Uint8Array),
    root: toHex(merkleRoot(leaves)),
    'path of copy 1': inclusionPath(leaves, 1).map(toBase64Url).join(' '),
    docType: 'org.example.permit',
    validUntil: '2030-03-17T17:46:40Z',
    'digest 0 of org.example.1': toBase64Url(fromHex('05'.repeat(32))),
    'leaf of the mdoc': toHex(mdocLeaf({ docType: 'org.example.permit', validUntilMs: UNTIL_MS, digests })),
  };
}
