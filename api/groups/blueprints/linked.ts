// Drafts as JSON-LD (specification 4.1): what JSON shows, with the terms that its members stand for.
import type { Representation } from '../../define.js';

/** Media type of JSON-LD. */
const LD_TYPE = 'application/ld+json';

/** Names and ids are as short as the context makes them (JSON-LD 1.1 section 6.2). */
const profile = 'http://www.w3.org/ns/json-ld#compacted';

const CONTEXT = {
  '@vocab': 'https://quorate.dev/contexts/blueprint/v1#',
  title: 'http://purl.org/dc/terms/title',
  description: 'http://purl.org/dc/terms/description',
  createdAt: 'http://purl.org/dc/terms/created',
  updatedAt: 'http://purl.org/dc/terms/modified',
} as const;

interface Draft {
  readonly id: string;
}

/** A draft that names a context of its own keeps it. */
export const LINKED_DRAFT: Readonly<Record<string, Representation>> = {
  [LD_TYPE]: {
    ...{ kind: 'shape', profile },
    shape: (draft: Draft) => ({ '@context': CONTEXT, '@type': 'Blueprint', '@id': idOf(draft), ...draft }),
  },
};

export const LINKED_DRAFTS: Readonly<Record<string, Representation>> = {
  [LD_TYPE]: {
    ...{ kind: 'shape', profile },
    shape: ({ items, ...page }: { readonly items: readonly Draft[] }) => ({
      '@context': CONTEXT,
      '@type': 'Collection',
      items: items.map((draft) => ({ '@type': 'Blueprint', '@id': idOf(draft), ...draft })),
      ...page,
    }),
  },
};

function idOf({ id }: Draft): string {
  return `urn:quorate:blueprint:${encodeURIComponent(id)}`;
}
