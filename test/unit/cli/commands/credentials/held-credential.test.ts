// Credentials that a wallet holds, at the command line: what is asked before one is taken, and what is shown.
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const ID = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15';
const WALLET = 'qr1qx0zq22l59a5cr58zd9q22xrmecyjwtyztpm32c6p9xqsmntuu7gqfjfn0a';
const TIME = '2026-11-21T10:00:00.000Z';
const BASE = `/api/v1/wallets/${WALLET}/credentials`;
const OFFER = 'openid-credential-offer://?credential_offer={}';
const HELD = {
  ...{ credentialId: ID, walletAddress: WALLET, type: 'urn:x', format: 'dc+sd-jwt', issuer: 'https://i.example' },
  ...{ issuerVerdict: 'AuthenticUntrusted', status: 'Active', copies: 4, canPresent: true },
  ...{ receivedAt: TIME, changedAt: TIME },
};
const PREVIEW = {
  issuer: { url: 'https://i.example', name: 'Example' },
  credentials: [{ type: 'urn:x', format: 'dc+sd-jwt', claims: [] }],
};
const own = (...algorithms: readonly string[]) =>
  algorithms.map((algorithm, i) => ({
    id: `w${i}`,
    name: `w${i}`,
    address: i === 0 ? WALLET : `qr1${i}`,
    algorithm,
    status: 'Active',
  }));
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['credential', ...words], answers);

