// Elements of an XML document by namespace and name, and refusals of what a document lacks. It follows no reference and
// resolves nothing.
import type { Document, Element, Node } from '@xmldom/xmldom';
import type { IssueCode } from '../../core/base/codes/table.js';
import { issue } from '../../core/base/issue.js';
import { type Failure, fail } from '../../core/base/result.js';

export type { Document, Element };

const ELEMENT = 1;
const ATTRIBUTE_PAGE = 'http://www.w3.org/2000/xmlns/';

/** A list that is not taken. It never leaves this folder. */
class RefusedList extends Error {
  readonly code: IssueCode;

  constructor(code: IssueCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** Throws where the list is not of its form. */
export function demand(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new RefusedList('TRUSTLIST_MALFORMED', reason);
}

/** Throws where the signature of the list is not one that counts. */
export function demandSigned(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new RefusedList('TRUSTLIST_SIGNATURE_INVALID', reason);
}

/** The value of `read`, or its refusal. */
export async function refusalsOf<T>(read: () => Promise<T>): Promise<T | Failure> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RefusedList)) throw error;
    return fail(issue(error.code, '', error.message));
  }
}

/** Elements directly below it, of a namespace and of a name if one is stated. */
export function childrenOf(parent: Element, namespace: string, name?: string): readonly Element[] {
  const children: Element[] = [];
  for (let node: Node | null = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== ELEMENT) continue;
    const element = node as Element;
    if (element.namespaceURI === namespace && (name === undefined || element.localName === name))
      children.push(element);
  }
  return children;
}

/**
 * The one child of the name, or undefined. Two where the form has one are refused: two readers could read two things.
 */
export function childOf(parent: Element, namespace: string, name: string): Element | undefined {
  const children = childrenOf(parent, namespace, name);
  demand(children.length < 2, `The element ${parent.localName} has ${children.length} elements ${name}.`);
  return children[0];
}

/** The elements at the end of a way of names below it; each name may be there several times. */
export function elementsAt(parent: Element, namespace: string, ...names: readonly string[]): readonly Element[] {
  return names.reduce<readonly Element[]>(
    (parents, name) => parents.flatMap((element) => childrenOf(element, namespace, name)),
    [parent],
  );
}

/** The text of the one child; undefined where there is none. Spaces at its ends do not count. */
export function textAt(parent: Element, namespace: string, name: string): string | undefined {
  return childOf(parent, namespace, name)?.textContent?.trim();
}

/** The element and all below it. */
export function* everyElement(element: Element): Iterable<Element> {
  yield element;
  for (let node: Node | null = element.firstChild; node !== null; node = node.nextSibling)
    if (node.nodeType === ELEMENT) yield* everyElement(node as Element);
}

const NAME = /^(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*$/;
/** The characters of a URI (RFC 3986) but the one that begins a reference of XML. */
const NAMESPACE = /^[\w.~:/?#[\]@!$'()*+,;=%-]*$/;

/**
 * Whether the attributes and namespaces of the element have names that a canonical form carries in one way. The library
 * writes a namespace without escapes, and knows a declaration by `xmlns:` anywhere in the name of an attribute. So a
 * namespace with a quote and a tag would hide signed text, and the form would be the signed one all the same.
 */
export function isPlainlyNamed({ attributes }: Element): boolean {
  for (let i = 0; i < attributes.length; i++) {
    const { name = '', value = '' } = attributes.item(i) ?? {};
    const isDeclaration = name === 'xmlns' || name.startsWith('xmlns:');
    if (!NAME.test(name) || (isDeclaration ? !NAMESPACE.test(value) : name.includes('xmlns'))) return false;
  }
  return true;
}

/** Values of attributes that some reader may take for an identifier: `Id`, `ID`, `id`, `xml:id`. */
export function idsOf({ attributes }: Element): readonly string[] {
  const ids: string[] = [];
  for (let i = 0; i < attributes.length; i++) {
    const attribute = attributes.item(i);
    if (attribute === null || attribute.namespaceURI === ATTRIBUTE_PAGE) continue;
    if ((attribute.localName ?? attribute.name).toLowerCase() === 'id') ids.push(attribute.value);
  }
  return ids;
}
