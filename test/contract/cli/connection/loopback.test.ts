// The loopback address of `quorate login --passkey` against whatever else calls it: pages of other sites, programs of
// the same computer, and names that lead to it.
import { request } from 'node:http';
import { expect } from 'chai';
import { type Loopback, listenAtLoopback } from '../../../../cli/remote/loopback.js';

const STATE = 'oF2yq8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbM';

describe('the loopback address of a login', () => {
  let loopback: Loopback;
  let interrupted: AbortController;
  beforeEach(async () => {
    interrupted = new AbortController();
    loopback = await listenAtLoopback(STATE, { timeoutMs: 5000, signal: interrupted.signal });
  });
  afterEach(() => loopback.close());

  const ask = (path: string, { method = 'GET', headers = {} } = {}) =>
    new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>(
      (resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port: loopback.port, path, method, headers }, (answer) => {
          let body = '';
          answer.on('data', (chunk) => {
            body += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }));
        });
        sent.on('error', reject);
        sent.end();
      },
    );
  const right = `/?code=the-code&state=${STATE}`;

  it('takes the answer of the page, once, and shows nothing of it', async () => {
    const { status, headers, body } = await ask(right);
    expect(await loopback.answer).to.deep.equal({ code: 'the-code', issuer: '' });
    expect(status).to.equal(200);
    expect(body).to.not.contain('the-code').and.not.contain(STATE);
    expect(headers).to.include({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).to.contain("frame-ancestors 'none'");
    expect((await ask(right)).status).to.equal(400);
  });

  it('takes nothing else, and waits on', async () => {
    const wrong: readonly (readonly [string, Parameters<typeof ask>[1]?])[] = [
      ['/?code=evil&state=x'],
      ['/?code=evil'],
      [`/?code=evil&state=${STATE}x`],
      [`/?code=&state=${STATE}`],
      ['/'],
      ['/favicon.ico'],
      [`/other${right.slice(1)}`],
      [right, { method: 'POST' }],
      [right, { method: 'OPTIONS' }],
      [right, { headers: { host: `evil.example:${1}` } }],
      [right, { headers: { host: 'localhost' } }],
      [right, { headers: { 'sec-fetch-mode': 'no-cors' } }],
      [right, { headers: { 'sec-fetch-mode': 'cors', origin: 'https://evil.example' } }],
    ];
    for (const [path, how] of wrong) {
      const { status, headers } = await ask(path, how);
      expect(status, `${path} ${JSON.stringify(how)}`).to.equal(400);
      expect(headers['access-control-allow-origin']).to.equal(undefined);
    }
    await ask(right, { headers: { 'sec-fetch-mode': 'navigate' } });
    expect(await loopback.answer).to.deep.equal({ code: 'the-code', issuer: '' });
  });

  it('hears a no of the page, and of no other caller', async () => {
    expect((await ask('/?error=access_denied&state=guess')).status).to.equal(400);
    await ask(`/?error=access_denied&state=${STATE}`);
    expect(await loopback.answer).to.deep.equal({ error: 'access_denied' });
  });

  it('gives up after a hundred wrong calls, and at Ctrl-C', async () => {
    for (let i = 0; i < 100; i++) await ask('/?code=evil&state=x');
    expect(await loopback.answer).to.equal(undefined);
    const other = await listenAtLoopback(STATE, { timeoutMs: 5000, signal: interrupted.signal });
    interrupted.abort();
    expect(await other.answer).to.equal(undefined);
    other.close();
  });
});
