// Templates end to end: what everybody finds, what an organisation keeps for itself, and what is refused where.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { issue } from '../../../core/base/issue.js';
import { TEMPLATE_BYTES_MAX, TEMPLATES_MAX } from '../../../core/base/limits/node/designs.js';
import { fail } from '../../../core/base/result.js';
import { TEMPLATES } from '../../../core/design/templates/shipped.js';
import type { Persona } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { EXAMPLE_TEMPLATE } from './templates.js';

describe('templates', () => {
  const world = worldOfEach();

  async function ask(as: Persona, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const headers = { authorization: `Bearer ${await world.token(as)}` };
    const answer = await world.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  }
  const refusal = ({ status, body }: { status: number; body: { code?: string; path?: string } }) => [
    status,
    body.code,
    body.path,
  ];
  const template = (change: object = {}) => ({ ...EXAMPLE_TEMPLATE, ...change });

  it('that come with the program are found by everybody, by category and by words', async () => {
    const all = await ask('user', 'GET', '/api/templates?pageSize=100');
    expect(all.body.items.map(({ id }: { id: string }) => id)).to.deep.equal(TEMPLATES.map(({ id }) => id));
    expect(all.body.items[0]).to.have.all.keys(
      ...['id', 'title', 'description', 'texts', 'category', 'version', 'source'],
    );
    const finance = await ask('user', 'GET', '/api/templates?category=finance&pageSize=1&page=2');
    expect([finance.body.totalCount, finance.body.items.length]).to.deep.equal([3, 1]);
    const found = await ask('service', 'GET', '/api/templates?search=CUSTOMS');
    expect(found.body.items.map(({ id }: { id: string }) => id)).to.deep.equal(['customs-shipment']);
    const one = await ask('user', 'GET', '/api/templates/construction-permit');
    expect(one.body).to.deep.equal({ ...TEMPLATES[0], source: 'shipped' });
    const examples = await ask('user', 'GET', '/api/templates/construction-permit/examples');
    expect(examples.body).to.deep.equal({ templateId: 'construction-permit', examples: TEMPLATES[0]?.examples });
    expect(refusal(await ask('user', 'GET', '/api/templates/nothing'))).to.deep.equal([
      404,
      'TEMPLATE_NOT_FOUND',
      '/templateId',
    ]);
  });

  it('are compiled by the engine, and by nothing else', async () => {
    const engine = world.deps.engine as { run: (task: { kind: string }) => Promise<unknown> };
    const kinds: string[] = [];
    engine.run = async ({ kind }) => {
      kinds.push(kind);
      return fail(issue('ENGINE_BUSY', '', 'The engine is busy.'));
    };
    const known = { templateId: 'construction-permit', parameters: {} };
    for (const [url, body] of [
      ['/api/templates', template()],
      ['/api/templates/validate', { template: template() }],
      ['/api/templates/validate', known],
      ['/api/templates/evaluate', known],
    ] as const)
      expect((await ask('administrator', 'POST', url, body)).body.code, url).to.equal('ENGINE_BUSY');
    expect(kinds).to.deep.equal(['check-template', 'check-template', 'instantiate', 'instantiate']);
    expect((await ask('administrator', 'GET', '/api/templates')).body.items).to.have.length(TEMPLATES.length);
  });

  it('make the blueprint that the engine makes', async () => {
    const sent = { templateId: 'construction-permit', parameters: { fee: { minimum: 900 } } };
    const made = await ask('user', 'POST', '/api/templates/evaluate', sent);
    expect(made.status).to.equal(200);
    expect(made.body.warnings).to.deep.equal([]);
    const [rounded] = made.body.blueprint.actions[4].calculations.permitFee.round;
    expect(rounded.max[0]).to.deep.equal({ decimal: 900 });
    expect(made.body.blueprint.metadata).to.deep.equal({
      'x-template': 'construction-permit',
      'x-template-version': '2',
    });
    const wrong = await ask('user', 'POST', '/api/templates/evaluate', {
      templateId: 'construction-permit',
      parameters: { fee: { minimum: -1 }, colour: 'red' },
    });
    expect(wrong.status).to.equal(400);
    expect(wrong.body.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)).to.deep.equal([
      'TEMPLATE_PARAMETER_INVALID /parameters/colour',
      'TEMPLATE_PARAMETER_INVALID /parameters/fee/minimum',
    ]);
    const checked = await ask('user', 'POST', '/api/templates/validate', sent);
    expect(checked.body).to.deep.equal({ isValid: true, errors: [] });
  });

  it('of an organisation are seen by its members and by no other caller', async () => {
    const made = await ask('user', 'POST', '/api/templates', template());
    expect(made.status).to.equal(201);
    expect(made.body).to.deep.equal({ ...EXAMPLE_TEMPLATE, source: 'organisation', createdAt: EXAMPLE.time });
    const first = (await ask('administrator', 'GET', '/api/templates')).body.items[0];
    expect([first.id, first.source]).to.deep.equal([EXAMPLE_TEMPLATE.id, 'organisation']);
    const blueprint = await ask('user', 'POST', '/api/templates/evaluate', {
      templateId: EXAMPLE_TEMPLATE.id,
      parameters: { subject: 'Peace' },
    });
    expect(blueprint.body.blueprint.title).to.equal('Peace');
    for (const stranger of ['systemAdmin', 'service'] as const) {
      expect(refusal(await ask(stranger, 'GET', `/api/templates/${EXAMPLE_TEMPLATE.id}`))[1]).to.equal(
        'TEMPLATE_NOT_FOUND',
      );
      expect(refusal(await ask(stranger, 'DELETE', `/api/templates/${EXAMPLE_TEMPLATE.id}`))[0]).to.equal(404);
    }
    expect(refusal(await ask('user', 'POST', '/api/templates', template()))).to.deep.equal([
      409,
      'TEMPLATE_EXISTS',
      '/id',
    ]);
    expect((await ask('user', 'DELETE', `/api/templates/${EXAMPLE_TEMPLATE.id}`)).status).to.equal(204);
    expect((await ask('user', 'GET', `/api/templates/${EXAMPLE_TEMPLATE.id}`)).status).to.equal(404);
    expect((await ask('user', 'GET', '/api/templates')).body.items[0].source).to.equal('shipped');
  });

  it('are refused with the place of the fault, and nothing is kept', async () => {
    const refused = async (change: object, as: Persona = 'user') =>
      refusal(await ask(as, 'POST', '/api/templates', template(change)));
    expect(await refused({ body: { title: { $parm: 'subject' } } })).to.deep.equal([
      422,
      'TEMPLATE_INVALID',
      '/body/title/$parm',
    ]);
    expect(await refused({ examples: [{ name: 'x', parameters: { subject: '' } }] })).to.deep.equal([
      422,
      'TEMPLATE_INVALID',
      '/examples/0',
    ]);
    expect(await refused({ id: 'Two Signatures' })).to.deep.equal([400, 'BODY_INVALID', '/id']);
    expect(await refused({ id: 'ping-pong' })).to.deep.equal([409, 'TEMPLATE_EXISTS', '/id']);
    expect(await refused({ body: { x: 'x'.repeat(TEMPLATE_BYTES_MAX) } })).to.deep.equal([413, 'BODY_TOO_LARGE', '']);
    expect(await refused({}, 'service')).to.deep.equal([403, 'FORBIDDEN', '']);
    expect(world.deps.templates.list(EXAMPLE.organisationId)).to.deep.equal([]);
    expect(refusal(await ask('administrator', 'DELETE', '/api/templates/ping-pong'))).to.deep.equal([
      403,
      'FORBIDDEN',
      '/templateId',
    ]);
  });

  it('that are hostile cost a bounded time', async () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i);
    const loops = ['a', 'b', 'c', 'd', 'e'].reduce<object>(
      (inner, name) => ({ $each: hundred, $as: name, $do: inner }),
      [1],
    );
    const { status, body } = await ask(
      'user',
      'POST',
      '/api/templates',
      template({ body: { ...EXAMPLE_TEMPLATE.body, metadata: loops } }),
    );
    expect([status, body.code]).to.deep.equal([422, 'TEMPLATE_INVALID']);
    expect(body.detail).to.match(/at most 250000 values/);
  });

  it('are no more than an organisation may have', async () => {
    for (let i = 0; i < TEMPLATES_MAX; i++) {
      const stored = { template: template({ id: `t${i}` }), createdBy: 'x', createdAtMs: 0 };
      await world.deps.commit(world.deps.templates.add(EXAMPLE.organisationId, stored));
    }
    expect(refusal(await ask('user', 'POST', '/api/templates', template()))).to.deep.equal([409, 'TEMPLATES_FULL', '']);
  });

  it('are checked without being kept', async () => {
    const good = await ask('user', 'POST', '/api/templates/validate', { template: template() });
    expect(good.body).to.deep.equal({ isValid: true, errors: [] });
    const bad = await ask('user', 'POST', '/api/templates/validate', { template: template({ category: 'X' }) });
    expect(bad.body).to.deep.include({ isValid: false });
    expect(bad.body.errors[0]).to.deep.include({ severity: 'error', location: '/template/category' });
    for (const body of [{}, { template: template(), templateId: 'ping-pong' }])
      expect(refusal(await ask('user', 'POST', '/api/templates/validate', body))).to.deep.equal([
        400,
        'BODY_INVALID',
        '',
      ]);
    expect(world.deps.templates.list(EXAMPLE.organisationId)).to.deep.equal([]);
  });
});
