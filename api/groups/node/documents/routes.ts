// The documents of this program in Markdown, for programs that read them: assistants first. People read them as the
// site, which is made of the same ones.
import Type from 'typebox';
import { route } from '../../../define.js';
import { namedObject } from '../../../schemas/base/common.js';

const DocumentName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
  description: 'The name of the file in small letters, without its folder and ending.',
});

const shown = {
  name: DocumentName,
  title: Type.String(),
  about: Type.String({ description: 'The content in a line.' }),
  section: Type.String({ description: 'The part of the site that it stands in.' }),
};

export const documentRoutes = {
  listDocuments: route({
    method: 'GET',
    url: '/api/documents',
    can: 'public',
    summary: 'List the documents of this program',
    description: 'In the order of the site; those first that say how a workflow is written.',
    output: Type.Array(namedObject('DocumentSummary', shown)),
    errors: [],
  }),
  getDocument: route({
    method: 'GET',
    url: '/api/documents/:name',
    can: 'public',
    summary: 'Read a document of this program',
    description: '`text` is its Markdown. Links in it are those of the repository.',
    input: { params: Type.Object({ name: DocumentName }) },
    output: namedObject('Document', { ...shown, text: Type.String({ description: 'Markdown.' }) }),
    errors: ['PATH_INVALID', 'DOCUMENT_NOT_FOUND'],
  }),
  searchDocuments: route({
    method: 'GET',
    url: '/api/document-passages',
    can: 'public',
    summary: 'Find passages of the documents of this program by words',
    description: 'At most five, those first that have most of the words; a rare word counts for more.',
    input: {
      query: Type.Object({
        words: Type.String({ minLength: 1, maxLength: 200, description: 'Words of three letters or more.' }),
      }),
    },
    output: Type.Array(
      namedObject('DocumentPassage', {
        title: Type.String({ description: 'Of the document and its heading.' }),
        address: Type.String({ description: 'Below `/docs/`.' }),
        excerpt: Type.String({ description: 'The begin of what stands below the heading, in Markdown.' }),
      }),
    ),
    errors: ['QUERY_INVALID'],
  }),
};
