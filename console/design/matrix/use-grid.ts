// A grid that keys walk: one of its cells is in the order of the page.
import { type KeyboardEvent, useState } from 'react';
import { clamp, type GridPlace, nextPlace } from '../grid-keys.js';

/** The properties of the grid, and of the element in each cell that takes the focus. */
export function useGrid(last: GridPlace, first: GridPlace) {
  const [at, setAt] = useState(first);
  const current = { row: clamp(at.row, last.row), column: clamp(at.column, last.column) };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const to = nextPlace(event, current, last);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    event.currentTarget.querySelector<HTMLElement>(`[data-place="${to.row} ${to.column}"]`)?.focus();
  };
  const placeAt = (row: number, column: number) => ({
    'data-place': `${row} ${column}`,
    tabIndex: row === current.row && column === current.column ? 0 : -1,
    onFocus: () => setAt({ row, column }),
  });
  return { onKeyDown, placeAt };
}
