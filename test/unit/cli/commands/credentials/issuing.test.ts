// A credential that is issued to a wallet of the node, at the command line: what is sent, and what is shown.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const ID = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15';
const WALLET = 'qr1qx4uyg50nhwespsf2t0eqm4kkf670enwlykvx529hmjazj4057skvdd5dld';
const TO = 'qr1qx0zq22l59a5cr58zd9q22xrmecyjwtyztpm32c6p9xqsmntuu7gqfjfn0a';
const TIME = '2026-11-21T10:00:00.000Z';
const ISSUED = {
  ...{ credentialId: `urn:uuid:${ID}`, type: 'urn:x', issuerDid: 'https://i.example', claims: { given_name: 'Eve' } },
  ...{ subjectDid: `did:quorate:w:${TO}`, issuedAt: TIME, expiresAt: TIME, rawToken: 'eyJ.e30.c2ln~' },
};
const answers = { [`POST /api/v1/wallets/${WALLET}/credentials/issue`]: whole(201, ISSUED) };
const issue = (...words: readonly string[]) => called(['credential', 'issue', 'urn:x', ...words], answers);

describe('cli/commands/credentials/issuing', () => {
  it('sends what is stated, and shows the text on standard output alone', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'quorate-')), 'claims.json');
    writeFileSync(file, '{"given_name": "Eve"}');
    const { exit, out, err, bodies } = await issue(
      ...['--wallet', WALLET, '--to', TO, '--claims', file, '--disclosable', 'given_name'],
      ...['--valid-for', 'P30D', '--blueprint', 'membership', '--trust-anchor', 'register'],
    );
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([
      {
        ...{ credentialType: 'urn:x', recipientWallet: TO, claims: { given_name: 'Eve' }, format: 'dc+sd-jwt' },
        ...{ disclosableClaims: ['given_name'], expiryDuration: 'P30D', issuanceBlueprintId: 'membership' },
        trustAnchor: 'register',
      },
    ]);
    expect(out)
      .to.match(new RegExp(`^credential +${ID}$`, 'm'))
      .and.contain('eyJ.e30.c2ln~');
    expect(err).to.contain(`--wallet ${TO}`).and.not.contain('eyJ.e30');
  });

  it('takes both wallets', async () => {
    expect((await issue('--wallet', WALLET)).exit).to.equal(2);
    expect((await issue('--to', TO)).exit).to.equal(2);
  });
});
