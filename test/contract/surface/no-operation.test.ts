// Paths at which no operation is, those of other listeners among them: one answer for every body, and none is read.
import { expect } from 'chai';
import { isAnsweredAt } from '../../../api/define.js';
import { operations } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BODIES: readonly (readonly [body: string, headers: Readonly<Record<string, string>>])[] = [
  ['', {}],
  ['{}', JSON_TYPE],
  ['{"a":', JSON_TYPE],
  ['grant_type=client_credentials', FORM],
  ['a=1&a=2', FORM],
  ['text', { 'content-type': 'text/plain' }],
  ['text', { 'content-type': 'nonsense' }],
  ['text', {}],
  ['x'.repeat(11 * 1024 * 1024), JSON_TYPE],
];

describe('a path without an operation', () => {
  const world = worldOfAll();

  it('answers alike for every body, and reads none of it', async () => {
    const inside = operations().filter(({ definition: { url } }) => url.startsWith('/api/internal/'));
    expect(inside.length).to.be.at.least(5);
    expect(inside.filter(({ definition }) => isAnsweredAt(definition, 'public'))).to.deep.equal([]);
    const places = inside.map(({ definition: { method, url } }) => [method, url.replaceAll(/:\w+/g, 'x')] as const);
    for (const [method, url] of [...places, ['POST', '/api/nope'], ['DELETE', '/api/v1/nope']] as const)
      for (const [payload, headers] of BODIES) {
        const answer = await world.app.inject({ method, url, payload, headers });
        const told = [answer.statusCode, answer.json().code];
        expect(told, `${method} ${url} ${payload.slice(0, 20)}`).to.deep.equal([404, 'ROUTE_NOT_FOUND']);
      }
  });

  it('names the methods that the path has, whatever the body', async () => {
    for (const [payload, headers] of BODIES) {
      const answer = await world.app.inject({ method: 'DELETE', url: '/api/auth/login', payload, headers });
      const { allow } = answer.headers;
      expect([answer.statusCode, answer.json().code, allow]).to.deep.equal([405, 'METHOD_NOT_ALLOWED', 'POST']);
    }
  });

  it('ends the connection of a body without an end', async () => {
    const headers = { 'transfer-encoding': 'chunked', ...FORM };
    const answer = await world.app.inject({ method: 'POST', url: '/api/nope', payload: 'a=1', headers });
    expect([answer.statusCode, answer.headers.connection]).to.deep.equal([404, 'close']);
  });
});
