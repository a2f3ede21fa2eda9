// A way from a browser to a node on which some answers go wrong, as a test says: a proxy of both.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An answer in place of that of the node. */
const REFUSED = {
  401: 'TOKEN_INVALID',
  412: 'PRECONDITION_FAILED',
  429: 'RATE_LIMITED',
  503: 'NODE_DRAINING',
} as const;

/**
 * `cut` and `gone`: the node did what it was asked, and its answer breaks off, or never comes. `frozen` until thawed.
 */
export const FAULTS = ['401', '412', '429', '503', 'endless', 'cut', 'gone', 'frozen'] as const;
export type WayFault = (typeof FAULTS)[number];

const FILLING = Buffer.alloc(1024 * 1024, ' ');

export class FaultyWay {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private fault: { readonly at: RegExp; readonly how: WayFault } | undefined;
  private held: (() => void)[] = [];
  /** Calls that went wrong. */
  hits = 0;

  constructor(private readonly target: URL) {
    this.server = createServer((asked, answer) => {
      const { fault } = this;
      answer.on('error', () => undefined);
      if (fault === undefined || !fault.at.test(asked.url ?? '')) return void this.pass(asked, answer);
      this.hits++;
      this.spoil(fault.how, asked, answer);
    });
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    this.server.on('upgrade', (asked, socket: Socket, head) => this.upgrade(asked, socket, head));
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, 'localhost', resolve));
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** Answers to what is asked at such addresses go wrong from now on. */
  begin(at: RegExp, how: WayFault): void {
    this.fault = { at, how };
    this.hits = 0;
  }

  end(): void {
    this.fault = undefined;
    for (const goOn of this.held.splice(0)) goOn();
  }

  /** Connections that stay open, such as those of hubs, break now. */
  breakAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private spoil(how: WayFault, asked: IncomingMessage, answer: ServerResponse): void {
    if (how === 'frozen') this.held.push(() => void this.pass(asked, answer));
    else if (how === 'endless') fill(asked, answer);
    else if (how === 'cut' || how === 'gone') void this.pass(asked, answer, how);
    else {
      const status = Number(how) as keyof typeof REFUSED;
      const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
      asked.resume();
      answer.writeHead(status, headers).end(JSON.stringify({ code: REFUSED[status], detail: 'The node says no.' }));
    }
  }

  private async pass(asked: IncomingMessage, answer: ServerResponse, broken?: 'cut' | 'gone'): Promise<void> {
    const { method, url: path, headers } = asked;
    const { hostname, port } = this.target;
    const passed = request({ hostname, port, method, path, headers, agent: false });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
    passed.on('response', async (given) => {
      if (broken === undefined) {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
        return;
      }
      const body = await buffer(given);
      if (broken === 'gone') {
        answer.destroy();
        return;
      }
      answer.writeHead(given.statusCode ?? 502, { ...given.headers, 'content-length': body.length + 1 });
      answer.write(body.subarray(0, body.length / 2), () => answer.destroy());
    });
  }

  private upgrade(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    if (this.fault?.at.test(asked.url ?? '')) return void socket.destroy();
    const { hostname, port } = this.target;
    const passed = connect(Number(port), hostname, () => {
      const lines = asked.rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      passed.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines}\r\n`);
      passed.write(head);
      passed.pipe(socket).pipe(passed);
    });
    passed.on('error', () => socket.destroy());
    socket.on('error', () => passed.destroy());
    socket.on('close', () => passed.destroy());
  }
}

/** Until the browser has enough. */
function fill(asked: IncomingMessage, answer: ServerResponse): void {
  asked.resume();
  answer.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    while (!answer.destroyed && answer.write(FILLING));
    if (!answer.destroyed) answer.once('drain', more);
  };
  more();
}
