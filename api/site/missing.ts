// The page for people who ask for an address that the site does not have: the reason, and a way home. It names nothing
// of the address, which another person may have written.
import { escapeHtml } from './html.js';

/** Deeper addresses are not mistakes: the page is not to grow with them. */
const FOLDERS_MAX = 60;

/** Folders are counted as a browser resolves links against the address. */
export function missingPage(foldersDeep: number): string {
  const home = '../'.repeat(Math.min(foldersDeep, FOLDERS_MAX)) || './';
  const to = (path: string): string => escapeHtml(`${home}${path}`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>No such page - Quorate</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${to('style.css')}"></head><body><main id="content">
<h1>There is no such page</h1>
<p>The documentation of this node has no page at this address. It may be of another version.</p>
<ul><li><a href="${to('index.html')}">All pages</a></li><li><a href="${to('search.html')}">Search</a></li></ul>
</main></body></html>
`;
}
