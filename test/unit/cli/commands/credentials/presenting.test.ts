// Answers to verifiers at the command line: what is said before anything is shown, and what is asked.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';

const ID = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15';
const WALLET = 'qr1qx0zq22l59a5cr58zd9q22xrmecyjwtyztpm32c6p9xqsmntuu7gqfjfn0a';
const PRESENTATION = '0mi8wb8w0-q83vEjRWeJq83u8SNFZ4mg';
const TIME = '2026-11-21T10:00:00.000Z';
const REQUEST = 'openid4vp://?client_id=x509_san_dns:shop.example&request_uri=https%3A%2F%2Fshop.example%2F1';
const HELD = {
  ...{ credentialId: ID, walletAddress: WALLET, type: 'urn:x', format: 'dc+sd-jwt', issuer: 'https://i.example' },
  ...{ issuerVerdict: 'AuthenticUntrusted', status: 'Active', copies: 4, uses: 4, canPresent: true },
  ...{ receivedAt: TIME, changedAt: TIME },
  claims: {
    given_name: 'Eve',
    member_since: 2024,
    address: { locality: 'Bonn', country: 'DE' },
    iss: 'https://i.example',
  },
};
const verifier = {
  clientId: 'x509_san_dns:shop.example',
  verdict: 'TrustedListVerified',
  host: 'shop.example',
  names: ['Shop'],
};
const selection = [{ queryId: 'member', credentialId: ID }];
const RESOLVED = {
  ...{ presentationId: PRESENTATION, walletAddress: WALLET, expiresAt: TIME, verifier, selection },
  dcqlQuery: { credentials: [] },
  matches: {
    satisfied: true,
    queries: [{ id: 'member', candidates: [{ credentialId: ID, claims: [['given_name'], ['address', 'locality']] }] }],
  },
  transactionData: [{ type: 'urn:t', queryIds: ['member'], data: { amount: 5 } }],
};
const BASE = '/api/v1/presentations';
const answers = (change: object = {}) => ({
  [`POST ${BASE}/resolve`]: { ...RESOLVED, ...change },
  [`GET /api/v1/wallets/${WALLET}/credentials/${ID}`]: HELD,
  // The country cannot be kept back.
  [`POST ${BASE}/${PRESENTATION}/preview`]: {
    shown: [{ ...selection[0], claims: { given_name: 'Eve', address: { locality: 'Bonn', country: 'DE' } } }],
  },
  [`POST ${BASE}/${PRESENTATION}/accept`]: { outcome: 'Submitted', redirectUri: 'https://shop.example/done' },
  [`POST ${BASE}/${PRESENTATION}/deny`]: { outcome: 'Denied' },
});
const present = (words: readonly string[], change: object = {}) =>
  called(['credential', 'present', REQUEST, '--wallet', WALLET, ...words], answers(change));
const sentOf = ({ requests }: Awaited<ReturnType<typeof present>>) =>
  requests
    .filter(({ method }) => method === 'POST')
    .map(({ url, body }) => [new URL(url).pathname, JSON.parse(body || '{}')]);

describe('cli/commands/credentials/presenting', () => {
  it('says who asks, what it sees and what is signed, and shows it once that is agreed to', async () => {
    const shown = await present(['--yes']);
    expect([shown.exit, shown.out.trim()], shown.err).to.deep.equal([0, 'Submitted']);
    for (const words of [
      'shop.example (Shop) asks. A trust list vouches for it.',
      'Of urn:x it sees: given_name, address.locality, address.country',
      'All copies of it were shown before',
      'You sign with it (urn:t): {"amount":5}',
      'Go on at https://shop.example/done',
    ])
      expect(shown.err).to.contain(words);
    expect(sentOf(shown)[2]).to.deep.equal([
      `${BASE}/${PRESENTATION}/accept`,
      { consent: true, acceptUntrusted: false, selection },
    ]);
    const unasked = await present([]);
    expect([unasked.exit, sentOf(unasked).length], 'nobody is there to be asked').to.deep.equal([2, 2]);
  });

  it('shows nothing to a verifier that nobody vouches for, unless the person says that it knows it', async () => {
    const untrusted = { verifier: { ...verifier, verdict: 'AuthenticUntrusted', names: [] } };
    const refused = await present(['--yes'], untrusted);
    expect([refused.exit, sentOf(refused).length]).to.deep.equal([1, 2]);
    expect(refused.err).to.contain('--untrusted');
    const known = await present(['--yes', '--untrusted'], untrusted);
    expect(sentOf(known)[2]?.[1]).to.include({ acceptUntrusted: true });
  });

  it('takes a choice, denies, and ends where nothing answers', async () => {
    const chosen = await present(['--yes', '--credential', `member=${ID}`], { selection: [] });
    expect(sentOf(chosen)[2]?.[1]).to.deep.include({ selection });
    expect((await present(['--yes', '--credential', 'member'])).exit).to.equal(2);
    const denied = await present(['--deny']);
    expect([denied.out.trim(), sentOf(denied)[1]?.[0]]).to.deep.equal(['Denied', `${BASE}/${PRESENTATION}/deny`]);
    const none = await present(['--yes'], { selection: [] });
    expect([none.exit, sentOf(none).length]).to.deep.equal([1, 1]);
  });

  it('reads a request of the inbox by its id', async () => {
    const own = await called(['credential', 'present', PRESENTATION, '--yes'], {
      ...answers(),
      [`GET ${BASE}/${PRESENTATION}`]: RESOLVED,
    });
    expect([own.exit, own.out.trim()], own.err).to.deep.equal([0, 'Submitted']);
    const sent = sentOf(own).map(([path]) => path);
    expect(sent).to.deep.equal(['preview', 'accept'].map((act) => `${BASE}/${PRESENTATION}/${act}`));
  });

  it('lists what was shown to whom', async () => {
    const row = {
      id: ID,
      requestingParty: 'shop.example',
      outcome: 'Submitted',
      disclosedClaims: ['a', 'b'],
      presentedAt: TIME,
    };
    const page = { presentations: [row], totalCount: 2, nextCursor: 'next' };
    const listed = await called(['credential', 'history'], { [`GET ${BASE}/history`]: page });
    expect(listed.out).to.match(/shop\.example +Submitted +a, b/);
    expect(listed.err).to.contain('--cursor next');
  });
});
