// Whom a register trusts, at the command line: what is proposed, what voters compare, and proofs that are checked
// without a node.
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { utf8 } from '../../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../../core/base/hash.js';
import { spkiOfJwk } from '../../../../../core/crypto/keys/issuer-address.js';
import { pemOf } from '../../../../../core/crypto/keys/pem.js';
import { proofOf, trustRootAt } from '../../../../../core/register/trust/as-of.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called } from '../../../../support/program/command.js';
import { bob, REGISTER_ID } from '../../../../support/register/ledger.js';
import { anchor, anchors, PinnedRows, pinning } from '../../../../support/register/trust.js';

const base = `/api/registers/${REGISTER_ID}`;
const PROPOSE = `POST ${base}/governance/propose`;
const PROPOSAL = 'ab'.repeat(32);
const outcome = { state: 'Submitted', proposalId: PROPOSAL, operation: {}, statementVersion: 2 };
const rows = new PinnedRows();
rows.act(pinning('eu', 7, anchors('a', 'b')));
const { view, height } = rows;
const root = trustRootAt(view, height);
const proof = proofOf(view, { listId: 'eu', entry: anchor('a'), height });

describe('cli/commands/trust/register-trust', () => {
  const folder = folderOfAll();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const signer = ['--wallet', bob.address];
  const propose = async (...words: readonly string[]) => {
    const done = await called(['governance', ...words, ...signer], { [PROPOSE]: outcome });
    expect(done.exit, done.err).to.equal(0);
    return done.bodies[0];
  };

  it('pins the anchors of files by their hashes, in their order', async () => {
    const [one, two] = ['a', 'b'].map((name) => file(`${name}.pem`, pemOf('CERTIFICATE', utf8(name))));
    const words = [
      'set-trust',
      REGISTER_ID,
      'eu',
      '--sequence',
      '7',
      '--anchor',
      two as string,
      '--anchor',
      one as string,
    ];
    expect(await propose(...words, '--assurance', 'High')).to.deep.equal({
      ...{ operationType: 'set-trust', listId: 'eu', sequence: 7, kind: 'x509', entries: anchors('a', 'b') },
      ...{ assurance: 'High', justification: '', wallet: bob.address },
    });
  });

  it('pins what a file states, and refuses two ways at once or none', async () => {
    const entries = [{ issuer: 'did:web:works.example', key: anchor('key') }];
    const keys = file('keys.json', JSON.stringify({ kind: 'keys', entries }));
    const words = ['set-trust', REGISTER_ID, 'works', '--sequence', '1'];
    expect(await propose(...words, '--file', keys)).to.deep.include({ kind: 'keys', entries });
    for (const more of [[], ['--file', keys, '--anchor', keys]])
      expect((await called(['governance', ...words, ...more, ...signer])).err).to.contain(
        '--anchor, by --issuer or by --file',
      );
  });

  it('pins the keys that an issuer publishes, or one of them', async () => {
    const issuer = 'https://acme.example/credentials/acme';
    const newJwk = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const jwks = [newJwk(), newJwk()];
    const entries = jwks
      .map((jwk) => ({ issuer, key: sha256Hex(spkiOfJwk(jwk) as Uint8Array) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const words = ['set-trust', REGISTER_ID, 'devices', '--sequence', '1', '--issuer', issuer];
    const set = file('jwks.json', JSON.stringify({ keys: jwks.map((jwk) => ({ ...jwk, kid: 'k', alg: 'ES256' })) }));
    expect(await propose(...words, '--keys', set)).to.deep.include({ kind: 'keys', entries });
    const one = file('jwk.json', JSON.stringify(jwks[0]));
    const [first] = jwks.map((jwk) => ({ issuer, key: sha256Hex(spkiOfJwk(jwk) as Uint8Array) }));
    expect(await propose(...words, '--keys', one)).to.deep.include({ kind: 'keys', entries: [first] });
    const other = file('okp.json', JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }] }));
    for (const [more, said] of [
      [['--keys', other], 'not a public one of P-256'],
      [[], '--issuer and --keys go together'],
      [['--keys', one, '--anchor', one], '--anchor, by --issuer or by --file'],
    ] as const)
      expect((await called(['governance', ...words, ...more, ...signer])).err).to.contain(said);
  });

  it('removes a list, and distrusts hashes in their order', async () => {
    expect(await propose('remove-trust', REGISTER_ID, 'eu')).to.deep.include({
      ...{ operationType: 'remove-trust', listId: 'eu' },
    });
    const [first, second] = anchors('a', 'b') as readonly string[];
    expect(await propose('distrust', REGISTER_ID, second as string, first as string)).to.deep.include({
      ...{ operationType: 'distrust', hashes: [first, second] },
    });
  });

  it('proposes an imported list, and says how others vote', async () => {
    const answers = { 'POST /api/v1/trust/trustlists/eu/pin': outcome };
    const done = await called(['trust', 'pin', 'eu', '--register', REGISTER_ID, ...signer], answers);
    expect(done.bodies, done.err).to.deep.equal([{ registerId: REGISTER_ID, wallet: bob.address }]);
    expect(done.err).to.contain(`quorate trust compare ${REGISTER_ID} ${PROPOSAL}`);
    const sealed = { ...outcome, proposal: { status: 'Recorded' } };
    const enacted = await called(['trust', 'pin', 'eu', '--register', REGISTER_ID, ...signer], {
      'POST /api/v1/trust/trustlists/eu/pin': sealed,
    });
    expect(enacted.err).to.not.contain('trust compare');
  });

  it('tells what differs from the imported list', async () => {
    const equal = {
      ...{ listId: 'eu', kind: 'x509', sequence: 7, isImported: true, isEqual: true, importedSequence: 7 },
      ...{ isSameSource: true, missing: [], strange: [], added: anchors('a'), dropped: [] },
    };
    const compare = (found: object) =>
      called(['trust', 'compare', REGISTER_ID, PROPOSAL], {
        [`GET ${base}/governance/proposals/${PROPOSAL}/trust`]: found,
      });
    const same = await compare(equal);
    expect(same.out).to.match(/^equal +yes$/m);
    expect(same.err).to.equal('');
    const other = await compare({ ...equal, isEqual: false, missing: anchors('a'), strange: anchors('b') });
    expect(other.out)
      .to.contain(`missing ${anchor('a')}`)
      .and.contain(`strange ${anchor('b')}`);
    expect(other.err).to.contain('not the list that you imported');
    const { importedSequence: _, isSameSource: _1, ...none } = equal;
    expect((await compare({ ...none, isImported: false, isEqual: false })).err).to.contain('imported no such list');
  });

  it('shows what is pinned as of a docket, with the entries of a list', async () => {
    const source = {
      sha256: anchor('x'),
      issuedAt: '2026-01-01T00:00:00.000Z',
      nextUpdate: '2026-07-01T00:00:00.000Z',
    };
    const key = { issuer: 'did:web:works.example', key: anchor('key') };
    const trust = {
      ...{ registerId: REGISTER_ID, asOf: 12, root },
      lists: [
        { listId: 'eu', kind: 'x509', sequence: 7, entryCount: 2, source, assurance: 'High' },
        { listId: 'works', kind: 'keys', sequence: 1, entryCount: 1, entries: [key] },
      ],
    };
    const shown = await called(['trust', 'pins', REGISTER_ID, '--as-of', '12', '--list', 'works'], (request) => {
      expect(request.url).to.contain('asOf=12').and.contain('listId=works');
      return trust;
    });
    expect(shown.out)
      .to.match(/^eu +x509 +7 +2 +High +2026-07-01/m)
      .and.match(/^works +keys +1 +1 +- +-$/m)
      .and.contain(`${key.key} of ${key.issuer}`);
  });

  it('writes a proof, and checks it without a node', async () => {
    const out = join(folder, 'proof.json');
    const answers = { [`GET ${base}/trust/proof`]: { registerId: REGISTER_ID, asOf: height, root, proof } };
    const words = ['trust', 'prove', REGISTER_ID, 'eu', anchor('a'), '--out', out];
    expect((await called(words, answers)).exit).to.equal(0);
    const check = (name: string, against: string) => called(['trust', 'check-proof', name, '--root', against]);
    const good = await check(out, root);
    expect([good.exit, good.out.trim()], good.err).to.deep.equal([0, `${anchor('a')} is pinned by eu.`]);
    expect(good.requests).to.deep.equal([]);
    expect((await check(out, anchor('another root'))).err).to.contain('does not lead to this root');
    const open = await called(['trust', 'check-proof', out]);
    expect([open.exit, open.err.includes('--root')], open.err).to.deep.equal([2, true]);
    const strange = file('strange.json', JSON.stringify({ proof: { list: 1 } }));
    expect((await check(strange, root)).err).to.contain('does not lead to this root');
  });
});
