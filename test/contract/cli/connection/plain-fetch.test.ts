// The fetch of the command line, against a server that answers well and badly.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createClient, streamer } from '../../../../api/client/client.js';
import { plainFetch } from '../../../../cli/remote/plain-fetch.js';

describe('the fetch of the command line', () => {
  let server: Server;
  let url: string;

  before(async () => {
    server = createServer((request, response) => {
      response.setHeader('x-correlation-id', 't');
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        if (request.url === '/cut') {
          response.writeHead(200, { 'content-length': '100' });
          response.write('half');
          setTimeout(() => response.destroy(), 20);
        } else if (request.url === '/never') return;
        else if (request.url === '/api/health') {
          response
            .writeHead(200, { 'content-type': 'application/json', link: '<a>; rel="next"' })
            .end('{"status":"healthy","service":"q"}');
        } else {
          response.writeHead(422, {
            'content-type': 'application/problem+json',
            'retry-after': '3',
            'x-a': ['1', '2'],
          });
          const { method, headers } = request;
          response.end(JSON.stringify({ code: 'NO', detail: 'No.', method, body, token: headers.authorization }));
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('sends method, headers and body, and gives status, headers and body', async () => {
    const request = { method: 'POST', headers: { authorization: 'Bearer t' }, body: 'grüße' };
    const response = await plainFetch(`${url}/x`, request);
    expect([response.status, response.ok]).to.deep.equal([422, false]);
    expect(['retry-after', 'X-A', 'absent'].map((name) => response.headers.get(name))).to.deep.equal([
      '3',
      '1, 2',
      null,
    ]);
    expect(JSON.parse(await response.text())).to.include({ method: 'POST', body: 'grüße', token: 'Bearer t' });
  });

  it('carries the typed client', async () => {
    const client = createClient(url, { fetch: plainFetch, token: 't' });
    expect(await client.getHealth()).to.deep.equal({ status: 'healthy', service: 'q' });
    const refused = await client.getMe().catch((error: unknown) => error);
    expect(refused).to.include({ name: 'ClientError', code: 'NO', status: 422 });
    const bytes: Uint8Array[] = [];
    for await (const some of streamer(url, { fetch: plainFetch })('getHealth')) bytes.push(some);
    expect(Buffer.concat(bytes).toString()).to.equal('{"status":"healthy","service":"q"}');
  });

  it('fails where no answer comes whole', async () => {
    const cut = await plainFetch(`${url}/cut`);
    expect(await cut.text().catch((error: Error) => error)).to.be.instanceOf(Error);
    const late = await plainFetch(`${url}/never`, { signal: AbortSignal.timeout(50) }).catch((error: Error) => error);
    expect(late).to.be.instanceOf(Error);
    const nobody = createClient('http://127.0.0.1:1', { fetch: plainFetch });
    expect(await nobody.getHealth().catch((error: unknown) => error)).to.include({
      code: 'NODE_UNAVAILABLE',
      status: 0,
    });
  });
});
