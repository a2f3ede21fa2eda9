// The same refusals in the form of each family of errors: by the rules of all operations (right, rate, form, key) and
// by a handler, below HTTP and over it.
import { expect } from 'chai';
import Type from 'typebox';
import { type Handlers, route } from '../../../api/define.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import type { ErrorFamilyName } from '../../../api/errors/families/families.js';
import { groups } from '../../../api/groups/index.js';
import { oauthRefusal, openIdRefusal } from '../../../api/requests/family-refusals.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

const NAMES: readonly ErrorFamilyName[] = ['problem', 'oauth', 'odata', 'openid4vc', 'did', 'redemption'];
const body = Type.Object({ n: Type.Integer() });

function ofFamily(family: ErrorFamilyName) {
  return route({
    ...{ method: 'POST', url: `/api/tried/${family}`, can: 'RequireUser', summary: 'Try', family, rate: 'strict' },
    ...{
      writes: 'nothing',
      bucket: family,
      input: { body },
      output: { 201: body },
      errors: ['WALLET_NOT_FOUND', 'TOKEN_INVALID'],
    },
  } as const);
}
const form = route({
  ...{ method: 'POST', url: '/api/tried/form', can: 'public', summary: 'Try', family: 'oauth', rate: 'none' },
  writes: 'nothing',
  takes: ['application/json', 'application/x-www-form-urlencoded'],
  input: { body: Type.Object({ a: Type.String(), __proto__x: Type.Optional(Type.String()) }) },
  ...{ output: Type.Object({ a: Type.String() }), errors: [] },
} as const);

const routes = {
  tryProblem: ofFamily('problem'),
  tryOauth: ofFamily('oauth'),
  tryOdata: ofFamily('odata'),
  tryOpenid: ofFamily('openid4vc'),
  tryDid: ofFamily('did'),
  tryRedemption: ofFamily('redemption'),
  tryForm: form,
};

const NONE = issue('WALLET_NOT_FOUND', '/n', 'There is "no" wallet\\ – here.');
function given({ body: { n } }: { readonly body: { readonly n: number } }) {
  if (n === 1) return fail(NONE);
  if (n === 2) return oauthRefusal('invalid_client', issue('TOKEN_INVALID', '', 'The client is not believed.'));
  if (n === 3) return openIdRefusal('invalid_proof', issue('TOKEN_INVALID', '', 'The proof is no good.'));
  if (n === 4) throw new Error('a bug with a secret');
  return { n };
}
const handlers: Handlers<typeof routes, ApiDeps> = {
  ...{ tryProblem: given, tryOauth: given, tryOdata: given, tryOpenid: given, tryDid: given },
  tryRedemption: given,
  tryForm: ({ body: { a } }) => ({ a }),
};
const table = { ...groups, tried: { tag: 'Tried', description: 'Tried.', routes, handlers, examples: {} } };

type Expected = Readonly<Record<'problem' | 'oauth' | 'openid4vc', readonly [status: number, name: string]>>;

