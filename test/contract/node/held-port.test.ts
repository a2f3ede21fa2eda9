// A port that is held: nobody else has it until it is released.
import { createServer } from 'node:net';
import { expect } from 'chai';
import { holdPort } from '../../../node/platform/held-port.js';

const HOST = '127.0.0.1';

/** Undefined where it listens, and the code of the error else. */
function listenAt(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, HOST, () => server.close(() => resolve(undefined)));
  });
}

describe('node/platform/held-port', () => {
  it('is a free one, which nobody else has until it is released', async () => {
    const held = await holdPort(HOST);
    expect(held.port).to.be.greaterThan(0);
    expect(await listenAt(held.port)).to.equal('EADDRINUSE');
    await held.release();
    expect(await listenAt(held.port)).to.equal(undefined);
  });

  it('is none where the address is not of this machine', async () => {
    const failure = await holdPort('192.0.2.1').catch((error: NodeJS.ErrnoException) => error.code);
    expect(failure).to.equal('EADDRNOTAVAIL');
  });
});
