// Calls of the command line to a hub whose connection ends: a command that follows a node must notice and come back.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { type WebSocket, WebSocketServer } from 'ws';
import { isPassing, refusedText } from '../../../../cli/hub/failing.js';
import { type Hearing, type Listening, listen } from '../../../../cli/hub/listening.js';

const TOLD = '{"type":1,"target":"DocketSealed","arguments":["r",1,"h","time","trace"]}\x1e';

/** A fault of the network, and no word of the hub. */
const OVER = ['the connection ended', true, undefined];

describe('calls of the command line to a hub', () => {
  let server: Server;
  let url: string;
  let stop: AbortController;
  /** The hub after the handshake: runs at each record of the client. */
  let act: (socket: WebSocket) => void;

  beforeEach(async () => {
    stop = new AbortController();
    const hub = new WebSocketServer({ noServer: true });
    server = createServer();
    server.on('upgrade', (request, stream, head) =>
      hub.handleUpgrade(request, stream, head, (socket) => {
        socket.once('message', () => {
          socket.send('{}\x1e');
          socket.on('message', () => act(socket));
        });
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    stop.abort();
    await new Promise((resolve) => server.close(resolve));
  });

  const open = (onTold: Hearing['onTold'] = () => undefined) =>
    listen('/hubs/register', { url, token: undefined, signal: stop.signal, onTold });
  const refused = (hub: Listening) =>
    hub.call('SubscribeToRegister', 'r').then(
      () => expect.fail('it was answered'),
      (error: Error) => [error.message, isPassing(error), refusedText(error)],
    );

  it('are refused when the connection ends under way, and after it', async () => {
    act = (socket) => socket.close();
    const hub = await open();
    expect(await refused(hub)).to.deep.equal(OVER);
    await hub.ended;
    expect(await refused(hub)).to.deep.equal(OVER);
  });

  it('are refused when it ends by what its hearer throws', async () => {
    act = (socket) => socket.send(TOLD);
    const hub = await open(() => {
      throw new Error('cannot take it');
    });
    expect(await refused(hub)).to.deep.equal(OVER);
    expect(await hub.ended.catch(({ message }: Error) => message)).to.equal('cannot take it');
  });
});
