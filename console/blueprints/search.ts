// The addresses of the list of blueprints and of a comparison say what they show. Anything else in them is left out.

const VIEWS = ['drafts', 'published', 'templates'] as const;
export type BlueprintView = (typeof VIEWS)[number];

export interface BlueprintsSearch {
  readonly show?: BlueprintView;
  readonly q?: string;
}

export function searchIn({ show, q }: Readonly<Record<string, unknown>>): BlueprintsSearch {
  const view = VIEWS.find((each) => each === show);
  return {
    ...(view !== undefined && view !== 'drafts' && { show: view }),
    ...(q !== undefined && q !== '' && { q: String(q) }),
  };
}

export interface DiffSearch {
  /** DRAFT, or a publicationTxId. */
  readonly before?: string;
  readonly after?: string;
}

/** Of a draft: it has no publication. */
export const DRAFT = 'draft';

export function diffSearchIn({ before, after }: Readonly<Record<string, unknown>>): DiffSearch {
  return { ...(typeof before === 'string' && { before }), ...(typeof after === 'string' && { after }) };
}
