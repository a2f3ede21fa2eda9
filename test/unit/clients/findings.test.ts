// What fails the part of schemathesis: lines of events as version 4.32.5 wrote them of a planted server.
import { expect } from 'chai';
import { breakOf, excuseOf, findingsIn, type RunReport, templatesOf } from '../../clients/findings.js';

const TEMPLATES = templatesOf({ paths: { '/things/{id}': {}, '/things/all': {}, '/a/{b}/c.d': {} } });

interface Given {
  readonly kinds: readonly string[];
  readonly status: number;
  readonly body?: object | string;
  readonly operation?: string;
  readonly sent?: string;
  readonly headers?: object;
}

/** The line of a scenario with one case, which has these findings. */
function line({ kinds, status, body = {}, operation = 'GET /things/{id}', sent, headers = {} }: Given): string {
  const base64 = (text: string) => ({ $base64: Buffer.from(text).toString('base64') });
  const failure = (code: string) => ({
    ...{ name: 'a_check', status: 'failure' },
    failure_info: { failure: { type: 'Failure', code, operation, title: 'Title', message: '', severity: 'critical' } },
  });
  const request = { method: 'GET', uri: 'http://127.0.0.1:19102/things/all?a=b', headers };
  const interaction = {
    request: { ...request, ...(sent !== undefined && { body: base64(sent) }) },
    response: { status_code: status, content: base64(typeof body === 'string' ? body : JSON.stringify(body)) },
  };
  const checks = { rfeawY: [{ name: 'not_a_server_error', status: 'success' }, ...kinds.map(failure)] };
  const recorder = { label: 'Stateful tests', cases: {}, checks, interactions: { rfeawY: interaction } };
  return JSON.stringify({ ScenarioFinished: { id: 'x', phase: 'coverage', status: 'failure', recorder } });
}

/** The kinds of the findings of a line that nothing excuses. */
const faults = (given: Given): readonly string[] =>
  findingsIn(line(given))
    .filter((finding) => excuseOf(finding, TEMPLATES) === undefined)
    .map(({ kind }) => kind);

