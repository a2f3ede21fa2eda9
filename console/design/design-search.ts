// The address of a draft says beside its id what is looked at. The router has this file, so it loads nothing.

const VIEW_NAMES = ['matrix', 'fields', 'rules', 'parts', 'roles', 'text'] as const;
export type DesignView = (typeof VIEW_NAMES)[number];

export interface DesignPlace {
  readonly action?: number | undefined;
  readonly view?: DesignView | undefined;
  /** A member of the action. */
  readonly field?: string | undefined;
}

export interface DesignSearch extends DesignPlace {
  /** The panel that is open. */
  readonly panel?: string | undefined;
}

/** Leaves out what is not of its form. */
export function designSearchIn({ action, view, field, panel }: Readonly<Record<string, unknown>>): DesignSearch {
  const known = VIEW_NAMES.find((name) => name === view);
  return {
    ...(Number.isSafeInteger(action) && { action: action as number }),
    ...(known && { view: known }),
    ...(field !== undefined && { field: String(field) }),
    ...(panel !== undefined && { panel: String(panel) }),
  };
}
