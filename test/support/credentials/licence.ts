// A licence of an invented office, its holder, and a request that is answered: what a test then changes by one thing.
import { deflateSync } from 'node:zlib';
import { concat, fromBase64Url, fromHex, toBase64Url, utf8 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { TaggedItem } from '../../../core/credentials/cbor/value.js';
import type { Draft } from '../../../core/credentials/draft.js';
import type { MdocCells } from '../../../core/credentials/mdoc/cells.js';
import type { AskedBy } from '../../../core/credentials/mdoc/device-signed.js';
import {
  draftMdoc,
  type HeldMdoc,
  heldMdocOf,
  type MdocContent,
} from '../../../core/credentials/mdoc/issuer-signed.js';
import { draftPresentation } from '../../../core/credentials/mdoc/present.js';
import type { MdocQuestion, TrustedLeaf } from '../../../core/credentials/mdoc/presentation.js';
import { statusListOf } from '../../../core/credentials/status/bits.js';
import { draftStatusCwt, type StatusCwtContent } from '../../../core/credentials/status/cwt.js';
import { nistP256 } from '../../../core/crypto/signing/nist-p256.js';

const keyOf = (seed: string) => {
  const secret = nistP256.generate(sha256(seed));
  return { secret, publicKey: nistP256.publicKeyOf(secret) };
};
export const OFFICE = keyOf('office');
export const HOLDER = keyOf('holder');
export const STRANGER = keyOf('stranger');
/** Signs status lists under the anchor of the office. */
export const LISTS = keyOf('lists');
export type Pair = typeof OFFICE;

export const AT = Date.parse('2026-11-28T13:00:00Z');
export const DAY = 24 * 60 * 60 * 1000;

export const CONTENT: MdocContent = {
  docType: 'org.example.licence.1',
  elements: {
    'org.example.licence': {
      name: 'Maria Garcia',
      number: 4711,
      expires: new TaggedItem(1004, '2030-01-01'),
      photo: fromHex('00ff'),
    },
    'org.example.extra': { trained: true, number: 12 },
  },
  deviceKey: HOLDER.publicKey,
  signedMs: AT - 2 * DAY,
  validFromMs: AT - DAY,
  validUntilMs: AT + DAY,
  chain: [utf8('office')],
};

export const ASKED: AskedBy = {
  clientId: 'x509_san_dns:node.example',
  nonce: 'WXZxr768rz9c7Dj6Z4ThbBOV46KXIAebZW7NE5nEH6E',
  responseUri: 'https://node.example/respond',
};

/** Certificates stand for their keys: the judge of paths is another one. */
const LEAVES = new Map<string, TrustedLeaf>([
  ['office', { publicKey: OFFICE.publicKey, anchor: 'state', notBeforeMs: AT - 10 * DAY, notAfterMs: AT + 10 * DAY }],
  ['lists', { publicKey: LISTS.publicKey, anchor: 'state', notBeforeMs: AT - 10 * DAY, notAfterMs: AT + 10 * DAY }],
  ['other', { publicKey: STRANGER.publicKey, anchor: 'else', notBeforeMs: AT - 10 * DAY, notAfterMs: AT + 10 * DAY }],
]);
export const chainOf = (name: 'office' | 'lists' | 'other' | 'unknown') => [utf8(name)];

export const QUESTION: MdocQuestion = {
  docTypes: [CONTENT.docType],
  claims: [
    { name: 'licence', path: ['org.example.licence', 'number'], values: [1, 4711] },
    { name: 'expires', path: ['org.example.licence', 'expires'] },
  ],
  binding: ASKED,
  atMs: AT,
  findIssuer: ({ chain: [leaf] }) => LEAVES.get(leaf === undefined ? '' : Buffer.from(leaf).toString()),
  status: 'closed',
};

export function signedBy<T>({ secret }: Pair, { toSign, finish }: Draft<T>): T {
  return finish(nistP256.sign(secret, sha256(toSign)));
}

/** Random bytes that are others each time, and the same in each run. */
export function dice(): (bytes: number) => Uint8Array {
  let throws = 0;
  return (bytes) => {
    const thrown = Array.from({ length: Math.ceil(bytes / 32) }, () => sha256(`throw ${++throws}`));
    return concat(...thrown).subarray(0, bytes);
  };
}

export function licence(change: Partial<MdocContent> = {}, signer: Pair = OFFICE): HeldMdoc {
  return heldMdocOf(signedBy(signer, draftMdoc({ ...CONTENT, ...change }, dice())));
}

export const SHOWN = ['number', 'expires'];

export function presented(held: HeldMdoc, asked: AskedBy = ASKED, holder: Pair = HOLDER): MdocCells {
  return signedBy(
    holder,
    draftPresentation(held, asked, (_, name) => SHOWN.includes(name)),
  );
}

export function bytesOf(cell: string): Uint8Array {
  return fromBase64Url(cell)!;
}

export const PLACE = { uri: 'https://office.example/lists/1', index: 5 };

interface StatusChange extends Partial<StatusCwtContent> {
  readonly signer?: Pair;
  /** The status at the place of the licence. */
  readonly status?: number;
}

/** A status token of the list, an hour old, as the cell has it. */
export function statusToken({ signer = LISTS, status = 0, ...change }: StatusChange = {}): string {
  const content = {
    ...{ uri: PLACE.uri, issuedAtSeconds: AT / 1000 - 3600, expiresAtSeconds: AT / 1000 + 3600, ttlSeconds: 300 },
    ...{ list: statusListOf(2, 16, [[PLACE.index, status]]), chain: chainOf('lists') },
    ...change,
  };
  return toBase64Url(
    signedBy(
      signer,
      draftStatusCwt(content, (bytes) => deflateSync(bytes)),
    ),
  );
}