describe('findings of schemathesis', () => {
  it('are an undocumented 500, a documented one, and an undocumented status of any other kind', () => {
    const body = { code: 'INTERNAL' };
    expect(faults({ kinds: ['ST101', 'ST103'], status: 500, body })).to.deep.equal(['ST101', 'ST103']);
    expect(faults({ kinds: ['ST101'], status: 500, body })).to.deep.equal(['ST101']);
    expect(faults({ kinds: ['ST101', 'ST103'], status: 503 })).to.deep.equal(['ST103']);
    expect(faults({ kinds: ['ST103'], status: 409 })).to.deep.equal(['ST103']);
    expect(faults({ kinds: ['ST101'], status: 503, body: { code: 'MESH_OFF' } })).to.deep.equal([]);
  });

  it('are an answer that violates its schema, and each kind that nobody thought of', () => {
    for (const kind of ['ST104', 'ST105', 'ST107', 'ST108', 'ST109', 'ST203', 'ST301', 'ST401', 'ST402', 'ST999'])
      expect(faults({ kinds: [kind], status: 200, body: { n: 'three' } }), kind).to.deep.equal([kind]);
  });

  it('are a refusal of a good request as not of the form, and none by a rule behind it', () => {
    const refused = (code: string, more: Partial<Given> = {}) =>
      faults({ kinds: ['ST202'], status: 400, body: { code, path: '/id' }, ...more });
    for (const code of ['BODY_INVALID', 'QUERY_INVALID', 'PATH_INVALID', 'HEADER_INVALID'])
      expect(refused(code), code).to.deep.equal(['ST202']);
    const headers = { 'Content-Type': ['application/x-www-form-urlencoded'] };
    expect(refused('BODY_INVALID', { headers, sent: 'a=1&b=2&a=3' }), 'a field twice').to.deep.equal([]);
    expect(refused('BODY_INVALID', { headers, sent: 'a=1&b=2' })).to.deep.equal(['ST202']);
    expect(refused('CURSOR_INVALID')).to.deep.equal([]);
    expect(faults({ kinds: ['ST202'], status: 400, body: 'Bad Request' }), 'no refusal of the node').to.have.length(1);
    expect(faults({ kinds: ['ST202'], status: 400, body: { error: 'invalid_request' } })).to.have.length(1);
    expect(faults({ kinds: ['ST202'], status: 400, body: { error: 'invalid_grant' } })).to.deep.equal([]);
    const unsafe = { operation: 'POST /oauth/register', body: { error: 'invalid_request' } };
    expect(refused('', { ...unsafe, sent: '{"more": 10000000000000001}' }), 'an unsafe number').to.deep.equal([]);
    expect(refused('', { ...unsafe, sent: '{"more": 1}' })).to.have.length(1);
    // What no schema can compare, of its operation and member alone.
    const chunk = { operation: 'POST /api/file-chunks', body: { code: 'BODY_INVALID', path: '/chunkIndex' } };
    expect(refused('', chunk)).to.deep.equal([]);
    expect(refused('', { ...chunk, body: { code: 'BODY_INVALID', path: '/checksum' } })).to.have.length(1);
    expect(refused('', { ...chunk, operation: 'POST /things' })).to.have.length(1);
    expect(refused('BODY_INVALID', { sent: '{"name":"\\ud83c\\udffb"}' }), 'beyond the plane').to.deep.equal([]);
    expect(refused('BODY_INVALID', { sent: '{"name":"n"}' })).to.have.length(1);
  });

  it('are a bad request that was taken, unless by its size or by a header that nobody knows', () => {
    const took = (status: number, headers = {}) => faults({ kinds: ['ST201'], status, headers });
    expect(took(200)).to.deep.equal(['ST201']);
    for (const tooLarge of [413, 431]) expect(took(tooLarge)).to.deep.equal([]);
    expect(took(200, { 'x-schemathesis-unknown-property': ['42'] })).to.deep.equal([]);
  });

  it('are a wrong method, where no other template takes the path', () => {
    for (const kind of ['ST204', 'ST205']) {
      expect(faults({ kinds: [kind], status: 400 }), 'all is an id too').to.deep.equal([]);
      const alone = line({ kinds: [kind], status: 400, operation: 'GET /a/{b}/c.d' }).replace('things/all', 'a/b/c.d');
      expect(findingsIn(alone).map((one) => excuseOf(one, TEMPLATES))).to.deep.equal([undefined]);
    }
  });

  it('are none in lines about something else', () => {
    expect(findingsIn('{"PhaseStarted":{"phase":{"name":"Coverage"}}}')).to.deep.equal([]);
    expect(findingsIn('{"ScenarioFinished":{"id":"x","recorder":{"label":"GET /a"}}}')).to.deep.equal([]);
  });
});

describe('a run of schemathesis', () => {
  const done = { status: 'failure' };
  const WHOLE: RunReport = {
    ...{ complete: true, stop_reason: 'completed', errors: [], test_cases: { generated: 9 } },
    operations: { selected: 2, tested: 2, errored: 0 },
    phases: { examples: { status: 'success' }, coverage: done, fuzzing: done, stateful: done },
  };
  it('says something of the node where it was brought to its end, with all operations and phases', () => {
    expect(breakOf(WHOLE)).to.equal(undefined);
    for (const [of, said] of [
      [{ complete: false }, 'its end'],
      [{ stop_reason: 'interrupted' }, 'interrupted'],
      [{ errors: [{ title: 'Network Error', count: 3 }] }, '3 Network Error'],
      [{ operations: null }, '0 of 0'],
      [{ operations: { selected: 0, tested: 0, errored: 0 } }, '0 of 0'],
      [{ operations: { selected: 2, tested: 1, errored: 1 } }, '1 of 2'],
      [{ phases: { ...WHOLE.phases, stateful: { status: 'skip' } } }, 'stateful'],
      [{ phases: null }, 'examples, coverage, fuzzing, stateful'],
    ] as const)
      expect(breakOf({ ...WHOLE, ...of }), said).to.include(said);
  });
});
