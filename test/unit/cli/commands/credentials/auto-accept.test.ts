// Issuers that a wallet accepts, at the command line: listed, added, put in the place of the former rule, and removed.
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const WALLET = 'qr1qx0zq22l59a5cr58zd9q22xrmecyjwtyztpm32c6p9xqsmntuu7gqfjfn0a';
const ISSUER = 'https://ledger.example/credentials/northwind';
const REGISTER = '019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15';
const town = { registerId: REGISTER, participantId: 'town/hall' };

async function run(words: readonly string[], issuers: readonly object[] = []) {
  const put: unknown[] = [];
  const answered = await called(
    ['credential', 'auto-accept', ...words, '--wallet', WALLET],
    ({ method, url, body }) => {
      expect(new URL(url).pathname).to.equal(`/api/v1/wallets/${WALLET}/credentials/auto-accept`);
      if (method === 'GET') return whole(200, { issuers });
      put.push(JSON.parse(body));
      return whole(200, JSON.parse(body));
    },
  );
  return { ...answered, put };
}

describe('cli/commands/credentials/auto-accept', () => {
  it('lists them, with the types of each', async () => {
    const listed = await run([], [{ issuer: ISSUER, types: ['urn:x', 'urn:y'] }, town]);
    expect([listed.exit, listed.put], listed.err).to.deep.equal([0, []]);
    for (const text of [ISSUER, 'urn:x, urn:y', `${REGISTER}/town/hall`, 'all']) expect(listed.out).to.contain(text);
  });

  it('adds an address or a participant, in the place of a former rule of it', async () => {
    const added = await run([ISSUER, '--type', 'urn:x'], [{ issuer: ISSUER }, town]);
    expect(added.put, added.err).to.deep.equal([{ issuers: [town, { issuer: ISSUER, types: ['urn:x'] }] }]);
    const participant = await run([`${REGISTER}/town/hall`]);
    expect(participant.put).to.deep.equal([{ issuers: [town] }]);
  });

  it('removes one that is there, and asks for its name', async () => {
    const removed = await run([ISSUER, '--remove'], [{ issuer: ISSUER }, town]);
    expect(removed.put).to.deep.equal([{ issuers: [town] }]);
    const unknown = await run([ISSUER, '--remove'], [town]);
    expect([unknown.exit === 0, unknown.put]).to.deep.equal([false, []]);
    for (const words of [['--remove'], ['--type', 'urn:x']]) {
      const unnamed = await run(words);
      expect([unnamed.exit, unnamed.put]).to.deep.equal([2, []]);
    }
  });
});
