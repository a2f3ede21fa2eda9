// DIDs and linked data for people and programs: what is asked of the node, and what is shown of its answer.
import { expect } from 'chai';
import { called, problem, whole } from '../../../../support/program/command.js';
import type { Request } from '../../../../support/program/terminal.js';

const REGISTER = '00000000-1111-4222-8333-444444444444';
const DID = `did:quorate:register:${REGISTER}`;
const PATH = `GET /1.0/identifiers/${encodeURIComponent(DID)}`;
const document = {
  id: DID,
  controller: ['did:quorate:w:qr1a'],
  verificationMethod: [{ id: `${DID}#validator-ab`, publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', x: 'KEY' } }],
  service: [{ id: `${DID}#register`, type: 'QuorateRegister', serviceEndpoint: 'https://node/api/registers/x' }],
};
const found = { didDocument: document, didDocumentMetadata: { created: '2026-01-01T00:00:00Z' } };

describe('cli/commands/ledger/did', () => {
  it('shows who governs, the keys and where it is read', async () => {
    const { out, exit } = await called(['did', 'resolve', DID], { [PATH]: found });
    expect(exit).to.equal(0);
    expect(out).to.match(/^governed by +did:quorate:w:qr1a$/m);
    expect(out).to.match(/^#validator-ab +Ed25519 +KEY/m);
    expect(out).to.match(/^QuorateRegister +https:\/\/node\/api\/registers\/x/m);
    expect(JSON.parse((await called(['did', 'resolve', DID, '--json'], { [PATH]: found })).out)).to.deep.equal(found);
  });

  it('shows a wallet whose key has ended, and what a DID URL names', async () => {
    const ended = { ...found, didDocumentMetadata: { deactivated: true } };
    const { out, exit } = await called(['did', 'resolve', DID], { [PATH]: whole(410, ended) });
    expect([exit, /^ended +yes/m.test(out)]).to.deep.equal([0, true]);
    const tx = `${DID}/tx/${'ab'.repeat(32)}`;
    const answers = { [`GET /1.0/identifiers/${encodeURIComponent(tx)}`]: { txId: 'ab' } };
    expect((await called(['did', 'resolve', tx], answers)).out).to.contain('"txId": "ab"');
    const missing = await called(['did', 'resolve', DID], {
      [PATH]: problem(404, 'DID_NOT_FOUND', 'There is nothing.'),
    });
    expect([missing.exit, missing.err]).to.deep.equal([1, missing.err]);
    expect(missing.err).to.contain('DID_NOT_FOUND');
  });

  it('asks for the form that is named', async () => {
    const accepts: string[] = [];
    const noted = ({ headers }: Request) => {
      accepts.push(headers.get('accept') ?? '');
      return { '@id': DID };
    };
    const answers = {
      [PATH]: noted,
      [`GET /api/registers/${REGISTER}`]: noted,
      [`GET /api/registers/${REGISTER}/transactions/${'ab'.repeat(32)}`]: noted,
      [`GET /api/registers/${REGISTER}/dockets/1`]: noted,
      'GET /api/blueprints/orders': noted,
    };
    for (const words of [
      ['did', 'resolve', DID],
      ['register', 'show', REGISTER],
      ['tx', 'show', REGISTER, 'ab'.repeat(32)],
      ['docket', 'show', REGISTER, '1'],
      ['blueprint', 'show', 'orders'],
    ]) {
      expect((await called([...words, '--format', 'ld'], answers)).out, words.join(' ')).to.contain(`"@id": "${DID}"`);
      expect((await called([...words, '--format', 'quads'], answers)).exit).to.equal(0);
      const wrong = await called([...words, '--format', 'xml'], answers);
      expect([wrong.exit, wrong.err.includes('--format is ld or quads')]).to.deep.equal([2, true]);
    }
    expect(accepts).to.deep.equal(Array(5).fill(['application/ld+json', 'application/n-quads']).flat());
  });
});
