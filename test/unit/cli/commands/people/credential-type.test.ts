// Types of credentials and keys of an issuer, at the command line: each change states the whole, without what is shown
// beside it.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';

const ORG = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15';
const KEY = 'qr1qx4uyg50nhwespsf2t0eqm4kkf670enwlykvx529hmjazj4057skvdd5dld';
const OTHER_KEY = 'qr1qx0zq22l59a5cr58zd9q22xrmecyjwtyztpm32c6p9xqsmntuu7gqfjfn0a';
const MEMBER = { credentialType: 'urn:member', format: 'dc+sd-jwt', display: [{ name: 'Member' }] };
const GUEST = { credentialType: 'urn:guest', format: 'mso_mdoc', keyAttestation: { trustListId: 'makers' } };
const SHOWN = {
  configurations: [
    { ...MEMBER, waitingOffers: 2 },
    { ...GUEST, waitingOffers: 0 },
  ],
  keys: [
    { walletAddress: KEY, waitingOffers: 2, neededUntil: '2027-04-01T00:00:00.000Z' },
    { walletAddress: OTHER_KEY, waitingOffers: 0 },
  ],
};
const PATH = `/api/organizations/${ORG}/credential-configurations`;
const run = (...words: readonly string[]) =>
  called(['credential', ...words, '--organisation', ORG], { [`GET ${PATH}`]: SHOWN, [`PUT ${PATH}`]: SHOWN });
const fileOf = (rules: object) => {
  const file = join(mkdtempSync(join(tmpdir(), 'quorate-')), 'rules.json');
  writeFileSync(file, JSON.stringify(rules));
  return file;
};

describe('cli/commands/people/credential-type', () => {
  it('lists types with their rules, and keys with the time until which they are needed', async () => {
    const { exit, out, bodies, err } = await run('types');
    expect([exit, bodies], err).to.deep.equal([0, []]);
    expect(out)
      .to.match(/urn:member +dc\+sd-jwt +Member +no +no +2/)
      .and.match(/urn:guest +mso_mdoc +urn:guest +makers +no +0/)
      .and.match(new RegExp(`${OTHER_KEY} +0 +not needed`));
  });

  it('states a type with its rules, in the place of the former one, with the format of that', async () => {
    const file = fileOf({ display: [{ name: 'Visitor' }] });
    const { exit, bodies, err } = await run('set-type', 'urn:guest', '--rules', file);
    const stated = { credentialType: 'urn:guest', format: 'mso_mdoc', display: [{ name: 'Visitor' }] };
    expect([exit, bodies], err).to.deep.equal([0, [{ configurations: [MEMBER, stated] }]]);
    const added = await run('set-type', 'urn:new', '--rules', fileOf({}));
    const made = { credentialType: 'urn:new', format: 'dc+sd-jwt' };
    expect(added.bodies).to.deep.equal([{ configurations: [MEMBER, GUEST, made] }]);
    expect((await run('set-type', 'urn:new')).exit, 'without rules').to.equal(2);
    expect((await run('set-type', 'urn:new', '--rules', '/nowhere.json')).exit, 'of no file').to.not.equal(0);
  });

  it('removes a type that there is, and sends nothing for another one', async () => {
    expect((await run('remove-type', 'urn:guest')).bodies).to.deep.equal([{ configurations: [MEMBER] }]);
    const { exit, bodies, err } = await run('remove-type', 'urn:nothing');
    expect([exit === 0, bodies]).to.deep.equal([false, []]);
    expect(err).to.contain('issues no such type').and.contain('quorate credential types');
  });

  it('retires a key that is published, and sends nothing for another one', async () => {
    const { bodies } = await run('retire-key', OTHER_KEY);
    expect(bodies).to.deep.equal([{ configurations: [MEMBER, GUEST], keys: [KEY] }]);
    const { exit, bodies: none, err } = await run('retire-key', 'qr1nobody');
    expect([exit === 0, none]).to.deep.equal([false, []]);
    expect(err).to.contain('publishes no such key');
  });
});
