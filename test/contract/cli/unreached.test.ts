// A command says why it does not reach a node: real servers of other kinds, and none.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net';
import { expect } from 'chai';
import { EXIT } from '../../../cli/command/command.js';
import { plainFetch } from '../../../cli/remote/plain-fetch.js';
import { sendThrough, waitForAnswers } from '../../../cli/remote/remote.js';
import { called } from '../../support/command.js';

describe('the command line and the way to a node', () => {
  const servers: (Server | TcpServer)[] = [];

  async function listening<T extends Server | TcpServer>(server: T): Promise<string> {
    servers.push(server);
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const status = (url: string, ...more: string[]) => called(['status', ...more], {}, { env: { QUORATE_URL: url } });

  before(() => sendThrough(plainFetch));
  after(() => {
    sendThrough(undefined);
    waitForAnswers();
    for (const server of servers) server.close();
  });

  it('says that nothing listens', async () => {
    const { exit, err } = await status('http://127.0.0.1:1');
    expect(exit).to.equal(EXIT.unreachable);
    expect(err).to.include('http://127.0.0.1:1 does not answer: nothing listens there').and.include('quorate start');
  });

  it('says that a name is unknown', async () => {
    const { exit, err } = await status('http://no-such-host.invalid');
    expect(exit).to.equal(EXIT.unreachable);
    expect(err).to.match(/no such name is known|cannot be looked up/);
  });

  it('says that http stands there in place of TLS, and that a connection ended', async () => {
    const plain = await listening(createServer((_, response) => response.end('{}')));
    expect((await status(`https://${plain}`)).err)
      .to.include('does not speak TLS')
      .and.include('http://');
    const ends = await listening(createTcp((socket) => socket.destroy()));
    expect((await status(ends)).err)
      .to.include('ended the connection')
      .and.include('https://');
    const other = await listening(createTcp((socket) => socket.end('SSH-2.0-x\r\n')));
    expect((await status(other)).err).to.include('does not speak HTTP');
  });

  it('waits as long as it is told, and says so', async () => {
    const silent = await listening(createTcp(() => undefined));
    const { exit, err } = await status(silent, '--timeout', '1');
    expect(exit).to.equal(EXIT.unreachable);
    expect(err).to.include('no answer came within 1 second').and.include('--timeout');
    expect((await status(silent, '--timeout', '0')).exit).to.equal(EXIT.usage);
  });

  it('says that a server is not a Quorate node', async () => {
    const other = await listening(
      createServer((_, response) => {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<html>no</html>');
      }),
    );
    const { exit, err } = await status(other);
    expect([exit, err.includes('answered 404, and not as a Quorate node does')]).to.deep.equal([EXIT.failed, true]);
    const pages = await listening(
      createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>yes</html>');
      }),
    );
    expect((await status(pages)).err).to.include('a web page stands there');
  });
});
