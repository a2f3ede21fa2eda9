// Rows of the error table about requests and hubs.
import type { REQUEST_CODES } from '../../core/base/codes/requests.js';
import { bad, broken, busy, conflict, type ErrorRow, missing, unavailable } from './error-row.js';

export const REQUEST_ERRORS = {
  BODY_INVALID_JSON: bad('The body is not JSON'),
  BODY_DUPLICATE_KEY: bad('The body names a member twice'),
  BODY_TOO_DEEP: bad('The body nests too deep'),
  BODY_NUMBER_RANGE: bad('A number is outside the safe range'),
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  BODY_TOO_COMPLEX: { status: 413, title: 'The body has too many values' },
  BODY_INVALID: bad('The body does not have the documented form'),
  QUERY_INVALID: bad('The query does not have the documented form'),
  QUERY_NOT_INDEXED: bad('No index serves the query'),
  PATH_INVALID: bad('The path does not have the documented form'),
  HEADER_INVALID: bad('A header does not have the documented form'),
  CURSOR_INVALID: bad('The cursor is none of this list'),
  MEDIA_TYPE_UNSUPPORTED: { status: 415, title: 'The media type is not supported' },
  NOT_ACCEPTABLE: { status: 406, title: 'The answer has no form that the caller takes' },
  RESOURCE_CHANGED: { status: 412, title: 'The resource changed since it was read' },
  ROUTE_NOT_FOUND: missing('There is nothing at this path'),
  METHOD_NOT_ALLOWED: { status: 405, title: 'The method is not allowed here' },
  RATE_LIMITED: busy('Too many requests', 60),
  IDEMPOTENCY_KEY_REUSED: conflict('The idempotency key was used for another request'),
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: 'The first request with this idempotency key still runs',
    retryAfter: 1,
  },
  NOT_IMPLEMENTED: { status: 501, title: 'Not implemented' },
  INTERNAL: broken('An internal error'),
  NODE_UNAVAILABLE: unavailable('The node cannot answer now', 5),
  NODE_DRAINING: unavailable('The node is shutting down', 5),
  HUB_CONNECTION_UNKNOWN: missing('There is no such connection'),
  HUB_METHOD_UNKNOWN: missing('The hub has no such method'),
  HUB_ARGUMENTS_INVALID: bad('The arguments of a hub method do not have the documented form'),
  HUB_LIMIT: busy('The connection has reached a limit', 1),
} as const satisfies Readonly<Record<(typeof REQUEST_CODES)[number], ErrorRow>>;
