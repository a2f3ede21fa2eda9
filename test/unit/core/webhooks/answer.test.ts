// Answers of targets: what counts as delivered, and what of it is shown. URLs that a target may have.
import { expect } from 'chai';
import { issue } from '../../../../core/base/issue.js';
import { fail, type Result } from '../../../../core/base/result.js';
import type { OutgoingAnswer } from '../../../../core/outgoing/ports.js';
import { isConsent, judgeAnswer } from '../../../../core/webhooks/answer.js';
import { webhookUrlProblem } from '../../../../core/webhooks/url.js';

const at = { startedMs: 1000, tookMs: 5, timeoutMs: 10_000 };
const PUBLIC = '93.184.216.34';
const answer = (status: number, more: Partial<OutgoingAnswer> = {}): OutgoingAnswer => ({
  ...{ status, headers: {}, body: new TextEncoder().encode('a text'), url: 'https://a.example/', address: PUBLIC },
  ...more,
});
const refused = (code: Parameters<typeof issue>[0]): Result<OutgoingAnswer> =>
  fail(issue(code, '', 'The host db.internal has an address that is not public: 10.1.2.3.'));

describe('core/webhooks: answers', () => {
  it('delivers with 2xx alone: a redirect is a failure, and 410 the end', () => {
    for (const status of [200, 202, 204, 299])
      expect(judgeAnswer(answer(status), at)?.isDelivered, `${status}`).to.equal(true);
    for (const status of [301, 302, 307, 308, 400, 404, 429, 500])
      expect(judgeAnswer(answer(status), at), `${status}`).to.include({ isDelivered: false, isGone: false });
    expect(judgeAnswer(answer(410), at)?.isGone).to.equal(true);
  });

  it('hears Retry-After in both of its forms', () => {
    const asked = (text: string) => judgeAnswer(answer(503, { headers: { 'retry-after': text } }), at)?.retryAfterMs;
    expect([asked('120'), asked(new Date(61_000).toUTCString()), asked('soon'), asked('-1')]).to.deep.equal([
      120_000, 60_000, 0, 0,
    ]);
    // The clock of this node may be wrong by a day.
    const date = new Date(86_400_000).toUTCString();
    const headers = { date, 'retry-after': new Date(86_400_000 + 30_000).toUTCString() };
    expect(judgeAnswer(answer(503, { headers }), at)?.retryAfterMs).to.equal(30_000);
  });

  it('does not tell whether a name has a private address, none, or a closed port', () => {
    const shown = (['OUTGOING_REFUSED', 'OUTGOING_FAILED'] as const).map(
      (code) => judgeAnswer(refused(code), at)?.attempt,
    );
    for (const attempt of shown) expect(attempt).to.deep.equal({ atMs: 1000, tookMs: 5, outcome: 'unreachable' });
    expect(judgeAnswer(refused('OUTGOING_FAILED'), { ...at, tookMs: 10_000 })?.attempt.outcome).to.equal('timed-out');
    expect(judgeAnswer(refused('OUTGOING_BUSY'), at)).to.equal(undefined);
  });

  it('shows the first bytes of the answer, printable, of public addresses alone', () => {
    const excerpt = (body: string, address = PUBLIC) =>
      judgeAnswer(answer(500, { body: new TextEncoder().encode(body), address }), at)?.attempt.excerpt;
    expect(excerpt('x'.repeat(2000))).to.have.length(512);
    expect(excerpt('a\u001b[31m\u0000b\u202e')).to.equal('a.[31m.b.');
    for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1'])
      expect(excerpt('a secret of the network', address), address).to.equal(undefined);
  });

  it('takes a verification that answers 2xx with the challenge alone, as text or in JSON', () => {
    const isTaken = (text: string, status = 200) =>
      isConsent(answer(status, { body: new TextEncoder().encode(text) }), 'abc');
    for (const text of ['abc', 'abc\n', '{"challenge":"abc"}', '{ "challenge": "abc" }'])
      expect(isTaken(text), text).to.equal(true);
    for (const text of ['a text', '', 'abcd', '"abc"', 'You sent abc', '["abc"]', '{"challenge":"abd"}'])
      expect(isTaken(text), text).to.equal(false);
    expect(isTaken('abc', 404), 'not 2xx').to.equal(false);
    const sent = '{"type":"webhook.verification","data":{"challenge":"abc"}}';
    for (const reflected of [sent, `{"body":${sent}}`, '{"challenge":"abc","type":"x"}', `<p>${sent}</p>`])
      expect(isTaken(reflected), reflected).to.equal(false);
  });
});

describe('core/webhooks: URLs', () => {
  const isTaken = (url: string) => webhookUrlProblem(url, new Set(['hooks.lan'])) === undefined;

  it('are https, at ports of web servers, and at no private address however it is written', () => {
    for (const url of [
      'https://a.example/x?y=z',
      'https://a.example:8443/',
      'https://93.184.216.34/',
      'http://hooks.lan:81/',
    ])
      expect(isTaken(url), url).to.equal(true);
    for (const url of [
      ...['http://a.example/', 'ftp://a.example/', 'https://user:pass@a.example/', 'https://a.example/#x', 'a'],
      ...['https://a.example:22/', 'https://a.example:25/', 'https://a.example:6667/', 'https://a.example:80/'],
      ...['https://127.0.0.1/', 'https://169.254.169.254/latest', 'https://2130706433/', 'https://0x7f.1/'],
      ...['https://[::1]/', 'https://[::ffff:169.254.169.254]/', 'https://[64:ff9b::a9fe:a9fe]/', 'https://[fd00::1]/'],
      ...['https://localhost/', 'https://intranet/', 'https://0/', `https://a.example/${'x'.repeat(1000)}`],
    ])
      expect(isTaken(url), url).to.equal(false);
  });
});
