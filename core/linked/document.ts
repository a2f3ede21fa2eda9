// Documents of linked data: nodes with the members that terms.ts defines, as JSON-LD, as quads, and as the canonical
// N-Quads of these. A member without a term is a fault of ours and throws: what parties write is in literals of JSON
// alone, and can name no term, no node and no context.
import { assert } from '../base/assert.js';
import { canonical } from '../base/json.js';
import type { Result } from '../base/result.js';
import { canonicalQuads, type Pieces, quadsInPieces } from './canonical-quads.js';
import { iri, literal, type Quad, type RdfNode } from './quads.js';
import { CONTEXT_PATH, LINKED_TERMS, type LinkedType, RDF, type Term, VOCABULARY } from './terms.js';

/** `@id` is absent in a collection alone. Members that are undefined are left out. */
export interface LinkedNode {
  readonly '@type': LinkedType;
  readonly '@id'?: string;
  readonly [member: string]: unknown;
}

/** A node with a name, which has a canonical form. */
export type NamedNode = LinkedNode & { readonly '@id': string };

/** The document of one node, or of several that stand beside each other. */
export function linkedDocument(given: LinkedNode | readonly LinkedNode[], publicUrl: string): object {
  const context = { '@context': contextUrl(publicUrl) };
  return isList(given) ? { ...context, '@graph': given } : { ...context, ...given };
}

/** At the node that answers, where each reader of its answers can fetch it. Its terms have permanent names. */
function contextUrl(publicUrl: string): string {
  return `${publicUrl}${CONTEXT_PATH}`;
}

function isList(given: LinkedNode | readonly LinkedNode[]): given is readonly LinkedNode[] {
  return Array.isArray(given);
}

/** The canonical N-Quads (RDFC-1.0) of the document of a node; LINKED_TOO_COSTLY. */
export function canonicalDocument(node: NamedNode): Result<string> {
  return canonicalQuads(quadsOf(node));
}

/** The same, for nodes of any size. */
export function canonicalInPieces(node: NamedNode): Pieces<Result<string>> {
  return quadsInPieces(quadsOf(node));
}

/** The quads that the document of a node means. */
export function quadsOf(node: NamedNode): readonly Quad[] {
  const quads: Quad[] = [];
  addNode(quads, node);
  return quads;
}

const TYPE = iri(`${RDF}type`);
const [FIRST, REST, NIL] = [iri(`${RDF}first`), iri(`${RDF}rest`), iri(`${RDF}nil`)];

function addNode(quads: Quad[], node: NamedNode): RdfNode {
  const { '@id': id, '@type': type, ...members } = node;
  const subject = iri(id);
  quads.push({ subject, predicate: TYPE, object: iri(`${VOCABULARY}${type}`) });
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue;
    const term = LINKED_TERMS.get(name);
    assert(term !== undefined, `${name} is a term of linked data`);
    const predicate = iri(term.iri);
    for (const object of objectsOf(quads, term, value)) quads.push({ subject, predicate, object });
  }
  return subject;
}

function objectsOf(quads: Quad[], { kind, datatype }: Term, value: unknown): readonly Quad['object'][] {
  switch (kind) {
    case 'json':
      return [literal(canonical(value), `${RDF}JSON`)];
    case 'link':
      return [iri(value as string)];
    case 'node':
      return (Array.isArray(value) ? (value as readonly NamedNode[]) : [value as NamedNode]).map((item) =>
        addNode(quads, item),
      );
    case 'list':
      return [addList(quads, value as readonly string[])];
    case 'text':
      return [literal(String(value), datatype)];
  }
}

function addList(quads: Quad[], items: readonly string[]): RdfNode {
  const blank = (): RdfNode => ({ kind: 'blank', value: `b${quads.length}` });
  let rest = NIL;
  for (const item of items.toReversed()) {
    const head = blank();
    quads.push(
      { subject: head, predicate: FIRST, object: literal(item) },
      { subject: head, predicate: REST, object: rest },
    );
    rest = head;
  }
  return rest;
}
