// Gives the documents of this program.
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import type { Handlers } from '../../../define.js';
import type { NodeDeps } from '../deps.js';
import type { documentRoutes } from './routes.js';

export const documentHandlers: Handlers<typeof documentRoutes, NodeDeps> = {
  listDocuments: (_input, { deps }) => [...deps.documents.list()],
  getDocument({ params: { name } }, { deps }) {
    const document = deps.documents.list().find((its) => its.name === name);
    const text = deps.documents.text(name);
    if (document === undefined || text === undefined)
      return fail(issue('DOCUMENT_NOT_FOUND', '/name', 'There is no document of this name.'));
    return { ...document, text };
  },
  searchDocuments: ({ query: { words } }, { deps }) => [...deps.documents.find(words)],
};
