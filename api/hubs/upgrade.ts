// Which requests to change the protocol of a connection (RFC 9110 section 7.8) are for a hub. All others go on as plain requests, as they do on a server
// without web sockets: clients that offer HTTP/2 in clear ask for that with every first request, and may be ignored.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** A source of `upgrade` events that are for web sockets of hubs. `isHub` sees the path without its query. */
export function hubUpgrades(server: Server, isHub: (path: string) => boolean): EventEmitter {
  const upgrades = new EventEmitter();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = (request.url ?? '').split('?')[0] as string;
    if (request.headers.upgrade?.toLowerCase() === 'websocket' && request.method === 'GET' && isHub(path))
      upgrades.emit('upgrade', request, socket, head);
    else goOn(server, request, { socket, head });
  });
  return upgrades;
}

const UPGRADE_ONLY = new Set(['upgrade', 'http2-settings']);

/** Puts the request back on its connection without the offer, where the server reads it again with whatever follows. */
function goOn(
  server: Server,
  request: IncomingMessage,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
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
  server.emit('connection', socket);
}

function withoutOffer(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => option !== '' && !UPGRADE_ONLY.has(option.toLowerCase())).join(', ');
}
