// RDF in memory (RDF 1.1 Concepts), and the one way to write it as N-Quads: canonical N-Quads of RDFC-1.0 section A.

export type RdfNode =
  | { readonly kind: 'iri'; readonly value: string }
  /** Its label without `_:`. */
  | { readonly kind: 'blank'; readonly value: string };

export interface Literal {
  readonly kind: 'literal';
  readonly value: string;
  readonly datatype: string;
  readonly language?: string;
}

export interface Quad {
  readonly subject: RdfNode;
  readonly predicate: RdfNode;
  readonly object: RdfNode | Literal;
  /** The default graph when absent. */
  readonly graph?: RdfNode;
}

export const XSD = 'http://www.w3.org/2001/XMLSchema#';
const XSD_STRING = `${XSD}string`;

export function iri(value: string): RdfNode {
  return { kind: 'iri', value };
}

/** A literal; of xsd:string where no datatype is stated. */
export function literal(value: string, datatype = XSD_STRING): Literal {
  return { kind: 'literal', value, datatype };
}

/** A line. `label` gives the label of a blank node. */
export function quadLine({ subject, predicate, object, graph }: Quad, label: (blank: string) => string): string {
  const resource = ({ kind, value }: RdfNode) => (kind === 'iri' ? `<${value}>` : `_:${label(value)}`);
  const end = graph === undefined ? '' : ` ${resource(graph)}`;
  const said = object.kind === 'literal' ? literalText(object) : resource(object);
  return `${resource(subject)} ${resource(predicate)} ${said}${end} .\n`;
}

function literalText({ value, datatype, language }: Literal): string {
  const quoted = RARE.test(value) ? `"${value.replace(ESCAPED, escapeSign)}"` : JSON.stringify(value);
  if (language !== undefined) return `${quoted}@${language}`;
  return datatype === XSD_STRING ? quoted : `${quoted}^^<${datatype}>`;
}

/** Characters that JSON escapes otherwise or not at all. Of all others the platform makes the same text, far faster. */
const RARE = /[\u0000-\u0007\u000b\u000e-\u001f\u007f\ufffe\uffff]/;
/** Control characters, the quotation mark, the backslash, and what XML 1.1 has not. */
const ESCAPED = /["\\\u0000-\u001f\u007f\ufffe\uffff]/g;

const SHORT: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function escapeSign(sign: string): string {
  return SHORT[sign] ?? `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** JavaScript orders by UTF-16 units, which is the order of code points but for signs above U+FFFF. */
export function byCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

const HIGH = /[\ud800-\uffff]/;

/** The list in the order of code points, by the platform where that is the same. */
export function inOrder(list: readonly string[]): readonly string[] {
  return list.some((name) => HIGH.test(name)) ? list.toSorted(byCodePoints) : list.toSorted();
}
