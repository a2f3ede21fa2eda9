// Blueprints as linked data: drafts and published definitions. Members of a definition are the author's: each that the
// language has is a literal of JSON under its name. All others, a context of its own among them, are one in
// `extensions`. So no definition names a term, a node or a context.
import { definitionDid } from '../register/people/did.js';
import type { LinkedNode, NamedNode } from './document.js';
import { transactionReference } from './ledger-forms.js';
import { DEFINITION_MEMBERS } from './terms.js';

/** A draft as clients see it, or a line about one in a list. */
export interface DraftShown {
  readonly id: string;
  readonly title: string;
  readonly [member: string]: unknown;
}

/** Members that the node keeps about a draft, and those of a line in a list. */
const KEPT = ['id', 'version', 'organizationId', 'createdAt', 'updatedAt', 'status'] as const;
const COUNTED = ['participantCount', 'actionCount'] as const;

/** A draft, or a line about one. */
export function draftNode({ id, ...shown }: DraftShown): NamedNode {
  const kept: Record<string, unknown> = { id };
  const said: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(shown)) {
    if (isKept(name, value)) kept[name] = value;
    // Unlike assignment this makes an own member of every name.
    else Object.defineProperty(said, name, { value, enumerable: true });
  }
  return { '@type': 'Blueprint', '@id': draftName(id), ...kept, ...definitionMembers(said) };
}

/** Another kind of value is the author's, in a draft that was never checked. */
function isKept(name: string, value: unknown): boolean {
  if ((COUNTED as readonly string[]).includes(name)) return Number.isSafeInteger(value) && (value as number) >= 0;
  return (KEPT as readonly string[]).includes(name) && (name === 'version') === (typeof value === 'number');
}

/** A page of lines about drafts. */
export function draftListNode({
  items,
  ...page
}: {
  readonly items: readonly DraftShown[];
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
  readonly totalPages: number;
  readonly nextCursor?: string | undefined;
}): LinkedNode {
  const { page: number, pageSize, totalCount, totalPages, nextCursor } = page;
  const nodes = items.map(draftNode);
  return { '@type': 'Collection', items: nodes, page: number, pageSize, totalCount, totalPages, nextCursor };
}

/** A published definition as clients see it. */
export interface PublicationShown {
  readonly registerId: string;
  readonly blueprintId: string;
  readonly publicationTxId: string;
  readonly version: number;
  readonly publishedAt: string;
  readonly publishedBy?: string | undefined;
  readonly isPublisherSigned?: boolean | undefined;
  readonly execDefHash?: string | undefined;
}

/** The definition that a transaction published, which is a part of it. */
export function publicationNode(shown: PublicationShown, definition: Readonly<Record<string, unknown>>): NamedNode {
  const { registerId, blueprintId, publicationTxId } = shown;
  return {
    '@type': 'Blueprint',
    '@id': definitionDid(registerId, publicationTxId),
    id: blueprintId,
    registerId,
    publicationTxId,
    publication: transactionReference(registerId, publicationTxId),
    version: shown.version,
    publishedAt: shown.publishedAt,
    publishedBy: shown.publishedBy,
    isPublisherSigned: shown.isPublisherSigned,
    execDefHash: shown.execDefHash,
    ...definitionMembers(definition),
  };
}

const AS_JSON: ReadonlySet<string> = new Set(DEFINITION_MEMBERS);

function definitionMembers(definition: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const members: Record<string, unknown> = {};
  const others: [string, unknown][] = [];
  for (const [name, value] of Object.entries(definition)) {
    const isText = (name === 'title' || name === 'description') && typeof value === 'string';
    if (isText || AS_JSON.has(name)) members[name] = value;
    else others.push([name, value]);
  }
  return others.length === 0 ? members : { ...members, extensions: Object.fromEntries(others) };
}

function draftName(id: string): string {
  return `urn:quorate:blueprint:${encodeURIComponent(id)}`;
}
