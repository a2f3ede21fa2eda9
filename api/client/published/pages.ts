// A list from its first page to its last, by the cursors that the pages tell: in the answer, or in the Link header of a
// list that is plain. The node is not trusted to end it: a cursor that comes twice ends it here.
import { clientFault } from '../client-error.js';
import type { ClientResponse } from '../reading.js';

type Ask = (cursor: string | undefined) => Promise<ClientResponse>;

/** `member` is that of the list in the answer, '' for the answer itself. */
export async function* itemsOf(member: string, ask: Ask): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const { headers, body } = await ask(cursor);
    const items: unknown = member === '' ? body : objectIn(body)[member];
    if (!Array.isArray(items)) throw clientFault('ANSWER_INVALID', 'The answer of a list has no list.');
    yield* items;
    const next = member === '' ? nextIn(headers.get('link')) : objectIn(body)['nextCursor'];
    cursor = typeof next === 'string' && next !== '' ? next : undefined;
    if (cursor !== undefined && seen.has(cursor))
      throw clientFault('ANSWER_INVALID', 'The list leads back to a page that was read.');
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}

function objectIn(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}

/** Only the cursor is taken: where the address leads does not matter. */
function nextIn(link: string | null): string | undefined {
  const target = /<([^<>]{1,8192})>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  const cursor = /[?&]cursor=([^&#]+)/.exec(target ?? '')?.[1];
  return cursor === undefined ? undefined : decodePart(cursor);
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
