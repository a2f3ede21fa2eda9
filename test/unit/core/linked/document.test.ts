// Documents of linked data beside those who read them: jsonld in safe mode and jsonld-streaming-parser find the same
// quads, and the canonical form is that of rdf-canonize and, in test/vectors/linked-data, of rdfjs-c14n.
import { expect } from 'chai';
import { DOCKET, TRANSACTION } from '../../../../api/examples/ledger.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { isFailure } from '../../../../core/base/result.js';
import { canonicalQuads } from '../../../../core/linked/canonical-quads.js';
import {
  canonicalDocument,
  canonicalInPieces,
  linkedDocument,
  type NamedNode,
  quadsOf,
} from '../../../../core/linked/document.js';
import { docketNode, transactionNode } from '../../../../core/linked/ledger-forms.js';
import { canonicalByJsonld, ORIGIN, quadsByN3, quadsByStreaming } from '../../../support/cells/linked-data.js';
import { vectorLines } from '../../../vectors/lines.js';
import { THINGS } from './things.js';

interface Golden {
  readonly name: string;
  readonly document: object;
  readonly canonical: string;
}

const GOLDEN = vectorLines<Golden>('linked-data/documents.jsonl');

const documentOf = (node: NamedNode) => JSON.parse(JSON.stringify(linkedDocument(node, ORIGIN))) as object;

function canonicalOf(node: NamedNode): string {
  const text = canonicalDocument(node);
  return isFailure(text) ? text.issue.code : text;
}

describe('documents of linked data', () => {
  for (const [name, node] of Object.entries(THINGS)) {
    it(`mean the same to jsonld in safe mode: ${name}`, async () => {
      expect(canonicalOf(node)).to.equal(await canonicalByJsonld(documentOf(node)));
    });

    it(`mean the same to jsonld-streaming-parser and n3: ${name}`, async () => {
      const theirs = await quadsByStreaming(documentOf(node));
      expect(theirs).to.have.length(quadsOf(node).length);
      expect(canonicalQuads(theirs)).to.equal(canonicalOf(node));
      expect(canonicalQuads(quadsByN3(canonicalOf(node)))).to.equal(canonicalOf(node));
    });
  }

  it('are those of the golden file, and their canonical form is that of rdfjs-c14n', () => {
    expect(GOLDEN.map(({ name }) => name)).to.deep.equal(Object.keys(THINGS));
    for (const { name, document, canonical } of GOLDEN) {
      expect(documentOf(THINGS[name] as NamedNode), name).to.deep.equal(document);
      expect(canonicalOf(THINGS[name] as NamedNode), name).to.equal(canonical);
    }
  });

  it('name no node that a party wrote, and no term of its', () => {
    for (const [name, node] of Object.entries(THINGS)) {
      const names = quadsOf(node).flatMap(({ subject, predicate, object }) => [subject, predicate, object]);
      const ours =
        /^(?:did:quorate:|urn:quorate:|https:\/\/quorate\.dev\/contexts\/blockchain\/v1#\w+$|http:\/\/purl\.org\/dc\/terms\/|http:\/\/www\.w3\.org\/)/;
      const others = names.filter(({ kind, value }) => kind === 'iri' && !ours.test(value));
      expect(others, name).to.deep.equal([]);
      expect(names.some(({ value }) => value.includes('urn:evil'))).to.equal(!['transaction', 'docket'].includes(name));
    }
  });

  it('keep a member that is called as the prototype is', () => {
    const metaData = JSON.parse('{"__proto__":{"@context":"http://evil.example"}}') as object;
    expect(canonicalOf(transactionNode({ ...TRANSACTION, metaData }))).to.contain('__proto__');
  });

  it('are refused as canonical form where too many parts look alike, before it costs much', () => {
    const same = (count: number) =>
      canonicalOf(transactionNode({ ...TRANSACTION, recipientsWallets: Array(count).fill('qr1') }));
    expect(same(10)).to.contain('c14n9');
    const before = performance.now();
    expect(same(200)).to.equal('LINKED_TOO_COSTLY');
    expect(performance.now() - before).to.be.below(2000);
  });

  it('of a large docket are put in order in pieces, with the same result', () => {
    const transactionIds = Array.from({ length: 1000 }, (_, at) => sha256Hex(String(at)));
    const node = docketNode({ ...DOCKET, transactionIds });
    const pieces = canonicalInPieces(node);
    let [count, step] = [1, pieces.next()];
    for (; !step.done; count++) step = pieces.next();
    expect(count).to.be.above(10);
    expect(step.value).to.equal(canonicalOf(node));
  });

  it('hold a member without a term for a fault of the program', () => {
    const node = { '@type': 'Register', '@id': 'urn:x', unheardOf: 1 } as const;
    expect(() => canonicalOf(node)).to.throw('unheardOf is a term of linked data');
  });
});
