// The HTTP reference, made from the OpenAPI document: a page for each tag, one of all schemas, and an index.
import { assert } from '../../core/base/assert.js';
import { addressFrom, slugOf } from './addresses.js';
import { describedHtml, escapeHtml } from './html.js';
import type { DocumentHeading } from './markdown.js';
import type { ApiAnswer, ApiContent, ApiDocument, ApiParameter, SiteOperation } from './open-api.js';
import { refName } from './open-api.js';
import { meaningHtml, membersHtml, tableHtml, typeHtml } from './schemas.js';
import { ERRORS_PAGE, HTTP_INDEX, RIGHTS_PAGE } from './table.js';

export interface ReferencePage {
  readonly path: string;
  readonly title: string;
  readonly content: string;
  readonly headings: readonly DocumentHeading[];
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: SiteOperation;
}

export const SCHEMAS_PAGE = 'http/schemas.html';
/** How pages in http/ name it. */
const SCHEMAS = addressFrom(HTTP_INDEX, SCHEMAS_PAGE);
const ERRORS = addressFrom(HTTP_INDEX, ERRORS_PAGE);
const RIGHTS = addressFrom(HTTP_INDEX, RIGHTS_PAGE);

export function tagPath(tag: string): string {
  return `http/${slugOf(tag)}.html`;
}

/** The operations of a tag in the order of the document. */
export function operationsOf(document: ApiDocument, tag: string): readonly Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

export function indexPage(document: ApiDocument): ReferencePage {
  const sections = document.tags.map(({ name, description }) => {
    const file = addressFrom(HTTP_INDEX, tagPath(name));
    const rows = operationsOf(document, name).map(
      ({ method, path, operation: { operationId, summary } }) =>
        `<tr><td class="method ${method}">${method.toUpperCase()}</td><td><a href="${file}#${operationId}"><code>${escapeHtml(path)}</code></a></td><td>${escapeHtml(summary)}</td></tr>`,
    );
    return `<h2 id="${slugOf(name)}"><a href="${file}">${escapeHtml(name)}</a></h2>\n<p>${describedHtml(description)}</p>\n${tableHtml(['Method', 'Path', 'Does'], rows)}`;
  });
  const content = `<h1>HTTP reference</h1>
<p>Every operation of a node, made from its OpenAPI document (<code>/.well-known/openapi.json</code> of a node). Under <code>/docs/api</code> of a node they can be tried. All values that
are named are in <a href="${SCHEMAS}">the schemas</a>, all codes of refusals in <a href="${ERRORS}">the errors</a>; a refusal is problem+json (RFC 9457) unless its operation says another form.</p>
${sections.join('\n')}`;
  return { path: HTTP_INDEX, title: 'HTTP reference', content, headings: [] };
}

export function tagPage(document: ApiDocument, tag: string): ReferencePage {
  const description = document.tags.find(({ name }) => name === tag)?.description ?? '';
  const listed = operationsOf(document, tag);
  const sections = listed.map((item) => operationHtml(item, document));
  return {
    path: tagPath(tag),
    title: tag,
    content: `<h1>${escapeHtml(tag)}</h1>\n<p>${describedHtml(description)}</p>\n${sections.join('\n')}`,
    headings: listed.map(({ operation: { operationId, summary } }) => ({
      id: operationId,
      depth: 2,
      text: summary,
      words: '',
    })),
  };
}

