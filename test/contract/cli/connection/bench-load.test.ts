// The load generator: it comes again when it is told to, counts what was taken once, and hides no failure.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { postBytes } from '../../../../cli/bench/http-pipe.js';
import { runLoad, SEALED } from '../../../../cli/bench/load.js';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: string;
}

const FULL: Answer = { status: 503, body: '{"code":"POOL_FULL"}', retryAfter: '0' };
const TAKEN: Answer = { status: 200, body: `{${SEALED}}` };
const HALF: Answer = { status: 200, body: `[{${SEALED}},{"code":"POOL_FULL"}]` };
const BOTH: Answer = { status: 200, body: `[{${SEALED}},{${SEALED}}]` };

describe('the load of the bench', () => {
  let server: Server;
  let answers: Answer[] = [];

  before((done) => {
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        const { status, body, retryAfter } = answers.shift() ?? TAKEN;
        response.writeHead(status, {
          'content-length': body.length,
          ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
        });
        response.end(body);
      });
    }).listen(0, '127.0.0.1', done);
  });

  after(() => server.close());

  const run = (given: readonly Answer[], perRequest = 1) => {
    answers = [...given];
    const { port } = server.address() as AddressInfo;
    const target = { host: '127.0.0.1', path: '/', token: 'none' };
    const requests = [1, 2, 3].map((n) => postBytes(target, Buffer.from(`${n}`)));
    return runLoad({ host: '127.0.0.1', port, concurrency: 1, requests, perRequest, sealed: SEALED, secondsMax: 20 });
  };

  it('sends again what was refused for want of room, and counts it once', async () => {
    const { sealed, refused } = await run([TAKEN, FULL, { ...FULL, status: 429 }, TAKEN, TAKEN]);
    expect({ sealed, refused }).to.deep.equal({ sealed: 3, refused: 2 });
  });

  it('sends a batch again of which a part found no room', async () => {
    const { sealed, refused } = await run([HALF, BOTH, BOTH, BOTH], 2);
    expect({ sealed, refused }).to.deep.equal({ sealed: 6, refused: 1 });
  });

  for (const [name, answer] of [
    ['a refusal for good', { status: 400, body: '{"code":"BODY_INVALID"}' }],
    ['a refusal that names no time', { status: 503, body: '{"code":"NODE_UNAVAILABLE"}' }],
    ['an answer that says less than sealed', { status: 200, body: '{"status":"pending"}' }],
  ] as const)
    it(`ends with ${name}`, async () => {
      const error = await run([answer]).catch((caught: Error) => caught);
      expect(error).to.be.an('error').with.property('message').that.includes(`status ${answer.status}`);
    });
});
