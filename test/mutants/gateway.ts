// Broken versions of the gateway: what every call passes, requests that leave the node, and signatures in formats of
// others.
import type { Mutant } from './mutant.js';

const DISPATCH = { test: 'contract/surface/dispatcher', caught: 'are refused without a right' };
const HTTP = 'contract/outgoing/http';
const TARGET = 'unit/core/outgoing/target';
const FORMATS = 'unit/core/crypto/signing/formats';

const ANSWERS = 'contract/surface/answers';

const DOCUMENT = { test: 'contract/document/openapi', caught: 'with which tokens it is called' };

export const GATEWAY: readonly Mutant[] = [
  {
    name: 'a request with two hosts is answered by the first',
    edits: [{ file: 'api/server/unrouted', from: 'hosts > 1', to: 'hosts > 9' }],
    test: 'contract/surface/unrouted',
    caught: 'are refused as problems at the listener public',
  },
  {
    name: 'a part of a file is whole before the file is known to be good',
    edits: [{ file: 'api/server/answers/ranges', from: 'held = piece;', to: 'yield piece;' }],
    test: 'unit/api/server/answers/ranges',
    caught: 'gives no last piece of what breaks behind it',
  },
  {
    name: 'a request that no operation answers costs nothing',
    edits: [{ file: 'api/server/unrouted', from: 'overLimit(ports.clients.of(request.raw), ports, note) ??', to: '' }],
    test: 'contract/surface/unrouted',
    caught: 'are refused for that, whatever they are',
  },
  {
    name: 'the public document shows what services alone may ask',
    edits: [{ file: 'api/server/openapi', from: 'isAnsweredAt(definition, listener)', to: 'true' }],
    ...DOCUMENT,
  },
  {
    name: 'the document hides a tier of tokens that an operation takes',
    edits: [
      { file: 'api/server/openapi-security', from: 'tiersOf(definition).map', to: 'tiersOf(definition).slice(1).map' },
    ],
    ...DOCUMENT,
  },
  {
    name: 'a change at another version than If-Match names is made',
    edits: [{ file: 'api/requests/etags', from: 'ifMatch === undefined ||', to: 'true ||' }],
    ...{ test: 'contract/surface/changed-since', caught: 'made once at the version' },
  },
  {
    name: 'an answer is not modified while its version is',
    edits: [{ file: 'api/server/answers/conditional', from: 'answerTag(version, bytes)', to: 'version' }],
    ...{ test: ANSWERS, caught: 'the rest of it behind' },
  },
  {
    name: 'a secret is compressed beside what its reader chose',
    edits: [{ file: 'api/server/answers/sender', from: "includes('no-store')", to: "includes('never')" }],
    ...{ test: ANSWERS, caught: 'a secret, no read' },
  },
  {
    name: 'all answers are compressed at once',
    edits: [{ file: 'api/server/answers/compression', from: 'this.underWay >= this.atOnceMax', to: 'false' }],
    ...{ test: ANSWERS, caught: 'goes out as it is' },
  },
  {
    name: 'the access log holds queries, and tokens with them',
    edits: [{ file: 'api/server/access-log', from: 'withoutQuery(asked)', to: 'withoutQuery(request.incoming.url)' }],
    ...{ test: 'contract/node/access-log', caught: 'holds no token' },
  },
  {
    name: 'a token of one tier has the rights of another',
    edits: [{ file: 'api/auth/policy', from: 'tiers.includes(tier) && missingScope', to: 'missingScope' }],
    ...{ test: 'contract/surface/tiers', caught: 'open no operation but those of the page' },
  },
  {
    name: 'a service that acts for a user has its own rights',
    edits: [{ file: 'api/auth/tokens', from: "isDelegated ? 'delegated' : tier", to: 'tier' }],
    ...{ test: 'contract/surface/tiers', caught: 'of delegated open no operation' },
  },
  {
    name: 'an operation without a right shows all to a token without rights',
    edits: [{ file: 'api/requests/guard', from: '!isTaken(can, call.caller, tiers)', to: 'false' }],
    ...{ test: 'contract/surface/tiers', caught: 'show no more than no token' },
  },
  {
    name: 'roles in the token of a citizen show all tenants',
    edits: [{ file: 'api/auth/tokens', from: "roles: tier === 'platform' ?", to: 'roles: true ?' }],
    ...{ test: 'contract/surface/tiers', caught: 'see the registers of no tenant' },
  },
  {
    name: 'a handshake lets in who shows no certificate of ours',
    edits: [{ file: 'node/platform/http-tls', from: 'rejectUnauthorized: true', to: 'rejectUnauthorized: false' }],
    ...{ test: 'contract/node/listeners', caught: 'end the handshake' },
  },
  {
    name: 'a session brings back a certificate of before',
    edits: [{ file: 'node/platform/http-tls', from: 'constants.SSL_OP_NO_TICKET', to: '0' }],
    ...{ test: 'contract/node/listeners', caught: 'take up no session again' },
  },
  {
    name: 'a listener of its own answers public operations',
    edits: [
      {
        file: 'api/server/server',
        from: 'isAnsweredAt(definition, name)',
        to: "(isAnsweredAt(definition, name) || (name === 'workload' && definition.listeners === undefined))",
      },
    ],
    ...{ test: 'contract/node/listeners', caught: 'nothing of another listener' },
  },
  {
    name: 'a certificate with two URIs is that of the first',
    edits: [{ file: 'core/tenant/workload', from: 'others.length > 0', to: 'false' }],
    ...{ test: 'unit/core/tenant/workload', caught: 'of other names' },
  },
  {
    name: 'a connection outlives its certificate',
    edits: [{ file: 'core/tenant/workload', from: 'nowMs > notAfterMs', to: 'false' }],
    ...{ test: 'unit/core/tenant/workload', caught: 'of other dates' },
  },
  {
    name: 'an operation runs for who has no right',
    edits: [{ file: 'api/dispatch/admission', from: 'rightsProblem(admission, call, log)', to: 'undefined' }],
    ...DISPATCH,
  },
  {
    name: 'an operation runs with parts that were not validated',
    edits: [{ file: 'api/dispatch/dispatcher', from: 'operation.validate(incoming) ??', to: 'undefined ??' }],
    ...DISPATCH,
  },
  {
    name: 'a cursor that was changed is taken',
    edits: [{ file: 'api/requests/cursors', from: 'timingSafeEqual(good, given)', to: 'true' }],
    ...{ test: 'unit/api/requests/paging', caught: 'are refused when a character is changed' },
  },
  {
    name: 'a cursor tells its holder where it leads',
    edits: [
      {
        file: 'api/requests/cursors',
        from: "return createCipheriv('aes-256-ctr', key, check).update(place);",
        to: 'return Buffer.from(place);',
      },
    ],
    ...{ test: 'unit/api/requests/paging', caught: 'say nothing to their holder' },
  },
  {
    name: 'a cursor is good for every list',
    edits: [{ file: 'api/requests/cursors', from: '[call.operationId, ', to: "['', " }],
    ...{ test: 'unit/api/requests/paging', caught: 'are good for no other list' },
  },
  {
    name: 'a cursor into the newest first counts from the new end',
    edits: [{ file: 'api/requests/paging', from: 'total - end : end', to: 'end : end' }],
    ...{ test: 'unit/api/requests/paging', caught: 'show each item of a list once' },
  },
  {
    name: 'a stolen connection token is good for another session',
    edits: [{ file: 'api/hubs/live-connections', from: 'found.bearer === bearer', to: 'true' }],
    ...{ test: 'contract/hubs/transports', caught: 'from its session only' },
  },
  {
    name: 'a ticket of a hub is good for another session',
    edits: [{ file: 'api/hubs/tickets', from: 'ticket.bearer !== bearerName(visitor.caller)', to: 'false' }],
    ...{ test: 'unit/api/hubs/tickets', caught: 'good for the session that negotiated' },
  },
  {
    name: 'a wallet hears of registers that its listener does not see',
    edits: [{ file: 'api/hubs/host', from: 'within !== undefined && isFailure(', to: 'within === "" && isFailure(' }],
    ...{ test: 'contract/hubs/resume', caught: 'in registers that the caller sees' },
  },
  {
    name: 'a receipt is told to who does not wait for it',
    edits: [
      {
        file: 'api/hubs/register.hub',
        from: 'topics: [receiptTopic(registerId, txId)],',
        to: 'topics: transactions.map((one) => receiptTopic(registerId, one.txId)),',
      },
    ],
    ...{ test: 'contract/hubs/resume', caught: 'hears of that one' },
  },
  {
    name: 'the way to the next page names a wallet that is not to be seen',
    edits: [
      {
        file: 'api/access/wallet-standing',
        from: 'items.filter((wallet) => canSee(standingOf(call, wallet)))',
        to: 'items',
      },
    ],
    ...{ test: 'contract/wallets/wallets', caught: 'names no wallet that the caller may not know of' },
  },
  {
    name: 'a message of a hub comes in as many parts as its client likes',
    edits: [{ file: 'api/hubs/mount', from: 'maxFragments: HUB_FRAGMENTS_MAX', to: 'maxFragments: 0' }],
    ...{ test: 'contract/hubs/frames', caught: 'in no more than clients send' },
  },
  {
    name: 'a record of a hub may stay unfinished',
    edits: [{ file: 'api/hubs/connection', from: '>= HUB_RECORD_MS', to: '>= Infinity' }],
    ...{ test: 'unit/api/hubs/connection', caught: 'does not wait for a record without end' },
  },
  {
    name: 'a slow client of a hub is kept',
    edits: [{ file: 'api/hubs/connection', from: 'text.length > HUB_QUEUE_BYTES_MAX', to: 'text.length > Infinity' }],
    ...{ test: 'unit/api/hubs/connection', caught: 'cuts off a slow reader' },
  },
  {
    name: 'polls of a hub are free',
    edits: [{ file: 'api/hubs/connection', from: 'this.messages++;\n        this.pace();', to: 'this.pace();' }],
    ...{ test: 'unit/api/hubs/connection', caught: 'unless it asks too often' },
  },
  {
    name: 'requests at the connection of another session are free',
    edits: [
      {
        file: 'api/hubs/over-http',
        from: 'liveAt(request, at)?.connection.ended === false',
        to: 'at.live.has(idOf(request) ?? "", at.hub.name)',
      },
    ],
    ...{ test: 'contract/hubs/transports', caught: 'counts what does not count for the pace' },
  },
  {
    name: 'polls at a stream of events are free',
    edits: [{ file: 'api/hubs/over-http', from: 'at.host.asked(found.connection);', to: '' }],
    ...{ test: 'contract/hubs/transports', caught: 'counts polls at a stream of events' },
  },
  {
    name: 'a client that went away before its stream of events keeps its place',
    edits: [{ file: 'api/hubs/over-http', from: 'if (reply.raw.destroyed)', to: 'if (false)' }],
    ...{ test: 'contract/hubs/transports', caught: 'keeps no place for a client that goes away' },
  },
  {
    name: 'a record that waits for a poll is not counted',
    edits: [{ file: 'api/hubs/transports/long-polling', from: 'this.queued += text.length;', to: '' }],
    ...{ test: 'unit/api/hubs/transports/long-polling', caught: 'counts what waits' },
  },
  {
    name: 'an event has no trace of its request',
    edits: [{ file: 'actors/traces', from: 'this.noted.set(id, trace);', to: '' }],
    ...{ test: 'contract/hubs/traces', caught: 'is that of the request' },
  },
  {
    name: 'a refused transaction keeps its place among the causes',
    edits: [{ file: 'actors/ledger/ledger-submissions', from: 'forget();', to: '' }],
    ...{ test: 'contract/hubs/traces', caught: 'is not that of a refused one' },
  },
  {
    name: 'a stream goes on without its right',
    edits: [
      { file: 'api/hubs/streams', from: 'const problem = stream.source?.still();', to: 'const problem = undefined;' },
    ],
    ...{ test: 'unit/api/hubs/streams', caught: 'at a look while nothing happens' },
  },
  {
    name: 'a stream fills the socket of a slow client',
    edits: [{ file: 'api/hubs/streams', from: 'waiting() > HUB_STREAM_AHEAD_BYTES', to: 'false' }],
    ...{ test: 'unit/api/hubs/streams', caught: 'while the socket holds too much' },
  },
  {
    name: 'a stream whose item ends the connection keeps what it holds',
    edits: [{ file: 'api/hubs/streams', from: 'isFull && !signal.aborted', to: 'isFull' }],
    ...{ test: 'unit/api/hubs/streams', caught: 'where the item itself ends the connection' },
  },
  {
    name: 'a fact makes an item for every stream in one turn of the loop',
    edits: [{ file: 'api/hubs/streams', from: 'await new Promise((resolve) => this.ports.later(resolve));', to: '' }],
    ...{ test: 'unit/api/hubs/streams', caught: 'make so many items in a turn too' },
  },
  {
    name: 'a token that ended goes on with its streams',
    edits: [{ file: 'api/hubs/host', from: 'this.deps.tokens.standing(live.opening.caller) ??', to: 'undefined ??' }],
    ...{ test: 'unit/api/hubs/host', caught: 'gives a stream nothing more once its token has ended' },
  },
  {
    name: 'a table of transactions has formulas',
    edits: [{ file: 'api/dispatch/representations', from: 'cell.replace(FORMULA,', to: "cell.replace('none'," }],
    ...{ test: 'unit/api/dispatch/representations', caught: 'let no spreadsheet compute' },
  },
  {
    name: 'caches keep one form of an answer for all',
    edits: [{ file: 'api/requests/negotiation', from: "call.note('vary', 'accept');", to: '' }],
    ...{ test: 'unit/api/requests/negotiation', caught: 'depending on the header' },
  },
  {
    name: 'a form says one thing twice',
    edits: [{ file: 'api/requests/form', from: 'if (fields.has(name))', to: 'if (false)' }],
    ...{ test: 'contract/surface/families', caught: 'refuse a form that is sent twice' },
  },
  {
    name: 'an operation takes a body of any type',
    edits: [{ file: 'api/dispatch/body', from: '!takes.includes(bodyType)', to: 'false' }],
    ...{ test: 'contract/surface/families', caught: 'of a body of another type' },
  },
  {
    name: 'a call of this process brings as many values as it likes',
    edits: [{ file: 'api/dispatch/body', from: 'budgetIssue(values, limit.values) ??', to: 'undefined ??' }],
    ...{ test: 'contract/surface/dispatcher', caught: 'keep the limits of bodies' },
  },
  {
    name: 'a call of this process brings as many bytes as it likes',
    edits: [{ file: 'api/dispatch/body', from: 'rawBody.length > limit.bytes', to: 'false' }],
    ...{ test: 'contract/surface/dispatcher', caught: 'keep the limits of bodies' },
  },
  {
    name: 'a token that ended is good to a caller of this process',
    // Two guard it, because the body may arrive long after the call.
    edits: [
      { file: 'api/requests/guard', from: 'failIf(tokens.standing(call.caller)) ??', to: 'undefined ??' },
      { file: 'api/dispatch/dispatcher', from: 'endedMeanwhile(call)', to: 'undefined' },
    ],
    test: 'contract/surface/dispatcher',
    caught: 'until its token ends',
  },
  {
    name: 'a socket connects to any address that a name has',
    edits: [
      {
        file: 'node/outgoing/resolve',
        from: 'if (problem !== undefined || first === undefined)',
        to: 'if (first === undefined)',
      },
    ],
    test: HTTP,
    caught: 'connects to no address that is not public',
  },
  {
    name: 'one tenant takes all places of outgoing requests',
    edits: [
      {
        file: 'node/outgoing/places',
        from: 'return this.shares.fits(from, 1,',
        to: 'return this.shares.fits(undefined, 1,',
      },
    ],
    ...{ test: 'unit/node/outgoing/places', caught: 'leave room for others' },
  },
  {
    name: 'an address in a URL is not judged',
    edits: [
      {
        file: 'node/outgoing/http',
        from: 'isIP(host) === 0 ? undefined : addressProblem(target, [host])',
        to: 'isIP(host) === 9 ? addressProblem(target, [host]) : undefined',
      },
    ],
    test: HTTP,
    caught: 'connects to no address that is not public',
  },
  {
    name: 'one public address lets all others of the name in',
    edits: [
      { file: 'core/outgoing/target', from: 'addresses.every(isPublicAddress)', to: 'addresses.some(isPublicAddress)' },
    ],
    test: TARGET,
    caught: 'refuses all addresses for one that is not public',
  },
  {
    name: 'another machine is called without TLS',
    edits: [{ file: 'core/outgoing/target', from: '!addresses.every(isLoopbackAddress)', to: 'false' }],
    test: TARGET,
    caught: 'without TLS only on this machine',
  },
  {
    name: 'a redirect takes the secrets of a request elsewhere',
    edits: [{ file: 'node/outgoing/http', from: 'isSame || !SECRET_HEADERS', to: 'true || !SECRET_HEADERS' }],
    test: HTTP,
    caught: 'tells another origin no secrets',
  },
  {
    name: 'a compressed answer is taken',
    edits: [{ file: 'node/outgoing/http', from: "encoding !== 'identity'", to: 'false' }],
    test: HTTP,
    caught: 'takes no compressed answer',
  },
  {
    name: 'a mail is addressed to several',
    edits: [{ file: 'core/outgoing/mail', from: '@<>()[\\]\\\\,;:', to: '<>()[\\]\\\\;:' }],
    test: TARGET,
    caught: 'refuses lists, quotes, line breaks',
  },
  {
    name: 'a JWS names another algorithm than that of its key',
    edits: [{ file: 'core/crypto/signing/formats', from: '&& jose.includes(alg)', to: '' }],
    test: FORMATS,
    caught: 'refuses no signature as a JWS',
  },
  {
    name: 'bytes that are no Sig_structure are signed as one',
    edits: [{ file: 'core/crypto/signing/formats', from: "structure[0] === 'Signature1'", to: 'true' }],
    test: FORMATS,
    caught: 'refuses another context as a COSE_Sign1',
  },
];