describe('cli/commands/credentials/held-credential', () => {
  it('shows what is offered, asks, and takes it with the transaction code', async () => {
    const posts: unknown[] = [];
    const answers = ({
      method,
      url,
      body,
    }: {
      readonly method: string;
      readonly url: string;
      readonly body: string;
    }) => {
      if (method === 'GET') return own('NISTP256', 'ED25519');
      expect(new URL(url).pathname).to.equal(`${BASE}/receive`);
      const asked = JSON.parse(body);
      posts.push(asked);
      return asked.consent ? whole(201, { credentials: [HELD] }) : whole(200, { ...PREVIEW, txCode: { length: 6 } });
    };
    const taken = await run(['receive', OFFER, '--tx-code', '1', '--yes'], answers);
    expect(taken.exit, taken.err).to.equal(0);
    expect(posts).to.deep.equal([{ offerUri: OFFER }, { offerUri: OFFER, consent: true, txCode: '1' }]);
    expect(taken.out).to.contain(ID);
    expect(taken.err).to.contain('Example (https://i.example) offers: urn:x');
    posts.length = 0;
    const without = await run(['receive', OFFER, '--yes'], answers);
    expect([without.exit, posts.length]).to.deep.equal([2, 1]);
    const unasked = await run(['receive', OFFER, '--tx-code', '1'], answers);
    expect([unasked.exit, posts.length], 'nobody is there to be asked').to.deep.equal([2, 2]);
  });

  it('takes the only wallet that can hold credentials, and guesses between none', async () => {
    const answers = (wallets: readonly object[]) => ({
      'GET /api/v1/wallets': wallets,
      [`GET ${BASE}`]: { credentials: [HELD], nextCursor: 'next' },
    });
    const one = await run(['held'], answers(own('NISTP256', 'ED25519')));
    expect([one.exit, one.out.includes(ID), one.err.includes('--cursor next')]).to.deep.equal([0, true, true]);
    expect((await run(['held'], answers(own('NISTP256', 'NISTP256')))).exit).to.equal(2);
    expect((await run(['held'], answers(own('ED25519')))).exit).to.equal(2);
    expect((await run(['held', '--wallet', 'w0'], answers(own('NISTP256', 'NISTP256')))).exit).to.equal(0);
  });

  it('shows one with its claims, and deletes it after it was asked for', async () => {
    const answers = {
      [`GET ${BASE}/${ID}`]: { ...HELD, claims: { given_name: 'Eve' } },
      [`DELETE ${BASE}/${ID}`]: whole(204, undefined),
    };
    const words = ['held', ID, '--wallet', WALLET];
    expect((await run(words, answers)).out).to.contain('{"given_name":"Eve"}');
    expect((await run([...words, '--delete', '--yes'], answers)).requests.map(({ method }) => method)).to.deep.equal([
      'DELETE',
    ]);
    expect((await run([...words, '--delete'], answers)).requests).to.deep.equal([]);
    expect((await run(['held', '--delete', '--wallet', WALLET], answers)).exit).to.equal(2);
  });

  it('saves the text in a file of the person alone', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'quorate-')), 'member.sd-jwt');
    const answers = { [`GET ${BASE}/${ID}/export`]: { ...HELD, tokens: [{ rawToken: 'a~' }, { rawToken: 'b~' }] } };
    const words = ['export', ID, '--wallet', WALLET];
    expect((await run([...words, '--out', file], answers)).exit).to.equal(0);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).to.deep.equal(['a~\n', 0o600]);
    expect((await run(words, answers)).out).to.contain('a~\nb~');
  });

  const PENDING = {
    ...{ pendingId: ID, walletAddress: WALLET, type: 'urn:x', format: 'dc+sd-jwt', issuer: 'https://i.example' },
    ...{ status: 'Refused', reason: 'The issuer answered access_denied.', askedAt: TIME, changedAt: TIME },
  };
  const waiting = ['--wallet', WALLET];

  it('says what comes later, and where to look for it', async () => {
    const taken = await run(['receive', OFFER, '--yes', ...waiting], ({ body }) =>
      JSON.parse(body).consent ? whole(202, { credentials: [], pending: [PENDING] }) : whole(200, PREVIEW),
    );
    expect([taken.exit, taken.err.includes(`quorate credential pending ${ID}`)]).to.deep.equal([0, true]);
  });

  it('lists what is waited for, shows why one does not come, and waits no more after it was asked', async () => {
    const answers = {
      [`GET ${BASE}/pending`]: { pending: [PENDING] },
      [`DELETE ${BASE}/pending/${ID}`]: whole(204, undefined),
    };
    expect((await run(['pending', ...waiting], answers)).out).to.contain('Refused');
    expect((await run(['pending', ID, ...waiting], answers)).out).to.contain(PENDING.reason);
    const methods = async (...words: readonly string[]) =>
      (await run(['pending', ID, ...waiting, ...words], answers)).requests.map(({ method }) => method);
    expect(await methods('--delete', '--yes')).to.deep.equal(['GET', 'DELETE']);
    expect(await methods('--delete')).to.deep.equal(['GET']);
    expect((await run(['pending', '--delete', ...waiting], answers)).exit).to.equal(2);
    const none = await run(['pending', ID, ...waiting], { [`GET ${BASE}/pending`]: { pending: [] } });
    expect([none.exit === 0, none.err.includes('credential held')]).to.deep.equal([false, true]);
  });

  it('prints the address of the issuer, waits for its person, and says why nothing came', async () => {
    const receiptId = 'a'.repeat(32);
    const authorization = { receiptId, url: 'https://i.example/authorize?x', expiresAt: '2030-01-01T00:00:00Z' };
    const outcomes = async (...answers: readonly object[]) => {
      const left = [...answers];
      return run(['receive', OFFER, '--yes', ...waiting], ({ method, url, body }) => {
        if (method === 'GET') {
          expect(new URL(url).pathname).to.equal(`/api/v1/credential-receipts/${receiptId}`);
          const issuer = { url: 'https://i.example' };
          return { ...{ receiptId, walletAddress: WALLET, issuer, expiresAt: TIME }, ...left.shift() };
        }
        return JSON.parse(body).consent
          ? whole(202, { credentials: [], authorization })
          : whole(200, { ...PREVIEW, signsIn: true });
      });
    };
    const taken = await outcomes({ status: 'Waiting' }, { status: 'Received', credentials: [HELD] });
    expect([taken.exit, taken.out.includes(ID), taken.err.includes(authorization.url)]).to.deep.equal([0, true, true]);
    const refused = await outcomes({ status: 'Refused', reason: 'The issuer sent the answer access_denied.' });
    expect([refused.exit === 0, refused.err.includes('access_denied')]).to.deep.equal([false, true]);
  });
});
