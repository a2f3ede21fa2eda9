// Codes of issues about requests and hubs.
import { bad, broken, busy, conflict, missing, unavailable } from './code-row.js';

export const REQUEST_CODES = {
  BODY_INVALID_JSON: bad(
    'The body is not JSON',
    'The body is not UTF-8, not JSON, or holds half of a surrogate pair.',
    'Send JSON (RFC 8259) as UTF-8.',
  ),
  BODY_DUPLICATE_KEY: bad(
    'The body names a member twice',
    'An object of the body states one member twice, so that two readers could read two things.',
    'State each member once.',
  ),
  BODY_TOO_DEEP: bad(
    'The body nests too deep',
    'Objects and lists of the body lie in one another deeper than is read.',
    'Send a flatter document.',
  ),
  BODY_NUMBER_RANGE: bad(
    'A number is outside the safe range',
    'A number cannot be told exactly by every reader of JSON.',
    'Send a number in the safe range, or a text where the schema takes one.',
  ),
  BODY_TOO_LARGE: {
    status: 413,
    title: 'The body is too large',
    cause: 'The body, the blueprint or a chunk has more bytes than the operation takes.',
    remedy: 'Send less at once. Large files go in chunks (quorate file upload).',
  },
  BODY_TOO_COMPLEX: {
    status: 413,
    title: 'The body has too many values',
    cause: 'The body has more values than are parsed at once.',
    remedy: 'Send fewer members and items in one request.',
  },
  BODY_INVALID: bad(
    'The body does not have the documented form',
    'A member of the body is missing, unknown, or not of the documented form; `path` names it.',
    'Compare with the operation at /docs of the node.',
  ),
  QUERY_INVALID: bad(
    'The query does not have the documented form',
    'A parameter of the query is unknown or not of its form, or the list would be too long without a filter.',
    'Compare with the operation at /docs; name a register, a wallet or a blueprint.',
  ),
  QUERY_NOT_INDEXED: bad(
    'No index serves the query',
    'The filter or the order of an OData request would look at more rows than one request may, or for longer.',
    'Join a condition by and whose member is indexed; the message lists those. Order transactions by docketNumber or sealedAt.',
  ),
  PATH_INVALID: bad(
    'The path does not have the documented form',
    'A part of the path cannot be decoded, or is not of its form.',
    'Encode the part by percent signs; compare with the operation at /docs.',
  ),
  HEADER_INVALID: bad(
    'A header does not have the documented form',
    'A header such as Idempotency-Key, If-Match, Prefer or If-Register-Height is not of its form.',
    'Send it as the message says, or leave it out.',
  ),
  CURSOR_INVALID: bad(
    'The cursor is not one of this list',
    'The cursor was changed, is of another list or filter or installation, or of what is not there any more.',
    'Send `nextCursor` as it came, with the same path and filters; or begin the list anew, without a cursor.',
  ),
  MEDIA_TYPE_UNSUPPORTED: {
    status: 415,
    title: 'The media type is not supported',
    cause: 'The Content-Type is not one that the operation takes.',
    remedy: 'Send application/json, or the type that the operation documents.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    title: 'The answer has no form that the caller takes',
    cause: 'The Accept header names no media type that the operation answers with, or refuses each with q=0.',
    remedy: 'Name one of the media types of the message, or leave the header out for JSON.',
  },
  RANGE_UNSATISFIABLE: {
    status: 416,
    title: 'The answer has no such part',
    cause: 'The Range header asks for bytes behind the end of the file: it is shorter, or all of it is there already.',
    remedy: 'Content-Range says its length. Compare that with what is saved, or leave the header out for the whole.',
  },
  RESOURCE_CHANGED: {
    status: 412,
    title: 'The resource changed since it was read',
    cause: 'The resource is at another version than If-Match names: somebody else changed it.',
    remedy: 'Read it again, compare, and send If-Match of the new version.',
  },
  REQUEST_INVALID: bad(
    'The request is not one of HTTP',
    'The bytes of the request are not HTTP/1.1, or its headers contradict each other. Its connection was closed.',
    'Ask with a client of HTTP, or look at what a proxy before the node makes of the request.',
  ),
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'The request did not arrive in time',
    cause: 'The request did not arrive whole within `http.requestTimeoutMs`.',
    remedy: 'Send it again. Over a slow link send less at once.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'The headers are too large',
    cause: 'The request line and the headers together are longer than this node reads.',
    remedy: 'Send fewer or shorter headers, and long texts in a body.',
  },
  ROUTE_NOT_FOUND: missing(
    'There is nothing at this path',
    'No operation has this path, or the path is that of a hub.',
    'Look the path up at /docs; connect to a hub with a SignalR client.',
  ),
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'The method is not allowed here',
    cause: 'The path exists with other methods; the header Allow lists them.',
    remedy: 'Use one of them.',
  },
  RATE_LIMITED: busy(
    'Too many requests',
    'The caller, its organisation or its address used up the requests, signatures or values of its share.',
    'Wait for Retry-After seconds. An operator sees the shares in docs/load.md and sets limits.*.',
    60,
  ),
  IDEMPOTENCY_KEY_REUSED: conflict(
    'The idempotency key was used for another request',
    'The key was sent with another path or body, or its answer holds a secret that is shown once. Or a restore of the node gave up the transaction of the answer.',
    'Take a new key for a new request; after a restore look first whether the transaction stands.',
  ),
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: 'The first request with this idempotency key still runs',
    cause: 'The first request with this key has no answer yet.',
    remedy: 'Ask again after a second with the same key and body.',
    retryAfter: 1,
  },
  NOT_IMPLEMENTED: {
    status: 501,
    title: 'Not implemented',
    cause: 'The operation stands in the specification and this program does not do it.',
    remedy: 'The message says what serves in its place.',
  },
  INTERNAL: broken(
    'An internal error',
    'The program met a state that it does not expect.',
    'Report it with the traceId; the log of the node has the line (quorate logs).',
  ),
  NODE_UNAVAILABLE: unavailable(
    'The node cannot answer now',
    'A part of the node is busy, starts, or cannot tell the answer for sure now.',
    'Ask again after Retry-After seconds; if it lasts, the operator reads quorate status.',
    5,
  ),
  NODE_DRAINING: unavailable(
    'The node is shutting down',
    'The node is shutting down.',
    'Ask again when it is up, or ask another node.',
    5,
  ),
  HUB_CONNECTION_UNKNOWN: missing(
    'There is no such connection',
    'The ticket of the connection is unknown, was used, or is too old.',
    'Negotiate again; clients with automatic reconnection do.',
  ),
  HUB_TRANSPORT: conflict(
    'The connection does not work like this',
    'The connection is one over Server-Sent Events and has its stream already.',
    'Read the events from the stream, or negotiate another connection.',
  ),
  HUB_PROTOCOL: bad(
    'A message is not one of the hub protocol',
    'A message to a hub was not one of the JSON protocol of SignalR, and the node ended the connection.',
    'Use a SignalR client; the message says which part was wrong.',
  ),
  HUB_METHOD_UNKNOWN: missing(
    'The hub has no such method',
    'The hub has no method of this name.',
    'Compare with the hub at /docs.',
  ),
  HUB_ARGUMENTS_INVALID: bad(
    'The arguments of a hub method do not have the documented form',
    'An argument of the method is not of its form, or the topic does not exist.',
    'The message says what the method takes.',
  ),
  HUB_LIMIT: busy(
    'The connection has reached a limit',
    'The connection has as many subscriptions or waiting calls as it may; or it was ended, because it sent too much, read too slowly or was silent for too long.',
    'Wait for answers, unsubscribe, or open another connection; read what comes and answer pings.',
    1,
  ),
};
