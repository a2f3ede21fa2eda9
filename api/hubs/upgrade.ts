// Which requests to change the protocol of a connection (RFC 9110 section 7.8) are for a hub. All others go on as plain
// requests, as they do on a server without web sockets: clients that offer HTTP/2 in clear ask for that with every
// first request, and may be ignored.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** A source of `upgrade` events that are for web sockets of hubs. `isHub` sees the path without its query. */
export function hubUpgrades(server: Server, isHub: (path: string) => boolean): EventEmitter {
  const upgrades = new EventEmitter();
  const isForHub = ({ url = '', method, headers }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket' && method === 'GET' && isHub(url.split('?')[0] as string);
  // Node 24.9 and later ask before. A request with a body is plain there, because `upgrade` comes without the body; one
  // that has none goes on below, because a train of requests stops behind an offer that was declined.
  (server as Server & { shouldUpgradeCallback?: typeof isForHub }).shouldUpgradeCallback = (request) =>
    isForHub(request) || !hasBody(request);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isForHub(request)) upgrades.emit('upgrade', request, socket, head);
    else behindAnswers(socket, () => goOn(server, request, { socket: socket as Socket, head }));
  });
  return upgrades;
}

/**
 * Runs `next` once every earlier request of a pipelined connection is answered. Node leaves their answers with the
 * parser that it takes away, and one of a new parser would wait behind them without end. The member is Node's own;
 * without it the request goes on at once.
 */
function behindAnswers(socket: Duplex, next: () => void): void {
  const open = (socket as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage;
  if (open instanceof EventEmitter) open.once('close', () => behindAnswers(socket, next));
  else if (!socket.destroyed) next();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const UPGRADE_ONLY = new Set(['upgrade', 'http2-settings']);

/** Puts the request back on its connection without the offer, where the server reads it again with whatever follows. */
function goOn(
  server: Server,
  request: IncomingMessage,
  { socket, head }: { readonly socket: Socket; readonly head: Buffer },
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] as string;
    const value = request.rawHeaders[i + 1] as string;
    if (UPGRADE_ONLY.has(name.toLowerCase())) continue;
    const kept = name.toLowerCase() === 'connection' ? withoutOffer(value) : value;
    if (kept !== '') lines.push(`${name}: ${kept}`);
  }
  // Node gives header text as one character a byte.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  // The time to keep an idle connection, which the answer before has set, does not hold for this request.
  socket.setTimeout(server.timeout);
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

function withoutOffer(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => option !== '' && !UPGRADE_ONLY.has(option.toLowerCase())).join(', ');
}
