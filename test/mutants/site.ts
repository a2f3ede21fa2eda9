// Broken versions of the documentation site: a document that runs in the browser of its reader.
import type { Mutant } from './mutant.js';

const RENDERED = { test: 'unit/api/site/markdown', caught: 'takes the sting out' };

export const SITE_MUTANTS: readonly Mutant[] = [
  {
    name: 'raw HTML of a document is HTML of its page',
    edits: [
      { file: 'api/site/markdown', from: 'html: ({ text }) => escapeHtml(text)', to: 'html: ({ text }) => text' },
    ],
    ...RENDERED,
  },
  {
    name: 'a text behind raw HTML is trusted',
    edits: [{ file: 'api/site/markdown', from: 'escapeProse(token.text)', to: 'token.text' }],
    ...RENDERED,
  },
  {
    name: 'a link of a document leads to any scheme',
    edits: [{ file: 'api/site/markdown', from: 'ELSEWHERE.test(href) ||', to: 'true ||' }],
    ...RENDERED,
  },
];
