// How each operation is called. A program that only calls a node need not load definitions and schemas, which takes
// longer than the call. Read from the rows of call-rows.ts.
import type { Method } from '../define.js';
import type { AllRoutes } from '../groups/routes.js';
import { type AnswerForms, formsIn } from './answer-form.js';
import { ROWS } from './call-rows.js';

export interface ClientCall {
  readonly method: Method;
  /** Fastify spelling. */
  readonly url: string;
  /** It looks at no token, and is sent none. */
  readonly isPublic: boolean;
  /** It answers with a file. */
  readonly isBytes: boolean;
  /** Its body is a form. */
  readonly isForm: boolean;
  /** It honours an Idempotency-Key. */
  readonly isIdempotent: boolean;
  /** Of a list with cursors: the member of the answer that is the list, '' for the answer itself. */
  readonly list: string | undefined;
  /** By which its answers are told from those of another service. */
  readonly forms: AnswerForms;
  /** The group of the operation, by which programs find it. */
  readonly group: string;
}

export const CALLS = Object.fromEntries(
  ROWS.trim()
    .split('\n')
    .map((row) => {
      const [group, id, method, url, ...marks] = row.split(' ');
      const has = (mark: string) => marks.includes(mark);
      const list = marks.find((mark) => mark.startsWith('list'))?.slice('list:'.length);
      const forms = formsIn(marks.find((mark) => mark.startsWith('gives:'))?.slice('gives:'.length));
      const said = { isPublic: has('public'), isBytes: has('bytes'), isForm: has('form'), isIdempotent: has('once') };
      return [id, { group, method, url, ...said, list, forms }];
    }),
) as unknown as Readonly<Record<keyof AllRoutes, ClientCall>>;
