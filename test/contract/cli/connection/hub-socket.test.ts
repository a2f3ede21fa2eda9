// The web socket of the command line against servers that behave, and against ones that do not.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type WebSocket, WebSocketServer } from 'ws';
import { HubRefused, openSocket, type SocketOpening } from '../../../../cli/hub/socket.js';

describe('the web socket of the command line', () => {
  let server: Server;
  let hub: WebSocketServer;
  let url: string;
  /** Answers in place of the hub. */
  let answer: ((response: ServerResponse) => void) | undefined;
  let stop: AbortController;
  const connections: Socket[] = [];

  beforeEach(async () => {
    stop = new AbortController();
    hub = new WebSocketServer({ noServer: true });
    server = createServer((_, response) => answer?.(response));
    server.on('connection', (connection) => connections.push(connection));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hubs/register`;
  });
  afterEach(async () => {
    stop.abort();
    for (const connection of connections.splice(0)) connection.destroy();
    await new Promise((resolve) => server.close(resolve));
    answer = undefined;
  });

  /** The hub opens, and does this with each socket. */
  function serve(act: (socket: WebSocket, headers: NodeJS.Dict<string | string[]>) => void): void {
    server.on('upgrade', (request, stream, head) =>
      hub.handleUpgrade(request, stream, head, (socket) => act(socket, request.headers)),
    );
  }

  function open(overrides: Partial<SocketOpening> = {}): ReturnType<typeof openSocket> {
    return openSocket(url, { headers: {}, signal: stop.signal, onText: async () => undefined, ...overrides });
  }

  async function refusal(wanted: Promise<unknown>): Promise<unknown> {
    return wanted.then(
      () => expect.fail('it was opened'),
      (error: unknown) => error,
    );
  }

  it('sends its headers, hears one text after the other, and says what it is told to', async () => {
    const heard: string[] = [];
    serve((socket, { authorization }) => {
      socket.send(String(authorization));
      socket.send('one');
      socket.send('two');
      socket.on('message', (data) => {
        socket.send(`back ${data}`);
        socket.close();
      });
    });
    let working = 0;
    const onText = async (text: string): Promise<void> => {
      expect(++working).to.equal(1);
      await pause(20);
      heard.push(text);
      working -= 1;
    };
    const opened = await open({ headers: { authorization: 'Bearer t' }, onText });
    opened.send('hello');
    await opened.ended;
    await pause(100);
    expect(heard).to.deep.equal(['Bearer t', 'one', 'two', 'back hello']);
  });

  it('lets the node wait while it works', async () => {
    const buffered = new Promise<number>((resolve) => {
      serve((socket) => {
        for (let i = 0; i < 40; i++) socket.send('x'.repeat(1024 * 1024));
        setTimeout(() => resolve(socket.bufferedAmount), 300);
      });
    });
    let taken = 0;
    await open({
      onText: async () => {
        taken += 1;
        await pause(10_000, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      },
    });
    expect(await buffered).to.be.above(16 * 1024 * 1024);
    expect(taken).to.equal(1);
  });

  it('ends with what its hearer throws, and hears nothing after it', async () => {
    serve((socket) => {
      socket.send('bad');
      socket.send('more');
    });
    const heard: string[] = [];
    const onText = async (text: string): Promise<void> => {
      heard.push(text);
      throw new Error(`cannot take ${text}`);
    };
    const { ended } = await open({ onText });
    expect((await refusal(ended)) as Error).to.have.property('message', 'cannot take bad');
    expect(heard).to.deep.equal(['bad']);
  });

  for (const [what, send] of [
    ['a message that is too long', (socket: WebSocket) => socket.send('x'.repeat(4 * 1024 * 1024 + 1))],
    ['bytes in place of a text', (socket: WebSocket) => socket.send(Buffer.from('text'))],
    ['no frame at all', (socket: WebSocket) => socket.emit('raw')],
  ] as const)
    it(`ends at ${what}, and hands none of it on`, async () => {
      const streams: { write(bytes: Buffer): void }[] = [];
      server.on('upgrade', (_, stream) => streams.push(stream));
      serve((socket) => {
        socket.on('raw', () => streams[0]?.write(Buffer.from([0xff, 0xff, 0xff])));
        send(socket);
      });
      const heard: string[] = [];
      const { ended } = await open({ onText: async (text) => void heard.push(text) });
      await ended;
      expect(heard).to.deep.equal([]);
    });

  it('ends when the node says nothing for long, and not while it pings', async () => {
    let pinged = 0;
    serve((socket) => {
      const pings = setInterval(() => {
        socket.ping();
        if (++pinged === 8) clearInterval(pings);
      }, 50);
    });
    const { ended } = await open({ silenceMs: 200 });
    await ended;
    expect(pinged).to.equal(8);
  });

  it('ends when it is stopped, before it is open and after', async () => {
    const early = new AbortController();
    const waits = refusal(open({ signal: early.signal }));
    early.abort();
    expect(await waits).to.be.instanceOf(Error);
    serve(() => undefined);
    const { ended } = await open();
    stop.abort();
    await ended;
  });

  it('tells a refusal with its status and code, and gives up where no answer comes or no web socket', async () => {
    answer = (response) => {
      response.writeHead(403, { 'content-type': 'application/problem+json' });
      response.end('{"code":"FORBIDDEN","detail":"not yours"}');
    };
    const refused = (await refusal(open())) as HubRefused;
    expect(refused).to.be.instanceOf(HubRefused);
    expect([refused.status, refused.code, refused.message]).to.deep.equal([403, 'FORBIDDEN', 'not yours']);
    answer = undefined;
    expect(await refusal(open({ silenceMs: 100 }))).to.be.instanceOf(Error);
    server.on('upgrade', (_, stream) =>
      stream.write(
        'HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: x\r\n\r\n',
      ),
    );
    expect(String(await refusal(open()))).to.contain('Sec-WebSocket-Accept');
    url = 'http://127.0.0.1:1/hubs/register';
    expect(await refusal(open())).to.have.property('code', 'ECONNREFUSED');
  });
});
