// A credential that is offered or issued anew, at the command line.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const ID = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15';
const OFFER = '0mwro18g0-q83vEjRWeJq83u8SNFZ4mg';
const TIME = '2026-11-21T10:00:00.000Z';
const same = { credentialType: 'urn:x', format: 'dc+sd-jwt', issuerWalletAddress: 'qr1wallet' };
const MADE = {
  ...{ ...same, offerId: OFFER, status: 'Pending', createdAt: TIME, expiresAt: TIME, qr: '<svg/>' },
  ...{ credentialOfferUri: 'openid-credential-offer://?a', preAuthorizedCode: 'c0de', txCode: '493536' },
};
const OWED = {
  ...{ ...same, id: ID, state: 'Valid', copies: 1, statusList: 'http://h/l', issuedAt: TIME, validUntil: TIME },
  run: { registerId: 'r', instanceId: ID, transactionId: 'b'.repeat(64), config: 'c0' },
};
const refresh = (answer: unknown, ...words: readonly string[]) =>
  called(['credential', 'refresh', ID, ...words], { [`POST /api/v1/credentials/${ID}/refresh`]: answer });

describe('cli/commands/credentials/refreshing', () => {
  it('offers with what is stated, and shows codes on standard output alone', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'quorate-')), 'claims.json');
    writeFileSync(file, '{"rank": "captain"}');
    const { exit, out, err, bodies } = await refresh(
      whole(201, MADE),
      ...['--claims', file, '--disclosable', 'rank', '--tx-code', '--by-value', '--expires-in', '60'],
      ...['--valid-for', '7200', '--qr'],
    );
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([
      {
        ...{ claims: { rank: 'captain' }, disclosablePaths: ['rank'], txCode: {}, byValue: true },
        ...{ expiresIn: 60, validFor: 7200 },
      },
    ]);
    expect(out)
      .to.match(/^code +c0de$/m)
      .and.match(/^tx code +493536$/m)
      .and.contain('█');
    expect(err).to.contain('is revoked once a wallet takes this one').and.not.contain('493536').and.not.contain('c0de');
  });

  it('sends nothing where nothing is stated, and says of one of a workflow that its issuer seals another one', async () => {
    const { exit, out, err, bodies } = await refresh(whole(202, OWED));
    expect([exit, bodies], err).to.deep.equal([0, [{}]]);
    expect(out).to.match(new RegExp(`^credential +${ID}$`, 'm'));
    expect(err).to.contain('Another Issuance is sealed in its place');
  });
});
