// The check that every world runs under notices what it is for.
import { expect } from 'chai';
import { checkOf, difference } from '../world/document-check.js';
import { aWorld } from '../world/world.js';

const PROBLEM = {
  ...{ type: 't', title: 't', status: 401, detail: 'd', instance: '/', code: 'AUTH_REQUIRED', error: 'd', path: '' },
  ...{ errors: [], traceId: 'x' },
};
const at = (more: object) =>
  difference({
    ...{
      method: 'GET',
      url: '/api/registers/:registerId',
      status: 401,
      type: 'application/problem+json; charset=utf-8',
    },
    ...{ body: JSON.stringify(PROBLEM), ...more },
  });

const WORKLOAD = '/api/internal/service-auth/workload';

describe('the check of answers against the document', () => {
  it('passes what is documented, and what is no operation', () => {
    expect(at({})).to.equal(undefined);
    expect(at({ url: '/nowhere', status: 999 })).to.equal(undefined);
    expect(at({ method: 'HEAD', body: '' })).to.equal(undefined);
    expect(at({ status: 304, type: undefined, body: '' })).to.equal(undefined);
  });

  it('notices a status, a media type, a form and a code that are not documented', () => {
    expect(at({ status: 418 })).to.contain('418 is not documented');
    expect(at({ type: 'text/html' })).to.contain('not documented as text/html');
    expect(at({ body: '{"code":"AUTH_REQUIRED"}' })).to.contain('does not have its schema');
    expect(at({ status: 200, type: 'application/json', body: '{"id":7}' })).to.contain('does not have its schema');
    expect(at({ body: JSON.stringify({ ...PROBLEM, code: 'MADE_UP' }) })).to.contain('with the code MADE_UP');
    expect(at({ body: '{' })).to.contain('is no JSON');
    expect(at({ body: '' })).to.contain('has no body');
    expect(at({ method: 'HEAD', status: 418, body: '' })).to.contain('418 is not documented');
  });

  it('reads what null, and a member named as a keyword, say', () => {
    const check = checkOf('public').of({
      type: 'object',
      properties: { example: { type: 'string', nullable: true } },
      additionalProperties: false,
    });
    expect([check({ example: null }), check({ example: 'x' })]).to.deep.equal([undefined, undefined]);
    expect(check({ example: 7 })).to.contain('/example');
  });

  it('lets a world fail whose answer differed', async () => {
    const world = await aWorld();
    for (const server of [world.app, world.servers.internal])
      server.addHook('preHandler', (request, reply, done) => {
        if (request.headers['x-lie']) void reply.code(418).type('application/json').send({});
        else done();
      });
    await world.app.inject({ url: '/api/health', headers: { 'x-lie': '1' } });
    // Only the document of its listener names it.
    await world.servers.internal.inject({ url: WORKLOAD, headers: { 'x-lie': '1' } });
    const said = await world.close().then(
      () => 'closed',
      (error: Error) => error.message,
    );
    expect(said).to.contain('GET /api/health 418 is not documented');
    expect(said).to.contain(`GET ${WORKLOAD} 418 is not documented`);
  });
});
