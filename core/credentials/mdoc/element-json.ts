// The value of an element as JSON: how rules, queries and people see it.
import { toBase64Url } from '../../base/bytes.js';
import type { Json } from '../../base/json.js';
import { type CborMap, type CborValue, TaggedItem, WrittenItem } from '../cbor/value.js';

/** Dates are their texts, bytes base64url, and an integer that JSON cannot carry is its decimal text. */
export function elementJson(value: CborValue): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return toBase64Url(value);
  if (value instanceof TaggedItem) return elementJson(value.value);
  if (value instanceof WrittenItem) return toBase64Url(value.bytes);
  if (value instanceof Map) return objectOf(value);
  return (value as readonly CborValue[]).map(elementJson);
}

function objectOf(map: CborMap): Json {
  return Object.fromEntries([...map].map(([key, member]) => [String(key), elementJson(member)]));
}
