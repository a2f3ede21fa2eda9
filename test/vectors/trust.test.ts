// Roots over what a register has pinned, with the proof of one entry each. UPDATE_VECTORS=1 writes the file anew;
// test/contract/python/trust.test.ts has another program look at it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { proofOf, trustRootAt } from '../../core/register/trust/as-of.js';
import { type PinEntry, sortedEntries, type TrustPin } from '../../core/register/trust/pin.js';
import { operation } from '../support/register/governance.js';
import { anchor, anchors, PinnedRows } from '../support/register/trust.js';

const PATH = 'test/vectors/trust.json';

const KEYS: readonly PinEntry[] = sortedEntries([
  { issuer: 'did:web:works.example', key: anchor('works') },
  { issuer: 'urn:quorate:6f9619ff-8b86-4d01-b42d-00cf4fc964ff', key: anchor('permits') },
]);
const EU: TrustPin = { listId: 'eu', kind: 'x509', sequence: 340, entries: anchors('a', 'b', 'c', 'd', 'e') };
const CY: TrustPin = {
  ...{ listId: 'eu/CY', kind: 'x509', sequence: 12, entries: anchors('f') },
  source: {
    sha256: anchor('bytes of the list'),
    issuedAt: '2026-09-01T00:00:00.000Z',
    nextUpdate: '2027-03-01T00:00:00.000Z',
    url: 'https://lists.example/cy.xml',
  },
  assurance: 'High',
};
const WORKS: TrustPin = { listId: 'works', kind: 'keys', sequence: 1, entries: KEYS };

interface Case {
  readonly name: string;
  readonly lists: readonly TrustPin[];
  readonly distrusted?: readonly string[];
  /** List and entry of the proof. */
  readonly proven?: readonly [string, PinEntry];
}

const CASES: readonly Case[] = [
  { name: 'nothing is pinned', lists: [] },
  { name: 'one list of one anchor', lists: [{ ...EU, entries: anchors('a') }], proven: ['eu', anchor('a')] },
  { name: 'anchors of an odd number', lists: [EU], proven: ['eu', EU.entries.at(-1) as PinEntry] },
  { name: 'lists of both kinds', lists: [EU, CY, WORKS], proven: ['eu/CY', anchor('f')] },
  { name: 'a key under its name', lists: [EU, CY, WORKS], proven: ['works', KEYS[1] as PinEntry] },
  { name: 'an anchor is distrusted', lists: [EU, WORKS], distrusted: [anchor('c')], proven: ['eu', anchor('d')] },
  { name: 'all of a list is distrusted', lists: [EU, CY], distrusted: [anchor('f')] },
];

function made({ name, lists, distrusted = [], proven }: Case) {
  const rows = new PinnedRows();
  for (const pin of lists) expect(rows.act(operation('set-trust', pin)), name).to.equal('ok');
  if (distrusted.length > 0) expect(rows.act(operation('distrust', { hashes: distrusted })), name).to.equal('ok');
  const { view, height } = rows;
  const proof = proven && proofOf(view, { listId: proven[0], entry: proven[1], height });
  return { name, lists, distrusted, root: trustRootAt(view, height), ...(proof && { proof }) };
}

describe('vectors of what a register has pinned', () => {
  it('are what the product computes', () => {
    const all = CASES.map(made);
    // The formatter has the last word on how it is written.
    if (process.env.UPDATE_VECTORS) writeFileSync(PATH, `${JSON.stringify(all, undefined, 2)}\n`);
    expect(JSON.parse(readFileSync(PATH, 'utf8'))).to.deep.equal(JSON.parse(JSON.stringify(all)));
  });
});
