// A register that is played to a page: a proxy in front of a node. It tells dockets of its own making in the protocol
// of the hubs, and the rows in them. All else is the answer of the node, which seals nothing meanwhile. So the page is
// what is measured, and not how it shares the processors with a node and a load.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Client } from '../../../api/client/client.js';
import { HANDSHAKE_ACCEPTED, parseMessage, Records, streamItem } from '../../../api/hubs/protocol.js';

type DocketCard = Awaited<ReturnType<Client['listDocketSummaries']>>['dockets'][number];
type Row = Awaited<ReturnType<Client['listTransactionSummaries']>>['transactions'][number];

const HUB = '/hubs/register';
/** As a page of the console asks for. */
const ROWS = 100;
const RECORD_MAX = 64 * 1024;

interface Playing {
  readonly node: { readonly host: string; readonly port: number };
  readonly client: Client;
  /** It has a docket, with rows that are played again under other ids. */
  readonly registerId: string;
  readonly docketsPerSecond: number;
  readonly transactionsPerDocket: number;
}

export interface RegisterPlayer {
  /** Of the node as a page reaches it. */
  readonly origin: string;
  begin(): void;
  /** Gives the last docket, and how many transactions were told. */
  end(): { readonly docket: number; readonly transactions: number };
  close(): Promise<void>;
}

/** The chain that is played: each docket names that before it, and the first one the last of the node. */
export class PlayedChain {
  private last: DocketCard;

  constructor(
    private readonly of: { readonly docket: DocketCard; readonly rows: readonly Row[] },
    private readonly transactionCount: number,
  ) {
    this.last = of.docket;
  }

  get height(): number {
    return this.last.number;
  }

  next(timestamp: string): DocketCard {
    const { number, hash: previousHash } = this.last;
    const hash = digest(`docket ${number + 1}`);
    this.last = {
      ...this.last,
      number: number + 1,
      hash,
      previousHash,
      timestamp,
      transactionCount: this.transactionCount,
    };
    return this.last;
  }

  /** The newest ones, newest first. */
  rows(): readonly Row[] {
    const { number, timestamp: sealedAt } = this.last;
    return this.of.rows.map((row, i) => {
      const docketNumber = number - Math.floor(i / this.transactionCount);
      const index = this.transactionCount - 1 - (i % this.transactionCount);
      return { ...row, txId: digest(`${docketNumber} ${index}`), docketNumber, index, sealedAt };
    });
  }
}

export async function playRegister({ node, client, registerId, ...rate }: Playing): Promise<RegisterPlayer> {
  const params = { registerId };
  const { dockets } = await client.listDocketSummaries({ params, query: { pageSize: 1 } });
  const page = await client.listTransactionSummaries({ params, query: { pageSize: ROWS } });
  const [docket] = dockets;
  if (docket === undefined || page.transactions.length === 0) throw new Error('The register has nothing to play.');
  const chain = new PlayedChain({ docket, rows: page.transactions }, rate.transactionsPerDocket);
  const hub = new PlayedHub();
  let timer: NodeJS.Timeout | undefined;
  const rowsPath = `/api/registers/${registerId}/transaction-summaries`;
  const { host, port } = node;
  const proxy = await proxyOf({ host, port }, hub, (path) =>
    timer !== undefined && path === rowsPath ? { ...page, transactions: chain.rows() } : undefined,
  );
  return {
    origin: `http://localhost:${proxy.port}`,
    begin() {
      const begun = performance.now();
      let count = 0;
      timer = setInterval(() => {
        const due = ((performance.now() - begun) / 1000) * rate.docketsPerSecond;
        for (; count < due; count++) hub.tell(chain.next(new Date().toISOString()));
      }, 1000 / rate.docketsPerSecond);
    },
    end() {
      clearInterval(timer);
      return { docket: chain.height, transactions: (chain.height - docket.number) * rate.transactionsPerDocket };
    },
    close: () => proxy.close(),
  };
}

/** The followers of dockets, by their sockets: one stream each. */
class PlayedHub {
  readonly sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  private readonly followers = new Map<WebSocket, string>();

  take(socket: WebSocket): void {
    const records = new Records(RECORD_MAX);
    let isGreeted = false;
    socket.on('message', (data: Buffer) => {
      for (const record of records.push(data.toString()) ?? []) {
        const message = isGreeted ? parseMessage(record) : undefined;
        if (message === undefined) socket.send(HANDSHAKE_ACCEPTED);
        else if (typeof message === 'object' && message.type === 'stream' && message.target === 'FollowDockets')
          this.followers.set(socket, message.invocationId);
        isGreeted = true;
      }
    });
    socket.on('close', () => this.followers.delete(socket));
  }

  tell(docket: DocketCard): void {
    for (const [socket, invocationId] of this.followers) socket.send(streamItem(invocationId, docket as never));
  }
}

interface Proxy {
  readonly port: number;
  close(): Promise<void>;
}

/** `answer` is asked first for what is read. */
async function proxyOf(
  node: Playing['node'],
  hub: PlayedHub,
  answer: (path: string) => object | undefined,
): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const piped = new Set<Duplex>();
  const server = createServer((incoming, outgoing) => {
    const { pathname: path, searchParams } = new URL(incoming.url ?? '/', 'http://node');
    const own = path === `${HUB}/negotiate` ? negotiated() : searchParams.has('cursor') ? undefined : answer(path);
    if (own === undefined) forward(incoming, outgoing, { ...node, agent });
    else outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(own));
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (incoming.url?.startsWith(HUB)) hub.sockets.handleUpgrade(incoming, socket, head, (its) => hub.take(its));
    else pipe(incoming, socket, { node, head, piped });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of hub.sockets.clients) socket.terminate();
      for (const socket of piped) socket.destroy();
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: Playing['node'] & { readonly agent: Agent },
): void {
  const { method, url: path, headers } = incoming;
  const asked = request({ ...to, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  asked.on('error', () => outgoing.destroy());
  incoming.pipe(asked);
}

interface Pipe {
  readonly node: Playing['node'];
  readonly head: Buffer;
  readonly piped: Set<Duplex>;
}

/** Other hubs are those of the node. */
function pipe({ method, url, rawHeaders }: IncomingMessage, socket: Duplex, { node, head, piped }: Pipe): void {
  const to = connect(node.port, node.host);
  const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
  to.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  to.write(head);
  for (const [from, into] of [
    [socket, to],
    [to, socket],
  ] as const) {
    piped.add(from);
    from.pipe(into);
    from.on('error', () => into.destroy());
    from.on('close', () => {
      piped.delete(from);
      into.destroy();
    });
  }
}

function negotiated(): object {
  const id = digest(String(performance.now()));
  const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }];
  return { negotiateVersion: 1, connectionId: id, connectionToken: id, availableTransports };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
