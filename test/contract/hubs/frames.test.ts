// Messages of a web socket in many parts: what clients send is taken, and more than any client sends ends the
// connection, because each part is kept until the message is whole.
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { HUB_CHUNKS_MAX, HUB_FRAGMENTS_MAX } from '../../../core/base/limits/node/hubs.js';
import { worldOfAll } from '../world/world-of.js';

const SHAKE = '{"protocol":"json","version":1}\x1e';

describe('messages of hubs', () => {
  const world = worldOfAll();
  let at: string;
  before(async () => {
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    at = `${url}/hubs/register?access_token=${await world.token('administrator')}`;
  });

  /** What comes back: a text, or the end of the connection. */
  async function sent(send: (socket: WebSocket) => void): Promise<string> {
    const socket = new WebSocket(at);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.on('error', () => undefined);
    const came = new Promise<string>((resolve) => {
      socket.once('message', (data) => resolve(String(data)));
      socket.once('close', () => resolve('ended'));
    });
    send(socket);
    const found = await came;
    socket.terminate();
    return found;
  }

  const inParts = (count: number) =>
    sent((socket) => {
      for (let i = 0; i < count; i++) socket.send(i === 0 ? SHAKE : '', { fin: i === count - 1 });
    });

  it('come in some parts, and in no more than clients send', async () => {
    expect(await inParts(1)).to.equal('{}\x1e');
    expect(await inParts(HUB_FRAGMENTS_MAX)).to.equal('{}\x1e');
    expect(await inParts(HUB_FRAGMENTS_MAX + 1)).to.equal('ended');
    expect(HUB_CHUNKS_MAX).to.be.greaterThan(HUB_FRAGMENTS_MAX);
    expect(world.errors).to.deep.equal([]);
  });
});
