// Wallets from the command line: words are shown once, never sent when they are wrong, never taken from the command
// line; deletions ask.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called, problem, whole } from '../../../../support/program/command.js';
import { COMMANDS } from '../../../../support/program/commands.js';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const ADDRESS = 'qr1qexample';
const WALLET = {
  id: 'c988e2f7-8959-45b0-87d3-4840382ab92b',
  address: ADDRESS,
  name: 'Ada',
  algorithm: 'ED25519',
  status: 'Active',
  ownerKind: 'person',
  owner: 'u1',
  description: '',
  publicKey: 'AAAA',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const MADE = { wallet: WALLET, mnemonicWords: WORDS.split(' '), warning: 'w' };
const DELETE = { [`GET /api/v1/wallets/${ADDRESS}`]: WALLET, [`DELETE /api/v1/wallets/${ADDRESS}`]: whole(204) };

describe('cli/commands/people/wallet', () => {
  const folder = folderOfAll();

  it('shows the words of a new wallet once, numbered, with a warning', async () => {
    const { exit, out, err, bodies } = await called(['wallet', 'create', 'Ada', '--word-count', '12'], {
      'POST /api/v1/wallets': whole(201, MADE),
    });
    expect(exit).to.equal(0);
    expect(bodies).to.deep.equal([{ name: 'Ada', algorithm: 'ED25519', wordCount: 12 }]);
    expect(out)
      .to.match(/^name +Ada$/m)
      .and.match(/^ {3}1 legal +2 winner +3 thank +4 year$/m);
    expect(err).to.contain('shown this once');
  });

  it('writes the words to a file of the owner instead, and shows them when that fails', async () => {
    const file = join(folder, 'words');
    const create = ['wallet', 'create', 'Ada', '--words-file', file];
    const answers = { 'POST /api/v1/wallets': whole(201, MADE) };
    const first = await called([...create, '--json'], answers);
    expect(readFileSync(file, 'utf8')).to.equal(`${WORDS}\n`);
    expect(first.out).to.contain(file).and.not.contain('legal');
    const again = await called(create, answers);
    expect(again.exit).to.equal(1);
    expect(again.err).to.contain('1 legal').and.contain('the file exists');
  });

  it('recovers from words that are typed or piped, and sends none that are wrong', async () => {
    const answers = { 'POST /api/v1/wallets/recover': WALLET };
    for (const options of [{ answers: [`  ${WORDS.toUpperCase()} `] }, { stdin: `${WORDS}\n` }]) {
      const { exit, bodies, out, err } = await called(['wallet', 'recover', 'Ada'], answers, options);
      expect(exit).to.equal(0);
      expect(bodies).to.deep.equal([{ mnemonicWords: WORDS.split(' '), name: 'Ada', algorithm: 'ED25519' }]);
      expect(out + err).to.not.contain('winner');
    }
    const wrong = await called(['wallet', 'recover', 'Ada'], answers, { stdin: WORDS.replace('yellow', 'year') });
    expect([wrong.exit, wrong.requests.length]).to.deep.equal([1, 0]);
    expect(wrong.err).to.contain('MNEMONIC_INVALID').and.not.contain('winner');
    expect((await called(['wallet', 'recover', 'Ada'], answers)).exit).to.equal(2);
  });

  it('takes a passphrase from the terminal or the environment', async () => {
    const recover = ['wallet', 'recover', 'Ada', '--passphrase'];
    const answers = { 'POST /api/v1/wallets/recover': WALLET };
    const asked = await called(recover, answers, { answers: [WORDS, 'secret one'] });
    const known = await called(recover, answers, { stdin: WORDS, env: { QUORATE_PASSPHRASE: 'secret two' } });
    expect([asked.bodies[0], known.bodies[0]].map((body) => (body as { passphrase: string }).passphrase)).to.deep.equal(
      ['secret one', 'secret two'],
    );
    expect((await called(recover, answers, { stdin: WORDS })).exit).to.equal(2);
  });

  it('has no option that takes a secret', () => {
    const flags = COMMANDS.flatMap(({ options = [] }) => options.map((option) => option.flags));
    expect(
      flags.filter((flag) => /(password|passphrase|words|mnemonic|secret|token|private-key) </i.test(flag)),
    ).to.deep.equal([]);
  });

  it('follows the pages of a list up to the limit', async () => {
    const next = { link: `</api/v1/wallets?top=2&after=5-${ADDRESS}>; rel="next"` };
    const answers = {
      'GET /api/v1/wallets?top=3': whole(200, [WALLET, WALLET], next),
      [`GET /api/v1/wallets?top=1&after=5-${ADDRESS}`]: whole(200, [WALLET], next),
    };
    const { out, err } = await called(['wallet', 'list', '--limit', '3'], answers);
    expect(out.match(/Ada/g)).to.have.length(3);
    expect(err).to.contain('larger --limit');
  });

  it('deletes only what a person agrees to', async () => {
    const remove = ['wallet', 'delete', ADDRESS];
    expect((await called(remove, DELETE, { answers: ['yes'] })).out).to.contain('Its recovery words bring it back');
    expect((await called([...remove, '--yes'], DELETE)).exit).to.equal(0);
    const no = await called(remove, DELETE, { answers: ['no'] });
    expect([no.exit, no.requests.map(({ method }) => method)]).to.deep.equal([1, ['GET']]);
    const nobody = await called(remove, DELETE);
    expect([nobody.exit, nobody.err.includes('--yes'), nobody.requests.length]).to.deep.equal([2, true, 1]);
  });

  it('changes what is stated and nothing without it', async () => {
    const answers = { [`PATCH /api/v1/wallets/${ADDRESS}`]: { ...WALLET, status: 'Locked' } };
    const { out, bodies } = await called(['wallet', 'update', ADDRESS, '--status', 'Locked'], answers);
    expect(bodies).to.deep.equal([{ status: 'Locked' }]);
    expect(out).to.match(/^status +Locked$/m);
    expect((await called(['wallet', 'update', ADDRESS], answers)).exit).to.equal(2);
  });

  it('grants, lists and revokes access', async () => {
    const grant = {
      subject: 'u2',
      accessRight: 'ReadWrite',
      grantedBy: 'u1',
      isActive: true,
      allowedDerivationContexts: ['quorate:register-attestation'],
    };
    const path = `/api/v1/wallets/${ADDRESS}/access`;
    const answers = {
      [`POST ${path}`]: whole(201, grant),
      [`GET ${path}`]: [grant],
      [`DELETE ${path}/u2`]: whole(204),
    };
    const words = [
      'wallet',
      'grant',
      ADDRESS,
      'u2',
      '--right',
      'ReadWrite',
      '--context',
      'quorate:register-attestation',
    ];
    expect((await called(words, answers)).bodies).to.deep.equal([
      { subject: 'u2', accessRight: 'ReadWrite', allowedDerivationContexts: ['quorate:register-attestation'] },
    ]);
    expect((await called(['wallet', 'grants', ADDRESS], answers)).out).to.match(/^u2 +ReadWrite +yes/m);
    expect((await called(['wallet', 'revoke', ADDRESS, 'u2', '--yes'], answers)).exit).to.equal(0);
  });

  it('signs the hash of a file, not the file, and refuses two kinds of data at once', async () => {
    const file = join(folder, 'data.txt');
    writeFileSync(file, 'abc');
    const signed = {
      signature: 's',
      algorithm: 'ED25519',
      publicKey: 'k',
      keyAddress: ADDRESS,
      signedBy: ADDRESS,
      signedAt: 't',
    };
    const answers = { [`POST /api/v1/wallets/${ADDRESS}/sign`]: signed };
    const { bodies, out } = await called(['wallet', 'sign', ADDRESS, '--file', file], answers);
    // SHA-256 of "abc" (FIPS 180-2, appendix B.1).
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(bodies).to.deep.equal([{ data: Buffer.from(digest, 'hex').toString('base64'), isPreHashed: true }]);
    expect(JSON.parse(out)).to.include({ digest, signature: 's' });
    expect((await called(['wallet', 'sign', ADDRESS, '--text', 'a', '--file', file], answers)).exit).to.equal(2);
    expect((await called(['wallet', 'sign', ADDRESS], answers)).exit).to.equal(2);
  });

  it("says the node's reason when it refuses", async () => {
    const answers = { 'POST /api/v1/wallets': problem(403, 'FORBIDDEN', 'You may not.') };
    const { exit, err } = await called(['wallet', 'create', 'Ada'], answers);
    expect([exit, err.split('\n')[0]]).to.deep.equal([1, 'quorate: You may not (FORBIDDEN)']);
  });
});
