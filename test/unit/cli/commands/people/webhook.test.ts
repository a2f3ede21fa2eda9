// Webhooks at the command line: what is sent, that a secret is shown once, and how a call that fails ends.
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const ORG = '00000000-0000-4000-8000-00000000000b';
const ID = '00000000-0000-4000-8000-00000000000a';
const AT = `/api/organizations/${ORG}/webhooks`;
const MSG = `msg_${'a'.repeat(32)}`;
const ROW = {
  ...{ id: ID, url: 'https://a.example/', events: ['docket.sealed'], registers: [], description: '', state: 'active' },
  ...{ createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:00.000Z', createdBy: 'x' },
  deliveries: { behind: 3, waiting: 2, dead: 1, missed: 0, failures: 0 },
};
const TRIED = { at: ROW.createdAt, milliseconds: 8, outcome: 'answered', status: 200, success: true, message: 'Good.' };
const LISTED = {
  ...{
    id: MSG,
    event: 'docket.sealed',
    eventId: 'evt_1',
    sequence: 7,
    occurredAt: ROW.createdAt,
    state: 'dead',
    tries: 10,
  },
};
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['webhook', ...words, '--organisation', ORG], answers);

describe('cli/commands/people/webhook', () => {
  it('adds one for some events, and shows its secret on standard output alone', async () => {
    const words = ['add', ROW.url, '--event', 'docket.sealed', '--event', 'audit.recorded'];
    const { exit, out, err, bodies } = await run(words, {
      [`POST ${AT}`]: whole(201, { ...ROW, secret: 'whsec_s3cret' }),
    });
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([{ url: ROW.url, events: ['docket.sealed', 'audit.recorded'], registers: [] }]);
    expect(out).to.match(/^secret +whsec_s3cret$/m);
    expect(err).to.contain('not shown again').and.contain(`quorate webhook verify ${ID}`).and.not.contain('s3cret');
    expect((await run(['add', ROW.url])).exit).to.equal(2);
    expect((await run(['add', ROW.url, '--event', 'inbox'])).exit).to.equal(2);
  });

  it('lists and shows them, with how they do', async () => {
    expect((await run(['list'], { [`GET ${AT}`]: { webhooks: [ROW] } })).out).to.match(
      new RegExp(`^${ID} +https://a.example/ +active +3 +2 +1$`, 'm'),
    );
    const { out } = await run(['show', ID], { [`GET ${AT}/${ID}`]: { ...ROW, state: 'disabled', reason: 'gone' } });
    expect(out)
      .to.match(/^reason +gone$/m)
      .and.match(/^registers +all$/m);
    expect((await called(['webhook', 'kinds'])).out)
      .to.contain('docket.sealed')
      .and.contain('docketHash');
  });

  it('ends with 1 and says why where a URL does not pass', async () => {
    for (const word of ['verify', 'test']) {
      const good = await run([word, ID], { [`POST ${AT}/${ID}/${word}`]: TRIED });
      expect(good.exit, good.err).to.equal(0);
      const bad = await run([word, ID], {
        [`POST ${AT}/${ID}/${word}`]: { ...TRIED, success: false, message: 'It is down.' },
      });
      expect([bad.exit, bad.err.includes('It is down.')]).to.deep.equal([1, true]);
    }
  });

  it('changes, suspends, resumes, rotates and removes one, and asks where that cannot be undone', async () => {
    const asked = async (words: readonly string[], answer: string, body: unknown = ROW) => {
      const { exit, err, bodies } = await run(words, { [answer]: body });
      expect(exit, err).to.equal(0);
      return bodies;
    };
    expect(await asked(['change', ID, '--url', 'https://b.example/'], `PATCH ${AT}/${ID}`)).to.deep.equal([
      { url: 'https://b.example/' },
    ]);
    await asked(['suspend', ID], `POST ${AT}/${ID}/suspend`);
    await asked(['resume', ID], `POST ${AT}/${ID}/resume`);
    const rotated = { secret: 'whsec_n3w', previousUntil: ROW.createdAt };
    await asked(['rotate', ID, '--yes'], `POST ${AT}/${ID}/rotate-secret`, rotated);
    await asked(['remove', ID, '--yes'], `DELETE ${AT}/${ID}`, whole(204));
    for (const word of ['rotate', 'remove']) expect((await run([word, ID])).exit, word).to.equal(2);
  });

  it('lists deliveries, shows one, and sends one or all dead ones again', async () => {
    const list = await run(['deliveries', ID, '--state', 'dead'], {
      [`GET ${AT}/${ID}/deliveries`]: { deliveries: [{ ...LISTED, lastStatus: 500 }], nextCursor: 'next' },
    });
    expect(list.requests[0]?.url).to.contain('state=dead');
    expect(list.out).to.match(new RegExp(`^${MSG} +docket.sealed +\\S+ +dead +10 +500 +-$`, 'm'));
    expect(list.err).to.contain('--cursor next');
    const one = { ...LISTED, body: '{"type":"docket.sealed"}', attempts: [{ ...TRIED, status: 500, excerpt: 'no' }] };
    const shown = await run(['deliveries', ID, '--delivery', MSG], { [`GET ${AT}/${ID}/deliveries/${MSG}`]: one });
    expect(shown.out)
      .to.contain('{"type":"docket.sealed"}')
      .and.match(/answered +500 +8 +no/);
    const sent = { [`POST ${AT}/${ID}/deliveries/${MSG}/redeliver`]: whole(202, one) };
    expect((await run(['redeliver', ID, MSG], sent)).exit).to.equal(0);
    const dead = await run(['redeliver', ID, '--dead', '--since', '2026-11-21T10:00:00Z'], {
      [`POST ${AT}/${ID}/redeliver-dead`]: whole(202, { count: 3 }),
    });
    expect([dead.exit, dead.bodies]).to.deep.equal([0, [{ since: '2026-11-21T10:00:00.000Z' }]]);
    for (const words of [
      ['redeliver', ID],
      ['redeliver', ID, MSG, '--dead'],
    ])
      expect((await run(words)).exit).to.equal(2);
  });
});
