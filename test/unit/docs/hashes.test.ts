// The page on hashes (docs/hashes.md) is true: every worked vector in it is what the product computes, and the list of
// domains is the one of the product. The evidence file beside it verifies. With UPDATE_VECTORS=1 the blocks of the
// document and the file are written anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { verifyEvidence } from '../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { hashVectors, type Vector, vectorEvidence, vectorLedger } from '../../support/cells/hash-vectors.js';

const DOCUMENT = 'docs/hashes.md';
const EVIDENCE = 'docs/evidence-example.json';
const BLOCK = /```vector ([\w-]+)\n([\s\S]*?)```/g;

const textOf = (vector: Vector): string =>
  Object.entries(vector)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

describe('docs/hashes.md', () => {
  const vectors = hashVectors();
  const evidence = vectorEvidence();
  if (process.env.UPDATE_VECTORS === '1') {
    const text = readFileSync(DOCUMENT, 'utf8');
    const made = (name: string) => `\`\`\`vector ${name}\n${textOf(vectors[name] ?? {})}\`\`\``;
    writeFileSync(
      DOCUMENT,
      text.replaceAll(BLOCK, (_, name: string) => made(name)),
    );
    writeFileSync(EVIDENCE, `${JSON.stringify(evidence, null, 2)}\n`);
  }
  const document = readFileSync(DOCUMENT, 'utf8');

  it('has every vector as the product computes it, and no other (UPDATE_VECTORS=1 writes them)', () => {
    const found = [...document.matchAll(BLOCK)].map(([, name, text]) => [name, text] as const);
    expect(found.map(([name]) => name).sort()).to.deep.equal(Object.keys(vectors).sort());
    for (const [name, text] of found) expect(text, name).to.equal(textOf(vectors[name as string] as Vector));
  });

  it('lists the domains of the tagged hash, all of them', () => {
    const source = readFileSync('core/base/hash.ts', 'utf8');
    const union = /export type HashKind =([\s\S]*?);/.exec(source)?.[1] ?? '';
    const kinds = [...union.matchAll(/'([\w-]+)'/g)].map(([, kind]) => kind);
    const listed = [...document.matchAll(/^\| `([\w-]+)` \| /gm)].map(([, kind]) => kind);
    expect(kinds.length).to.be.greaterThan(20);
    expect(kinds.filter((kind) => !listed.includes(kind))).to.deep.equal([]);
  });

  it('comes with evidence that is valid under the head which it names', () => {
    const file = JSON.parse(readFileSync(EVIDENCE, 'utf8'));
    expect(file).to.deep.equal(evidence);
    const { hash, height } = vectorLedger().state;
    const known = { head: { hash, height } };
    expect(verifyEvidence(file, verifySync, known)).to.include({ verdict: 'valid' });
    expect(document).to.contain(`${hash}@${height}`);
  });
});
