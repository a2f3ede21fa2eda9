// Bodies are bounded by operation: what is too large is refused before it is read, and what has too many values before
// it is parsed.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { type AnyRoute, bodyLimit } from '../../../api/define.js';
import { groups } from '../../../api/groups/index.js';
import { VALUES_PER_REQUEST } from '../../../api/requests/rate.js';
import { openApiDocument } from '../../../api/server/openapi.js';
import { canonical } from '../../../core/base/json.js';
import { valuesIn } from '../../../core/base/json-budget.js';
import { BODY_LIMITS } from '../../../core/base/limits/node/bodies.js';
import { aWorld, NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

interface Documented {
  readonly operationId: string;
  readonly requestBody?: { readonly description: string; readonly 'x-bytes-max': number };
}

describe('limits of bodies', () => {
  const world = worldOfAll();
  let port: number;
  before(async () => {
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    port = (world.app.server.address() as AddressInfo).port;
  });

  /**
   * Sends this and no more, and gives all that was answered until the answer is there, or until the node ends the
   * connection.
   */
  async function answerTo(text: string, until: 'answer' | 'end'): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString('utf8');
    });
    socket.write(text);
    await once(socket, until === 'end' ? 'close' : 'data');
    socket.destroy();
    return answer;
  }

  const head = (...headers: string[]) =>
    ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');

  it('refuses by the length that is announced, before anything of the body comes', async () => {
    const answer = await answerTo(head(`Content-Length: ${BODY_LIMITS.small.bytes + 1}`), 'answer');
    expect(answer).to.match(/^HTTP\/1\.1 413 /);
    expect(answer).to.contain('BODY_TOO_LARGE');
  });

  it('says why to an ordinary client whose whole body is on its way', async () => {
    for (let i = 0; i < 5; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array(11 * 1024 * 1024).fill(0x20),
      });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([413, 'BODY_TOO_LARGE']);
    }
  });

  it('ends the connection of who announces more than it would drop', async () => {
    const answer = await answerTo(head('Content-Length: 1000000000'), 'end');
    expect(answer).to.match(/^HTTP\/1\.1 413 /);
  });

  it('refuses a chunked body once it is too long, though it never ends', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const answer = await answerTo(head('Transfer-Encoding: chunked') + chunk + chunk, 'end');
    expect(answer).to.match(/^HTTP\/1\.1 413 /);
    expect(answer).to.contain('BODY_TOO_LARGE');
  });

  /** A wallet has no account: it brings presentations with portraits, or a proof of each of 16 keys. */
  const OF_WALLETS = ['answerPresentationRequest', 'requestCredential'];

  it('takes of anonymous callers small bodies only, and few values in them', async () => {
    for (const [id, definition] of operations())
      if (definition.can === 'public')
        expect(bodyLimit(definition), id).to.equal(OF_WALLETS.includes(id) ? BODY_LIMITS.answer : BODY_LIMITS.small);
    const members = Array.from({ length: BODY_LIMITS.small.values }, (_, i) => `"k${i}":1`).join(',');
    const refused = await world.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: `{${members}}`,
    });
    expect([refused.statusCode, refused.json().code]).to.deep.equal([413, 'BODY_TOO_COMPLEX']);
  });

  it('reads no values beyond the budget of the operation', async () => {
    const submit = async (values: number) => {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/v1/transactions/prepare',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await world.token('user')}` },
        payload: `{"payload":[${'1,'.repeat(values)}1]}`,
      });
      return answer.json().code;
    };
    expect(await submit(BODY_LIMITS.content.values)).to.equal('BODY_TOO_COMPLEX');
    expect(await submit(BODY_LIMITS.content.values - 10)).to.not.equal('BODY_TOO_COMPLEX');
  });

  it('charges a caller for the values that are parsed for it, beside its requests', async () => {
    const limited = await aWorld({ rates: { ...NO_LIMITS, api: 20 } });
    const [user, administrator] = [await limited.token('user'), await limited.token('administrator')];
    const prepare = async (bearer: string, values: number) => {
      const answer = await limited.app.inject({
        method: 'POST',
        url: '/api/v1/transactions/prepare',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        payload: `{"payload":[${'1,'.repeat(values)}1]}`,
      });
      return answer.json().code;
    };
    const most = BODY_LIMITS.content.values - 10;
    expect(20 * VALUES_PER_REQUEST).to.be.within(2 * most, 3 * most);
    for (let i = 0; i < 2; i++) expect(await prepare(user, most)).to.not.equal('RATE_LIMITED');
    expect(await prepare(user, most)).to.equal('RATE_LIMITED');
    expect(await prepare(user, 2), 'a small one').to.not.equal('RATE_LIMITED');
    expect(await prepare(administrator, most), 'of another caller').to.not.equal('RATE_LIMITED');
    limited.advance(60_000);
    expect(await prepare(user, most), 'a minute later').to.not.equal('RATE_LIMITED');
    await limited.close();
  });

  it('has room for the example of every operation many times over', () => {
    for (const { routes, examples } of Object.values(groups))
      for (const [id, definition] of Object.entries(routes as Readonly<Record<string, AnyRoute>>)) {
        const { input } =
          (examples as Readonly<Record<string, { readonly input?: { readonly body?: unknown } }>>)[id] ?? {};
        if (input?.body === undefined) continue;
        const text = canonical(input.body);
        expect(text.length, id).to.be.below(bodyLimit(definition).bytes / 2);
        expect(valuesIn(text, bodyLimit(definition).values), id).to.be.at.most(bodyLimit(definition).values / 2);
      }
  });

  it('are told by the document', () => {
    const document = openApiDocument(world.deps.config, groups as never);
    const documented = Object.values(document.paths as Record<string, Record<string, Documented>>).flatMap((path) =>
      Object.values(path),
    );
    const limitOf = (id: string) => documented.find(({ operationId }) => operationId === id)?.requestBody;
    expect(limitOf('login')).to.deep.include({
      'x-bytes-max': 16_384,
      description: 'At most 16384 bytes and 1000 values.',
    });
    expect(limitOf('createToken')).to.deep.include({ 'x-bytes-max': 16_384 });
    expect(limitOf('submitBatch')).to.deep.include({ 'x-bytes-max': 10_485_760, 'x-values-max': 250_000 });
  });

  function operations(): [string, AnyRoute][] {
    return Object.values(groups).flatMap(({ routes }) => Object.entries(routes as Readonly<Record<string, AnyRoute>>));
  }
});
