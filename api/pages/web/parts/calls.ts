// Calls the node for a page. Tokens are arguments: a page that is closed or left has forgotten them.
import { OPERATIONS, type PageOperations } from './operations.js';
import { say } from './say.js';

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly error_description?: string;
}

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** The node refused a call. */
export class CallRefusal extends Error {
  readonly code: string | undefined;
  readonly status: number;
  /** After how long a second try may help; 0 where it does not say. */
  readonly seconds: number;

  constructor(answer: Response, problem: Problem) {
    super(
      problem.detail || problem.error_description || say('The node refused it ({status}).', { status: answer.status }),
    );
    this.code = problem.code;
    this.status = answer.status;
    this.seconds = Number(answer.headers.get('retry-after')) || 0;
  }
}

/** Gives the body of a success, throws CallRefusal for a refusal, and Error where the node does not answer. */
export async function call<Id extends keyof PageOperations>(
  id: Id,
  input: PageOperations[Id]['input'],
  token?: string,
): Promise<PageOperations[Id]['answer']> {
  const answer = await send(id, input as Input, token);
  const json = jsonOf(await answer.text());
  if (!answer.ok) throw new CallRefusal(answer, json as Problem);
  return json as PageOperations[Id]['answer'];
}

async function send(
  id: keyof PageOperations,
  { params = {}, query = {}, body }: Input,
  token?: string,
): Promise<Response> {
  const [method = '', address = ''] = OPERATIONS[id].address.split(' ');
  const path = address.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = new URLSearchParams(query).toString();
  // The mark is for the operations that set the cookie of the console.
  const headers = new Headers({ accept: 'application/json', 'x-quorate-console': '1' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  try {
    return await fetch(asked === '' ? path : `${path}?${asked}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
    });
  } catch {
    throw new Error('The node does not answer. Check your network, and try again.');
  }
}

/** A proxy before a node may answer with a page: it has no members. */
function jsonOf(text: string): object {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}

/** An error as a person reads it. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof CallRefusal)) return say(error.message);
  if (error.seconds === 0) return error.message;
  return `${error.message} ${say('You can try again in {span}.', { span: span(error.seconds) })}`;
}

function span(seconds: number): string {
  if (seconds >= 7200) return say('{count} hours', { count: Math.ceil(seconds / 3600) });
  if (seconds > 90) return say('{count} minutes', { count: Math.ceil(seconds / 60) });
  return seconds === 1 ? say('1 second') : say('{count} seconds', { count: seconds });
}
