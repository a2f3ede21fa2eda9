// Readers of linked data that others wrote, each with the contexts of this program alone: a document that asks for
// another one fails its test.
import jsonld from 'jsonld';
import { JsonLdParser } from 'jsonld-streaming-parser';
import type { Term, Quad as TheirQuad } from 'n3';
import { Parser } from 'n3';
import type { Quad, RdfNode } from '../../../core/linked/quads.js';
import { CONTEXT, CONTEXT_PATH } from '../../../core/linked/terms.js';

interface Jsonld {
  canonize(
    document: object,
    options: {
      readonly algorithm: string;
      readonly format: string;
      readonly safe: boolean;
      readonly documentLoader: (url: string) => Promise<object>;
    },
  ): Promise<string>;
}

/** Where the tests say that the node is. */
export const ORIGIN = 'https://node.example';

export function onlyOwnContext(url: string) {
  if (url !== ORIGIN + CONTEXT_PATH) return Promise.reject(new Error(`${url} was asked for`));
  return Promise.resolve({ document: JSON.parse(CONTEXT) as object, documentUrl: url, contextUrl: null } as const);
}

/** Canonical N-Quads by jsonld and rdf-canonize; throws where a member of the document has no meaning. */
export function canonicalByJsonld(document: object): Promise<string> {
  return (jsonld as Jsonld).canonize(document, {
    ...{ algorithm: 'RDFC-1.0', format: 'application/n-quads' },
    safe: true,
    documentLoader: onlyOwnContext,
  });
}

/** The quads that jsonld-streaming-parser finds. */
export function quadsByStreaming(document: object): Promise<readonly Quad[]> {
  const quads: Quad[] = [];
  const parser = new JsonLdParser({
    documentLoader: { load: async (url) => (await onlyOwnContext(url)).document as never },
  });
  return new Promise((resolve, reject) => {
    parser.on('data', (quad) => quads.push(quadOf(quad as unknown as TheirQuad)));
    parser.on('error', reject);
    parser.on('end', () => resolve(quads));
    parser.write(JSON.stringify(document));
    parser.end();
  });
}

/** N-Quads as n3 reads them. */
export function quadsByN3(text: string): readonly Quad[] {
  return new Parser({ format: 'N-Quads' }).parse(text).map(quadOf);
}

function quadOf({ subject, predicate, object, graph }: TheirQuad): Quad {
  return {
    subject: termOf(subject) as RdfNode,
    predicate: termOf(predicate) as RdfNode,
    object: termOf(object),
    ...(graph.termType !== 'DefaultGraph' && { graph: termOf(graph) as RdfNode }),
  };
}

function termOf({ termType, value, language, datatype }: Term): Quad['object'] {
  if (termType === 'NamedNode') return { kind: 'iri', value };
  if (termType === 'BlankNode') return { kind: 'blank', value };
  return { kind: 'literal', value, datatype: datatype.value, ...(language !== '' && { language }) };
}
