// Copies of credentials that an Issuance seals: their leaves, the root and the paths. UPDATE_VECTORS=1 writes the file
// anew; test/contract/python/issued.test.ts has another program look at it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { fromBase64Url, toBase64Url, toHex, utf8 } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import type { JsonObject } from '../../core/base/json.js';
import { inclusionPath, merkleRoot } from '../../core/base/merkle.js';
import { mdocLeaf, sdJwtLeaf } from '../../core/credentials/issuance/leaf.js';
import { linkProblem } from '../../core/credentials/issuance/link.js';

const PATH = 'test/vectors/issued.json';
const UNTIL_MS = Date.parse('2030-03-17T17:46:40.000Z');
const TX = 'did:quorate:register:6f9619ff-8b86-4d01-b42d-00cf4fc964ff/tx/abcd';
const digestOf = (text: string): string => toBase64Url(sha256(utf8(text)));

interface Case {
  readonly name: string;
  readonly payload?: JsonObject;
  readonly docType?: string;
  /** Of each copy: texts whose hashes stand for digests. */
  readonly copies: readonly (readonly string[])[];
}

const CASES: readonly Case[] = [
  { name: 'one copy', payload: { exp: 1900000000, vct: 'urn:x' }, copies: [['a0', 'b0']] },
  {
    name: 'claims in the clear, and members that no leaf covers',
    payload: {
      ...{ iss: 'https://office.example', iat: 1, cnf: {}, status: {}, _sd: ['x'], _sd_alg: 'sha-256', vct: 'urn:é' },
      ...{ nbf: 3, open: { a: [1.5, null], _sd: ['y'] } },
    },
    copies: [[], ['c'], ['d', 'e', 'f']],
  },
  { name: 'an mdoc', docType: 'org.example.permit', copies: [['a'], ['b'], ['c'], ['d'], ['e']] },
];

function made({ name, payload, docType, copies }: Case) {
  const shown = copies.map((texts) => texts.map(digestOf));
  const leaves = shown.map((digests) => {
    if (payload) return sdJwtLeaf(payload, digests);
    const ids = new Map(digests.map((digest, id) => [id, fromBase64Url(digest) as Uint8Array]));
    return mdocLeaf({ docType: docType as string, validUntilMs: UNTIL_MS, digests: new Map([['org.example.1', ids]]) });
  });
  return {
    ...{ name, ...(payload ? { payload } : { docType: docType as string, validUntil: '2030-03-17T17:46:40Z' }) },
    digests: shown,
    leaves: leaves.map(toHex),
    root: toHex(merkleRoot(leaves)),
    paths: leaves.map((_, i) => inclusionPath(leaves, i).map(toBase64Url)),
  };
}

describe('vectors: issued copies', () => {
  const vectors = CASES.map(made);
  if (process.env.UPDATE_VECTORS === '1') writeFileSync(PATH, `${JSON.stringify(vectors, null, 1)}\n`);

  it('are what the product makes (UPDATE_VECTORS=1 writes them)', () => {
    expect(JSON.parse(readFileSync(PATH, 'utf8'))).to.deep.equal(vectors);
  });

  it('have the worked example of the design', () => {
    const leaf = 'e40b2cd6a0b3a0aaa09dbce2d1ce1b52df099b32e174318939ef361f79cab241';
    expect(vectors[0]?.leaves).to.deep.equal([leaf]);
  });

  it('have paths that lead to the root, from their own place alone', () => {
    for (const { leaves, root, paths } of vectors)
      for (const [i, path] of paths.entries())
        for (const place of leaves.keys()) {
          const copy = { link: { tx: TX, i: place, path }, leaf: Buffer.from(leaves[i] as string, 'hex') };
          const problem = linkProblem(copy, { tx: TX, root, copies: leaves.length });
          expect(problem === undefined, `${i} at ${place}`).to.equal(place === i);
        }
  });
});
