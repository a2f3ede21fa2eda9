// A document that is the same for everybody, made once: bytes, because to encode a text of a megabyte for each answer
// costs milliseconds, with the tag of their hash.
import { sha256Hex } from '../../../core/base/hash.js';
import type { CallOutcome } from '../../requests/outcome.js';

export function documentOutcome(type: string, text: string, headers: CallOutcome['headers'] = {}): CallOutcome {
  const body = Buffer.from(text);
  return {
    status: 200,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, max-age=60',
      etag: `"${sha256Hex(body).slice(0, 32)}"`,
      ...headers,
    },
    body,
  };
}
