// Credentials that are issued, at the command line: what is sent, what is shown, and how a call that fails ends.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const ID = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15';
const OFFER = '0mwro18g0-q83vEjRWeJq83u8SNFZ4mg';
const OTHER = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e16';
const INSTANCE = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e17';
const WALLET = 'qr1qx4uyg50nhwespsf2t0eqm4kkf670enwlykvx529hmjazj4057skvdd5dld';
const TIME = '2026-11-21T10:00:00.000Z';
const SHOWN = {
  ...{ id: ID, credentialType: 'urn:x', format: 'dc+sd-jwt', issuerWalletAddress: WALLET, offerId: OFFER },
  ...{ state: 'Valid', copies: 2, statusList: 'http://h/l', issuedAt: TIME, validUntil: TIME },
};
const OFFERED = {
  ...{ offerId: OFFER, credentialType: 'urn:x', format: 'dc+sd-jwt', issuerWalletAddress: WALLET },
  ...{ status: 'Pending', createdAt: TIME, expiresAt: TIME },
};
const MADE = {
  ...OFFERED,
  credentialOfferUri: 'openid-credential-offer://?a',
  preAuthorizedCode: 'c0de',
  qr: '<svg/>',
};
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['credential', ...words], answers);

describe('cli/commands/people/issued-credential', () => {
  it('offers with the claims of a file, and shows codes on standard output alone', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'quorate-')), 'claims.json');
    writeFileSync(file, '{"given_name": "Eve"}');
    const words = [
      'offer',
      'urn:x',
      '--wallet',
      WALLET,
      '--claims',
      file,
      '--tx-code',
      '--disclosable',
      'given_name',
      '--qr',
    ];
    const { exit, out, err, bodies } = await run(words, {
      'POST /api/v1/offers': whole(201, { ...MADE, txCode: '493536' }),
    });
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([
      {
        ...{ issuerWalletAddress: WALLET, credentialType: 'urn:x', claims: { given_name: 'Eve' } },
        ...{ format: 'dc+sd-jwt', disclosablePaths: ['given_name'], txCode: {} },
      },
    ]);
    expect(out)
      .to.match(/^code +c0de$/m)
      .and.match(/^tx code +493536$/m)
      .and.contain('█');
    expect(err).to.contain(`quorate credential offered ${OFFER}`).and.not.contain('493536').and.not.contain('c0de');
    expect((await run(['offer', 'urn:x'])).exit, 'without a wallet').to.equal(2);
  });

  it('offers another format under another anchor, of those that there are', async () => {
    const words = ['offer', 'urn:x', '--wallet', WALLET, '--format', 'mso_mdoc', '--trust-anchor', 'x509-lotl'];
    const { bodies } = await run(words, { 'POST /api/v1/offers': whole(201, { ...MADE, format: 'mso_mdoc' }) });
    const stated = {
      issuerWalletAddress: WALLET,
      credentialType: 'urn:x',
      format: 'mso_mdoc',
      trustAnchor: 'x509-lotl',
    };
    expect(bodies).to.deep.equal([stated]);
    expect((await run([...words, '--format', 'jwt_vc'])).exit).to.equal(2);
  });

  it('shows an offer, and cancels it first where that is asked', async () => {
    const answers = {
      [`DELETE /api/v1/offers/${OFFER}`]: whole(204, undefined),
      [`GET /api/v1/offers/${OFFER}`]: whole(200, { ...OFFERED, status: 'Cancelled' }),
    };
    const { exit, out } = await run(['offered', OFFER, '--cancel'], answers);
    expect([exit, /^status +Cancelled$/m.test(out)]).to.deep.equal([0, true]);
  });

  it('lists, shows, and changes the status with a reason', async () => {
    const listed = await run(['list'], {
      'GET /api/v1/credentials': whole(200, { credentials: [SHOWN], nextCursor: 'next' }),
    });
    expect(listed.out).to.contain(ID);
    expect(listed.err).to.contain('--cursor next');
    expect((await run(['show', ID], { [`GET /api/v1/credentials/${ID}`]: whole(200, SHOWN) })).out).to.match(
      /^copies +2$/m,
    );
    for (const change of ['revoke', 'suspend', 'reinstate']) {
      const { exit, bodies } = await run([change, ID, '--reason', 'left'], {
        [`POST /api/v1/credentials/${ID}/${change}`]: whole(200, SHOWN),
      });
      expect([exit, bodies]).to.deep.equal([0, [{ reason: 'left' }]]);
    }
  });

  it('says of a credential of a run that its status is a transaction, and shows the run', async () => {
    const sent = { transactionId: 'a'.repeat(64), instanceId: INSTANCE, status: 'pending', timestamp: TIME };
    const { exit, out, err } = await run(['revoke', ID], {
      [`POST /api/v1/credentials/${ID}/revoke`]: whole(202, sent),
    });
    expect([exit, /^transaction +a{64}$/m.test(out)]).to.deep.equal([0, true]);
    expect(err).to.contain(`quorate credential show ${ID}`);
    const { offerId: _, ...rest } = SHOWN;
    const ofRun = { registerId: 'r', instanceId: INSTANCE, transactionId: 'b'.repeat(64), config: 'c0' };
    const answer = { ...rest, copies: 0, run: { ...ofRun, issuanceTxId: 'c'.repeat(64) } };
    const shown = await run(['show', ID], { [`GET /api/v1/credentials/${ID}`]: whole(200, answer) });
    expect(shown.out)
      .to.match(new RegExp(`^instance +${INSTANCE}$`, 'm'))
      .and.match(/^issuance +c{64}$/m);
  });

  it('lists what waits for the caller, page by page, and opens the offer of one', async () => {
    const one = {
      ...{ credentialId: ID, credentialType: 'urn:x', format: 'dc+sd-jwt', registerId: 'a'.repeat(32), txCode: 'none' },
      ...{ instanceId: INSTANCE, issuanceTxId: 'b'.repeat(64), walletAddress: WALLET, issuerWalletAddress: WALLET },
      sealedAt: TIME,
    };
    const offer = {
      ...{ offerId: OTHER, credentialType: 'urn:y', format: 'dc+sd-jwt', expiresAt: TIME },
      issuer: { url: 'https://i.example', name: 'Office' },
      credentialOfferUri: 'openid-credential-offer://?credential_offer_uri=x',
    };
    // The first page looked at instances that give nothing.
    const page = ({ url }: { readonly url: string }) =>
      new URL(url).searchParams.has('cursor')
        ? whole(200, { credentials: [one] })
        : whole(200, { credentials: [], nextCursor: 'c'.repeat(22) });
    const answered = {
      'GET /api/v1/credentials/available': page,
      'GET /api/v1/credentials/offered': whole(200, { offers: [offer] }),
    };
    const listed = await run(['available'], answered);
    expect(listed.exit, listed.err).to.equal(0);
    for (const told of [ID, INSTANCE, 'urn:y', 'Office', offer.credentialOfferUri]) expect(listed.out).to.contain(told);
    const answers = { [`POST /api/v1/credentials/${ID}/offer`]: whole(201, { ...MADE, txCode: '493536' }) };
    const opened = await run(['available', ID, '--qr'], answers);
    expect(opened.out)
      .to.match(/^code +c0de$/m)
      .and.match(/^tx code +493536$/m)
      .and.contain('█');
    expect(opened.err).to.not.contain('493536').and.not.contain('c0de');
  });
});