export function schemasPage({ components: { schemas } }: ApiDocument): ReferencePage {
  const sections = Object.entries(schemas).map(([name, schema]) => {
    const members = membersHtml(schema, '');
    const is = members === '' ? `<p>${typeHtml(schema, '')}</p>` : '';
    return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>\n<p>${meaningHtml(schema)}</p>${is}${members}</section>`;
  });
  return {
    path: SCHEMAS_PAGE,
    title: 'Schemas',
    content: `<h1>Schemas</h1>\n<p>The values that requests and answers are made of, by name.</p>\n${sections.join('\n')}`,
    headings: [],
  };
}

/** The description of an operation, and the right that it ends with. */
export function rightOf({ operationId, description }: SiteOperation): {
  readonly text: string;
  readonly right: string;
} {
  const [, text, right] = /^(.*) Policy: (\w+)\.$/s.exec(description) ?? [];
  assert(text !== undefined && right !== undefined, `${operationId} names no policy`);
  return { text, right };
}

function operationHtml({ method, path, operation }: Listed, document: ApiDocument): string {
  const { operationId, summary, deprecated, requestBody } = operation;
  const { text, right } = rightOf(operation);
  const needed = right === 'public' ? 'none: it is open to everybody' : `<code>${right}</code>`;
  return `<section class="operation" id="${operationId}"><h2>${escapeHtml(summary)}</h2>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code></p>
<p>${describedHtml(text)}</p>${deprecated ? '\n<p><strong>It will end</strong>: see its header Sunset.</p>' : ''}
<p class="soft">Right: ${needed}. <a href="${RIGHTS}#${operationId}">Which tokens may call it</a>. In OpenAPI and the client: <code>${operationId}</code>.</p>
${parametersHtml(operation, document)}${requestBody === undefined ? '' : bodyHtml(requestBody)}${answersHtml(operation, document)}${refusalsHtml(operation)}</section>`;
}

function parametersHtml({ parameters }: SiteOperation, document: ApiDocument): string {
  const rows = parameters.map((given) => {
    const item = '$ref' in given ? (document.components.parameters[refName(given.$ref)] as ApiParameter) : given;
    const must = item.required ? '' : ' <span class="soft">optional</span>';
    return `<tr><td><code>${escapeHtml(item.name)}</code>${must}</td><td>${escapeHtml(item.in)}</td><td>${typeHtml(item.schema, SCHEMAS)}</td><td>${meaningHtml(item.schema, item.description)}</td></tr>`;
  });
  return rows.length === 0 ? '' : `<h3>Parameters</h3>\n${tableHtml(['Name', 'In', 'Is', 'Meaning'], rows)}`;
}

function bodyHtml({ description = '', required, content = {} }: NonNullable<SiteOperation['requestBody']>): string {
  const must = required ? '' : 'It may be left out. ';
  return `<h3>Body</h3>\n<p>${must}${describedHtml(description)}</p>\n${contentsHtml(content)}`;
}

/** Media types, each with its schema; one example, and the members of a schema that has no name. */
function contentsHtml(contents: Readonly<Record<string, ApiContent>>): string {
  const kinds = Object.entries(contents).map(([type, { schema = {} }]) => {
    const said = schema.description === undefined ? '' : `: ${describedHtml(schema.description)}`;
    return `<li><code>${escapeHtml(type)}</code>, ${typeHtml(schema, SCHEMAS)}${said}</li>`;
  });
  const [first] = Object.values(contents);
  if (first === undefined) return '';
  const members = membersHtml(first.schema ?? {}, SCHEMAS);
  const example = first.example === undefined ? '' : exampleHtml(first.example);
  return `<ul>${kinds.join('')}</ul>\n${members}${example}`;
}

function exampleHtml(example: unknown): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return `<pre class="json" tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
}

const REFUSED = /^Refused: (.+)\.$/;

function answersHtml({ responses }: SiteOperation, document: ApiDocument): string {
  const answers = Object.entries(responses).flatMap(([status, given]) => {
    const answer = given.$ref === undefined ? given : (document.components.responses[refName(given.$ref)] as ApiAnswer);
    if (REFUSED.test(answer.description ?? '')) return [];
    return [`<h4>${status}: ${escapeHtml(answer.description ?? '')}</h4>\n${contentsHtml(answer.content ?? {})}`];
  });
  return answers.length === 0 ? '' : `<h3>Answers</h3>\n${answers.join('\n')}`;
}

function refusalsHtml({ responses }: SiteOperation): string {
  const rows = Object.entries(responses).flatMap(([status, { description = '', content = {} }]) => {
    const codes = REFUSED.exec(description)?.[1]?.split(', ');
    if (codes === undefined) return [];
    const links = codes.map((code) => `<a href="${ERRORS}#${code}"><code>${code}</code></a>`);
    return [
      `<tr><td>${status}</td><td>${links.join(', ')}</td><td>${Object.keys(content).map(escapeHtml).join(', ')}</td></tr>`,
    ];
  });
  return rows.length === 0 ? '' : `<h3>Refusals</h3>\n${tableHtml(['Status', 'Codes', 'As'], rows)}`;
}
