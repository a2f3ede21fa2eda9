// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import type { documentRoutes } from './routes.js';

const language = {
  name: 'language',
  title: 'The language of rules',
  about: 'calculations and conditions, with money, dates and tables',
  section: 'Workflows',
};

export const documentExamples: Examples<typeof documentRoutes> = {
  listDocuments: { input: {}, output: [language] },
  getDocument: {
    input: { params: { name: 'language' } },
    output: { ...language, text: '# The language of rules\n\nConditions and calculations are written in it.\n' },
  },
  searchDocuments: {
    input: { query: { words: 'exact decimals' } },
    output: [{ title: 'The language of rules: Types', address: 'language.html#types', excerpt: 'A decimal is exact.' }],
  },
};
