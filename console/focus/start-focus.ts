// Where the keyboard is: in lists, after what had the focus went, and on a new page.
import type { router } from '../routes/router.js';
import { followPages } from './arrive.js';
import { keepFocus } from './keep-focus.js';
import { roveLists } from './rove.js';

export function startFocus(its: typeof router): void {
  followPages(its);
  roveLists();
  keepFocus();
}