describe('families of errors', () => {
  const world = worldOfAll({ mayFail: true, groups: table, rates: { ...NO_LIMITS, strict: 40 } });
  let token: string;
  before(async () => {
    token = await world.token('user');
  });

  const ask = (url: string, payload: string, { authorization = `Bearer ${token}`, ...more }: Record<string, string>) =>
    world.app.inject({
      ...{ method: 'POST', url, payload },
      headers: { 'content-type': 'application/json', ...(authorization !== '' && { authorization }), ...more },
    });
  const sent = (family: string, payload: string, headers: Record<string, string> = {}) =>
    ask(`/api/tried/${family}`, payload, headers);

  const CASES: readonly [string, string, Record<string, string>, Expected][] = [
    [
      'without a token',
      '{"n":9}',
      { authorization: '' },
      { problem: [401, 'AUTH_REQUIRED'], oauth: [401, 'invalid_token'], openid4vc: [401, 'invalid_token'] },
    ],
    [
      'with a bad token',
      '{"n":9}',
      { authorization: 'Bearer a.b.c' },
      { problem: [401, 'TOKEN_INVALID'], oauth: [401, 'invalid_token'], openid4vc: [401, 'invalid_token'] },
    ],
    [
      'of a body without its form',
      '{"n":"9"}',
      {},
      {
        problem: [400, 'BODY_INVALID'],
        oauth: [400, 'invalid_request'],
        openid4vc: [400, 'invalid_credential_request'],
      },
    ],
    [
      'of a body that is not JSON',
      '{"n":',
      {},
      {
        problem: [400, 'BODY_INVALID_JSON'],
        oauth: [400, 'invalid_request'],
        openid4vc: [400, 'invalid_credential_request'],
      },
    ],
    [
      'of a body of another type',
      'n=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      {
        problem: [415, 'MEDIA_TYPE_UNSUPPORTED'],
        oauth: [400, 'invalid_request'],
        openid4vc: [400, 'invalid_credential_request'],
      },
    ],
    [
      'by the handler',
      '{"n":1}',
      {},
      {
        problem: [404, 'WALLET_NOT_FOUND'],
        oauth: [404, 'invalid_request'],
        openid4vc: [404, 'invalid_request'],
      },
    ],
    [
      'by a fault of ours',
      '{"n":4}',
      {},
      { problem: [500, 'INTERNAL'], oauth: [500, 'server_error'], openid4vc: [500, 'server_error'] },
    ],
  ];

  for (const [how, payload, headers, expected] of CASES)
    it(`are refused ${how} in the form of each`, async () => {
      const answers = Object.fromEntries(
        await Promise.all(NAMES.map(async (name) => [name, await sent(name, payload, headers)] as const)),
      );
      const [problem, odata] = [answers.problem?.json(), answers.odata?.json()];
      expect([answers.problem?.statusCode, problem.code]).to.deep.equal(expected.problem);
      expect(answers.problem?.headers['content-type']).to.equal('application/problem+json; charset=utf-8');
      // The error object of OData in the place of the sentence; nothing else of the problem differs.
      expect([answers.odata?.statusCode, answers.odata?.headers['odata-version']]).to.deep.equal([
        problem.status,
        '4.0',
      ]);
      expect(answers.odata?.headers['content-type']).to.equal('application/problem+json; charset=utf-8');
      const { code, message, details, innererror } = odata.error;
      expect([code, message, innererror]).to.deep.equal([problem.code, problem.detail, { traceId: odata.traceId }]);
      expect(details).to.have.length(problem.errors.length);
      const { instance, traceId } = odata;
      expect({ ...odata, error: problem.error }).to.deep.equal({ ...problem, instance, traceId });
      // A resolution without a document; the members of the problem are there as well.
      const { didDocument, didDocumentMetadata, didResolutionMetadata, ...did } = answers.did?.json() ?? {};
      expect([didDocument, didDocumentMetadata]).to.deep.equal([null, {}]);
      expect(didResolutionMetadata).to.deep.equal({ error: 'internalError', message: problem.detail });
      expect(did).to.deep.equal({ ...problem, instance: did.instance, traceId: did.traceId });
      expect(answers.did?.headers['access-control-allow-origin']).to.equal('*');
      const redemption = answers.redemption?.json();
      expect(redemption).to.deep.equal({
        ...{ ...problem, message: problem.detail, instance: redemption.instance, traceId: redemption.traceId },
      });
      for (const name of ['oauth', 'openid4vc'] as const) {
        const answer = answers[name];
        expect([answer?.statusCode, answer?.json().error], name).to.deep.equal(expected[name]);
        expect(answer?.json(), name).to.have.all.keys('error', 'error_description');
        expect(answer?.json().error_description, name).to.match(/^[ !#-[\]-~]+$/);
        expect(answer?.headers['content-type'], name).to.equal('application/json; charset=utf-8');
        expect([answer?.headers['cache-control'], answer?.headers.pragma]).to.deep.equal(['no-store', 'no-cache']);
      }
      for (const name of NAMES) {
        const challenge = problem.status === 401 ? answers.problem?.headers['www-authenticate'] : undefined;
        // Tokens for credentials are of an issuer, which says itself how it gives them.
        const isOfIssuer = name.startsWith('openid4vc');
        const told = isOfIssuer ? String(challenge).replace(/,? resource_metadata="[^"]*"/, '') : challenge;
        expect(answers[name]?.headers['www-authenticate'], name).to.equal(challenge === undefined ? undefined : told);
      }
      expect(JSON.stringify(Object.values(answers).map(({ payload: text }) => text))).to.not.include('secret');
    });

  it('are refused without a right, at another rate and under a key that is in use', async () => {
    const service = { authorization: `Bearer ${await world.token('service')}` };
    for (const [name, status, found] of [
      ['problem', 403, 'FORBIDDEN'],
      ['oauth', 403, 'insufficient_scope'],
      ['openid4vc', 403, 'insufficient_scope'],
    ] as const) {
      const { statusCode, headers, ...answer } = await sent(name, '{"n":9}', service);
      const told = answer.json();
      expect([statusCode, told.code ?? told.error], name).to.deep.equal([status, found]);
      const challenge = name === 'problem' ? undefined : 'Bearer error="insufficient_scope"';
      expect(headers['www-authenticate'], name).to.equal(challenge);
    }
    for (const [name, status, found] of [
      ['problem', 409, 'IDEMPOTENCY_KEY_REUSED'],
      ['oauth', 400, 'invalid_request'],
      ['odata', 409, 'IDEMPOTENCY_KEY_REUSED'],
    ] as const) {
      const key = { 'idempotency-key': `key-${name}` };
      expect((await sent(name, '{"n":9}', key)).statusCode).to.equal(201);
      const again = await sent(name, '{"n":8}', key);
      expect([again.statusCode, again.json().code ?? again.json().error], name).to.deep.equal([status, found]);
    }
    for (const [name, found] of [
      ['problem', 'RATE_LIMITED'],
      ['oauth', 'slow_down'],
      ['odata', 'RATE_LIMITED'],
      ['openid4vc', 'slow_down'],
      ['redemption', 'RateLimited'],
    ] as const) {
      let last = await sent(name, '{"n":9}');
      for (let i = 0; i < 60 && last.statusCode !== 429; i++) last = await sent(name, '{"n":9}');
      expect([last.statusCode, last.json().code ?? last.json().error], name).to.deep.equal([429, found]);
      expect(Number(last.headers['retry-after']), name).to.be.greaterThan(0);
    }
  });

  it('have the name that the handler states, and its challenge', async () => {
    world.advance(120_000);
    const client = await sent('oauth', '{"n":2}', { 'idempotency-key': 'named' });
    expect([client.statusCode, client.json().error]).to.deep.equal([401, 'invalid_client']);
    expect(client.headers['www-authenticate']).to.equal('Basic realm="quorate"');
    const proof = await sent('openid4vc', '{"n":3}');
    expect([proof.statusCode, proof.json().error]).to.deep.equal([400, 'invalid_proof']);
    // In a family without that name the code decides.
    const plain = await sent('problem', '{"n":3}');
    expect([plain.statusCode, plain.json().code]).to.deep.equal([401, 'TOKEN_INVALID']);
    const oauth = await sent('oauth', '{"n":3}');
    expect([oauth.statusCode, oauth.json().error]).to.deep.equal([401, 'invalid_token']);
  });

  it('refuse a form that is sent twice, too long or in vain, and take a good one', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
    const post = (payload: string, headers: Record<string, string> = type) => ask('/api/tried/form', payload, headers);
    const good = await post('a=%C3%A9+b&__proto__x=1');
    expect([good.statusCode, good.json()]).to.deep.equal([200, { a: 'é b' }]);
    expect((await post('{"a":"json"}', {})).json()).to.deep.equal({ a: 'json' });
    for (const payload of ['a=1&a=2', 'a=1&__proto__=2', 'b=1', '', `a=1${'&b=1'.repeat(3000)}`]) {
      const answer = await post(payload);
      expect([answer.statusCode, answer.json().error], payload.slice(0, 20)).to.deep.equal([400, 'invalid_request']);
    }
    const { json, statusCode } = await post('<a/>', { 'content-type': 'application/xml' });
    expect([statusCode, json().error_description]).to.deep.equal([
      400,
      'This operation takes application/json or application/x-www-form-urlencoded.',
    ]);
  });
});
