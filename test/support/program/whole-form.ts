// Answers of tests with the members by which a client knows a node. A test states what it is about, and no more; each
// other member is null.
import { type AnswerForms, hasForm } from '../../../api/client/answer-form.js';
import { CALLS } from '../../../api/client/calls.js';

const ROWS = Object.values(CALLS).map(({ method, url, forms }) => ({
  method,
  forms,
  path: new RegExp(`^${url.replaceAll(/[.]/g, '\\.').replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`),
  parameters: url.split(':').length,
}));

/** The body of a success, completed; any other one as it is. */
export function inWholeForm(sent: { readonly method: string; readonly url: string }, body: unknown): unknown {
  const forms = formsOf(sent.method, new URL(sent.url).pathname);
  if (forms === undefined || hasForm(body, forms)) return body;
  const form = forms.find((each) => typeof each !== 'string');
  if (form === undefined) return body === undefined && forms.includes('[]') ? [] : body;
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) return body;
  return { ...Object.fromEntries((form as readonly string[]).map((name) => [name, null])), ...body };
}

/** Of the address with the fewest parameters that fits. */
function formsOf(method: string, path: string): AnswerForms {
  const [row] = ROWS.filter((each) => each.method === method && each.path.test(path)).sort(
    (a, b) => a.parameters - b.parameters,
  );
  return row?.forms;
}
