// A server that is closed: connections that sent no whole request do not keep it open.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { aWorld } from '../world/world.js';

describe('a server that is closed', () => {
  it('does not wait for connections that sent nothing, or half of a request', async () => {
    const world = await aWorld({ drainMs: 50 });
    const { port } = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }));
    const ended = ['', 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{'].map((sent) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(sent);
      return once(socket.on('error', () => undefined).resume(), 'close');
    });
    await pause(100);
    expect(await Promise.race([world.app.close().then(() => 'closed'), pause(3000, 'open')])).to.equal('closed');
    await Promise.all(ended);
    await world.close();
  });
});
