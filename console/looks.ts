// How pages look in this browser: light or dark, how high rows are, and as a display on a wall.
import { keepChoice, readChoice } from '../api/pages/web/parts/kept-choice.js';

/** The member of an address that makes a display on a wall of its page. */
const WALL = 'wall';

/** The looks that were chosen here before; without a choice the theme of the system and high rows. */
export function showKeptLooks(): void {
  const { dataset } = document.documentElement;
  const theme = readChoice('theme');
  if (theme) dataset['theme'] = theme;
  if (readChoice('rows')) dataset['rows'] = 'dense';
  // It stays until the page is loaded anew, wherever the page leads meanwhile.
  if (new URLSearchParams(location.search).has(WALL)) dataset['wall'] = '';
}

export function changeTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset['theme'] ? dataset['theme'] === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  dataset['theme'] = isDark ? 'light' : 'dark';
  keepChoice('theme', dataset['theme']);
}

export function areRowsDense(): boolean {
  return document.documentElement.dataset['rows'] === 'dense';
}

export function chooseRows(areDense: boolean): void {
  const { dataset } = document.documentElement;
  if (areDense) dataset['rows'] = 'dense';
  else delete dataset['rows'];
  keepChoice('rows', areDense ? 'dense' : '');
}
