// Calls that were refused before they were begun are sent again after the moment that the node asks for.
import { expect } from 'chai';
import { patientFetch } from '../../../../cli/remote/patient-fetch.js';

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly after?: string;
}

const limited: Answer = { status: 429, code: 'RATE_LIMITED', after: '2' };
const behind: Answer = { status: 503, code: 'REGISTER_BEHIND', after: '1' };

describe('a fetch that waits where the node asks for a moment', () => {
  async function sent(answers: readonly Answer[], init: RequestInit = { method: 'POST', body: '{"a":1}' }) {
    const bodies: unknown[] = [];
    const waits: number[] = [];
    const told: string[] = [];
    const send = (async (_url: string, { body }: RequestInit) => {
      const { status, code, after } = answers[bodies.length] as Answer;
      bodies.push(body);
      const headers = after === undefined ? {} : { 'retry-after': after };
      return new Response(JSON.stringify({ code }), { status, headers });
    }) as typeof fetch;
    const pause = async (ms: number) => waits.push(ms);
    const answer = await patientFetch({ send, pause, tell: (text) => void told.push(text) })('http://node/', init);
    return { answer, bodies, waits, told };
  }

  it('sends the same again, says so once, and gives the answer that comes then', async () => {
    const { answer, bodies, waits, told } = await sent([limited, limited, { status: 201, code: 'DONE' }]);
    expect([answer.status, await answer.text()]).to.deep.equal([201, '{"code":"DONE"}']);
    expect(bodies).to.deep.equal(['{"a":1}', '{"a":1}', '{"a":1}']);
    expect(waits).to.deep.equal([2000, 2000]);
    expect(told).to.have.length(1);
  });

  it('gives up after ten seconds, with the refusal of the node', async () => {
    const { answer, waits } = await sent(new Array(6).fill(limited));
    expect(waits).to.deep.equal([2000, 2000, 2000, 2000, 2000]);
    expect([answer.status, await answer.text()]).to.deep.equal([429, '{"code":"RATE_LIMITED"}']);
    expect((await sent(new Array(11).fill({ ...behind, after: '0' }), {})).waits).to.have.length(10);
  });

  it('asks again for what the node may lack, where the call reads or has a key', async () => {
    const found: Answer = { status: 200, code: 'DONE' };
    for (const init of [{}, { method: 'GET' }, { method: 'POST', headers: { 'idempotency-key': 'k' } }]) {
      const { answer, waits } = await sent([behind, behind, found], init);
      expect([answer.status, waits]).to.deep.equal([200, [1000, 1000]]);
    }
    const { answer, waits } = await sent([behind]);
    expect([answer.status, waits]).to.deep.equal([503, []]);
  });

  it('waits for no other refusal, for no long time, and not without one', async () => {
    for (const refused of [
      { status: 429, code: 'LOGIN_LOCKED', after: '2' },
      { ...limited, after: '60' },
      { status: 429, code: 'RATE_LIMITED' },
      { status: 503, code: 'POOL_FULL', after: '1' },
    ]) {
      const { answer, bodies, told } = await sent([refused]);
      expect([bodies.length, told]).to.deep.equal([1, []]);
      expect([answer.status, JSON.parse(await answer.text())]).to.deep.equal([refused.status, { code: refused.code }]);
    }
  });

  it('sends nothing more for a caller that gave up meanwhile', async () => {
    const { bodies } = await sent([limited], { signal: AbortSignal.abort() });
    expect(bodies).to.have.length(1);
  });
});
