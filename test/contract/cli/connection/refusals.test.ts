// The command line tells every refusal of the table of errors: over HTTP, through the fetch and the client that its
// commands use. A node that asks to come back is where it read an answer twice.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { problem } from '../../../../api/errors/errors.js';
import { EXIT } from '../../../../cli/command/command.js';
import { patientFetch } from '../../../../cli/remote/patient-fetch.js';
import { plainFetch } from '../../../../cli/remote/plain-fetch.js';
import { clientOf, isClientError, refusal, sendThrough, streamFrom } from '../../../../cli/remote/remote.js';
import { codeRow, ISSUE_CODES } from '../../../../core/base/codes/table.js';
import type { IssueCode } from '../../../../core/base/issue.js';

interface Given {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly retryAfter?: number;
}

describe('the command line and refusals', () => {
  let server: Server;
  let url = '';
  let given: Given;
  /** Seconds that it waited. */
  let waited = 0;

  before(async () => {
    server = createServer((_request, response) => {
      const { status, type, body, retryAfter } = given;
      response.writeHead(status, {
        ...{ 'content-type': type, 'x-correlation-id': 't' },
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      });
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pause = async (ms: number) => {
      waited += ms / 1000;
    };
    sendThrough(patientFetch({ send: plainFetch, pause, tell: () => undefined }));
  });
  after(() => {
    sendThrough(undefined);
    server.close();
  });

  async function told(call: () => Promise<unknown>) {
    try {
      await call();
    } catch (error) {
      if (!isClientError(error)) throw error;
      const { message, code, exit } = refusal(error);
      return { message, code, exit };
    }
    throw new Error('nothing was refused');
  }

  /** One that is held and one that is streamed. */
  const calls = [
    async () => (await clientOf(url)).listRegisters(),
    async () => {
      const stream = await streamFrom(url);
      for await (const _ of stream('getEvidence')) break;
    },
  ];

  it('tells each code of the table, also one that asks to come back', async () => {
    const codes = ISSUE_CODES.map((code) => [code, codeRow(code)] as const);
    expect(codes.length).to.be.above(300);
    for (const [code, { status, retryAfter }] of codes)
      for (const seconds of new Set([retryAfter, 2])) {
        const message = `About ${code}.`;
        const body = problem([{ code: code as IssueCode, path: '', message }], { instance: '/', traceId: 't' });
        given = {
          ...{ status, type: 'application/problem+json', body: JSON.stringify(body) },
          ...(seconds !== undefined && { retryAfter: seconds }),
        };
        for (const call of calls)
          expect(await told(call), code).to.deep.equal({ message: `About ${code}`, code, exit: EXIT.failed });
      }
    expect(waited, 'where it may ask again').to.be.above(0);
  });

  it('names a proxy that answers in place of the node, and ends as for a node that it does not reach', async () => {
    for (const status of [502, 503, 504])
      for (const body of ['<html><h1>Bad Gateway</h1></html>', '', '{"message":"no healthy upstream"}'])
        for (const type of ['text/html', 'application/json']) {
          if (type === 'application/json' && !body.startsWith('{')) continue;
          given = { status, type, body, retryAfter: 1 };
          for (const call of calls) {
            const { message, code, exit } = await told(call);
            expect([code, exit]).to.deep.equal(['PROXY_ANSWERED', EXIT.unreachable]);
            expect(message).to.include(`proxy before the node answered ${status}`);
          }
        }
    // The answer of a node about its health, and another status.
    given = { status: 503, type: 'application/json', body: '{"status":"unhealthy","services":{}}' };
    for (const call of calls) expect((await told(call)).code).to.equal('INTERNAL');
    given = { status: 413, type: 'text/html', body: '<html></html>' };
    for (const call of calls) expect((await told(call)).exit).to.equal(EXIT.failed);
  });
});
