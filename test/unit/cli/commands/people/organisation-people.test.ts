// Figures, participants and linked wallets of an organisation at the command line, and the settings of the platform.
import { expect } from 'chai';
import { called, problem, whole } from '../../../../support/program/command.js';

const ORG = '00000000-0000-0000-0000-00000000000a';
const USER = '00000000-0000-0000-0000-00000000000b';
const WALLET = `qr1${'q'.repeat(60)}`;
const LINKS = `/api/organizations/${ORG}/participants/${USER}/wallet-links`;
const ME = { 'GET /api/auth/me': { organizationId: ORG, userId: USER } };

describe('cli/commands/people/organisation-people', () => {
  it('shows the figures of an organisation', async () => {
    const figures = {
      ...{ activeUserCount: 3, suspendedUserCount: 1, usersByRole: { Auditor: 2 }, pendingInvitationCount: 4 },
      recentLogins: [{ userId: USER, displayName: 'Ada', email: 'a@x', lastLoginAt: 't' }],
      idpStatus: { isConfigured: true, isEnabled: false, displayName: 'Directory' },
    };
    const { out } = await called(['org', 'dashboard'], { ...ME, [`GET /api/organizations/${ORG}/dashboard`]: figures });
    expect(out)
      .to.match(/^active +3$/m)
      .and.match(/^Auditor +2$/m)
      .and.match(/^identity provider +Directory \(off\)$/m)
      .and.match(/^t +a@x +Ada$/m);
  });

  it('searches participants by what is stated', async () => {
    const row = { userId: USER, email: 'a@x', displayName: 'Ada', status: 'Active', hasLinkedWallet: true };
    const answers = { 'POST /api/participants/search': { results: [row], totalCount: 1 } };
    const asked = async (...words: string[]) =>
      called(['org', 'participants', '--organisation', ORG, ...words], answers);
    const { out, bodies } = await asked();
    expect(bodies).to.deep.equal([{ page: 1, pageSize: 20, organizationId: ORG }]);
    expect(out).to.match(/ a@x +Ada +Active +yes$/m);
    expect((await asked('--query', 'ada', '--linked', 'no')).bodies[0]).to.include({
      ...{ query: 'ada', hasLinkedWallet: false },
    });
  });

  it('takes the e-mail address of a user in the place of the id, and the whole address alone', async () => {
    const rows = [
      { userId: 'other', email: 'not-ada@x.example' },
      { userId: USER, email: 'Ada@x.example' },
    ];
    const answers = {
      ...{ ...ME, 'POST /api/participants/search': { results: rows, totalCount: 2 } },
      [`GET ${LINKS}`]: { linkedWallets: [{ walletAddress: WALLET, algorithm: 'ED25519', linkedAt: 't' }] },
      [`POST /api/organizations/${ORG}/users/${USER}/unlock`]: whole(204),
    };
    expect((await called(['user', 'wallets', 'ada@x.example'], answers)).out).to.contain(WALLET);
    expect((await called(['user', 'unlock', 'ada@x.example'], answers)).exit).to.equal(0);
    const part = await called(['user', 'wallets', 'da@x.example'], answers);
    expect(part.exit).to.equal(2);
    expect(part.err).to.contain('no user with the address da@x.example').and.contain('quorate org participants');
    const odd = await called(['user', 'wallets', 'nope'], answers);
    expect([odd.exit, odd.requests.length]).to.deep.equal([2, 1]);
    expect(odd.err).to.contain('"nope" is neither an e-mail address nor the id of a user');
  });

  it('links a wallet by its signature of the challenge, and unlinks it', async () => {
    const answers = {
      ...ME,
      [`GET /api/v1/wallets/${WALLET}`]: { algorithm: 'ED25519' },
      [`POST ${LINKS}`]: whole(201, { challengeId: 'c1', challenge: 'dGV4dA==' }),
      [`POST /api/v1/wallets/${WALLET}/sign`]: { signature: 's', publicKey: 'k' },
      [`POST ${LINKS}/c1/verify`]: { walletAddress: WALLET },
      [`DELETE ${LINKS}/${WALLET}`]: whole(204),
      [`GET ${LINKS}`]: { linkedWallets: [{ walletAddress: WALLET, algorithm: 'ED25519', linkedAt: 't' }] },
    };
    const linked = await called(['user', 'link-wallet', WALLET], answers);
    expect(linked.exit, linked.err).to.equal(0);
    expect(linked.bodies).to.deep.equal([
      { walletAddress: WALLET, algorithm: 'ED25519' },
      { data: 'dGV4dA==' },
      { signature: 's', publicKey: 'k' },
    ]);
    expect((await called(['user', 'wallets'], answers)).out).to.contain(WALLET);
    expect((await called(['user', 'unlink-wallet', WALLET], answers)).exit).to.equal(0);
    const sealing = { ...answers, [`GET /api/v1/wallets/${WALLET}`]: { algorithm: 'ML-KEM-768' } };
    expect((await called(['user', 'link-wallet', WALLET], sealing)).exit).to.equal(1);
  });

  it('tells an administrator of one organisation for whom the platform is', async () => {
    const detail = 'The caller does not satisfy the policy RequireSystemAdmin';
    const { exit, err } = await called(['platform', 'settings'], {
      'GET /api/platform/settings': problem(403, 'FORBIDDEN', detail),
    });
    expect([exit, err.includes('quorate org use system-admin')], err).to.deep.equal([1, true]);
  });

  it('shows the settings of the platform, and changes those that are stated', async () => {
    const settings = { founding: 'anyone', invitationDays: null };
    const answers = { 'GET /api/platform/settings': settings, 'PUT /api/platform/settings': settings };
    expect((await called(['platform', 'settings'], answers)).out).to.match(/^invitation days +as the node$/m);
    const { bodies } = await called(
      ['platform', 'settings', '--founding', 'anyone', '--invitation-days', '0'],
      answers,
    );
    expect(bodies).to.deep.equal([{ founding: 'anyone', invitationDays: null }]);
  });
});
