// Which form of an answer a caller gets, by its Accept header (RFC 9110 section 12.5.1): the form that it likes best,
// the first of those that it likes alike, and JSON where it says nothing. A range with parameters is met by a form that
// has all of them. The header is read by the library that most servers of Node use for it.
import Negotiator from 'negotiator';
import { issue } from '../../core/base/issue.js';
import { ACCEPT_LENGTH_MAX } from '../../core/base/limits/node/requests.js';
import { Refusal } from '../define.js';
import type { IncomingCall } from './incoming.js';

/**
 * `forms` by media type, the preferred one first, and the profile of those that keep one. Gives one of the forms, or
 * the refusal of a caller that takes none.
 */
export function negotiation<F>(
  forms: Readonly<Record<string, F>>,
  profiles: Readonly<Record<string, string | undefined>> = {},
): (call: Pick<IncomingCall, 'headers' | 'note'>) => F | Refusal {
  const types = Object.keys(forms);
  const first = Object.values(forms)[0] as F;
  // Clients ask for the charset that all texts have here too.
  const parameters = (type: string) => (profiles[type] === undefined ? '' : `; profile="${profiles[type]}"`);
  const byOffer = new Map(types.map((type) => [`${type}; charset=utf-8${parameters(type)}`, forms[type] as F]));
  const offered = [...byOffer.keys()];
  const none = new Refusal([issue('NOT_ACCEPTABLE', '/accept', `This operation answers ${types.join(', ')}.`)]);
  return (call) => {
    const { accept } = call.headers;
    // Caches keep the forms apart.
    call.note('vary', 'accept');
    if (accept === undefined || accept === '') return first;
    if (typeof accept !== 'string' || accept.length > ACCEPT_LENGTH_MAX) return TOO_LONG;
    const liked = new Negotiator({ headers: { accept } }).mediaType(offered);
    return liked === undefined ? none : (byOffer.get(liked) ?? none);
  };
}

const TOO_LONG = new Refusal([
  issue('HEADER_INVALID', '/accept', `Accept has at most ${ACCEPT_LENGTH_MAX} characters here.`),
]);
