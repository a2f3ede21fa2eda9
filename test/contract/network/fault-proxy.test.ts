// The proxy that stands for a far and thin link: it carries in order, no faster than its rate, and what is too much for
// it waits in its sender.
import { connect, createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { FaultProxy } from '../../tools/fault-proxy.js';

describe('a thin link', () => {
  const SENT = 1024 * 1024;
  const RATE = 2 * SENT;
  let target: Server;
  let proxy: FaultProxy;
  const arrived: number[] = [];
  const begun: { ms: number } = { ms: 0 };
  let bytes = '';

  before(async () => {
    target = createServer((socket) =>
      socket.on('data', (chunk) => {
        arrived.push(performance.now() - begun.ms);
        bytes += chunk.toString('latin1');
      }),
    );
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', () => resolve()));
    const { port } = target.address() as { port: number };
    proxy = await FaultProxy.open({ host: '127.0.0.1', port });
  });
  after(async () => {
    await proxy.close();
    await new Promise((resolve) => target.close(resolve));
  });

  it('carries in order, no faster than its rate, and tells its sender to wait', async () => {
    proxy.set({ delayMs: 50, bytesPerSecond: RATE });
    const socket = connect(proxy.port, '127.0.0.1');
    const text = Array.from({ length: SENT / 8 }, (_, i) => String(i).padStart(8, '0')).join('');
    begun.ms = performance.now();
    socket.write(text, 'latin1');
    while (bytes.length < SENT) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(proxy.heldBytes, 'held').to.be.at.most(256 * 1024 + RATE / 20 + 64 * 1024);
    }
    expect(bytes === text, 'in order').to.equal(true);
    expect(arrived[0], 'the delay').to.be.at.least(49);
    expect(arrived.at(-1), 'the rate').to.be.at.least((SENT / RATE) * 1000);
    expect(proxy.carriedBytes).to.equal(SENT);
    socket.destroy();
  });

  it('keeps the order of bytes when its delay falls', async () => {
    bytes = '';
    const socket = connect(proxy.port, '127.0.0.1');
    proxy.set({ delayMs: 200 });
    socket.write('first ');
    while (proxy.heldBytes === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    proxy.set({});
    socket.write('second');
    while (bytes.length < 12) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(bytes).to.equal('first second');
    socket.destroy();
  });
});
