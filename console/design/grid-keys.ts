// Where keys lead in a grid (WAI-ARIA, pattern Grid) and in a tree (pattern Tree View). Pure.

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** Where a key leads; undefined for another key. Rows and columns begin at 0, headers among them. */
export function nextPlace(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { row, column }: GridPlace,
  last: GridPlace,
): GridPlace | undefined {
  const rows: Readonly<Record<string, number>> = {
    ArrowUp: row - 1,
    ArrowDown: row + 1,
    PageUp: 0,
    PageDown: last.row,
  };
  const columns: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: column - 1, ArrowRight: column + 1, Home: 0, End: last.column },
  };
  const isWhole = ctrlKey && (key === 'Home' || key === 'End');
  const to = {
    row: isWhole ? (key === 'Home' ? 0 : last.row) : (rows[key] ?? row),
    column: columns[key] ?? column,
  };
  if (rows[key] === undefined && columns[key] === undefined) return undefined;
  return { row: clamp(to.row, last.row), column: clamp(to.column, last.column) };
}

export function clamp(value: number, last: number): number {
  return Math.min(Math.max(value, 0), last);
}

/** Where a key leads in the list of all items; `isTop` says which of them are actions. */
export function treeKeys(key: string, at: number, isTop: readonly boolean[]): number | undefined {
  const last = isTop.length - 1;
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last },
    ArrowRight: isTop[at] && at < last && !isTop[at + 1] ? at + 1 : at,
    ArrowLeft: isTop[at] ? at : isTop.lastIndexOf(true, at),
  };
  return steps[key];
}
