// Credentials checked with no node: what is good is shown with what it rests on, and each refusal says its ground.
import { createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { joinSdJwt } from '../../../../../core/credentials/sd-jwt/compact.js';
import { p256Jwk } from '../../../../../core/crypto/keys/jwk.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { AUDIENCE, DEGREE, degree, ISSUER_DID, NONCE, shownDegree } from '../../../../support/credentials/degree.js';
import {
  AT_MS,
  CLAIMS,
  credential,
  HOLDER,
  ISSUER,
  PLACE,
  QUESTION,
  shown,
  statusToken,
} from '../../../../support/credentials/shown.js';
import { called } from '../../../../support/program/command.js';

const FILES = {
  issued: joinSdJwt(credential()),
  shown: joinSdJwt(shown()),
  list: statusToken({ key: ISSUER }),
  revoked: statusToken({ key: ISSUER, statuses: [[PLACE, 1]] }),
  jwk: JSON.stringify(p256Jwk(ISSUER.publicKey)),
  pem: String(
    createPublicKey({ key: p256Jwk(ISSUER.publicKey), format: 'jwk' }).export({ format: 'pem', type: 'spki' }),
  ),
  other: JSON.stringify(p256Jwk(HOLDER.publicKey)),
  secret: JSON.stringify({ ...p256Jwk(ISSUER.publicKey), d: 'AQ' }),
  text: 'Dear Ada,',
  degree: degree(),
  vp: shownDegree(degree()),
  statused: degree({ change: { credentialStatus: { type: 'BitstringStatusListEntry' } } }),
  webbed: degree({ change: { issuer: 'did:web:works.example' }, header: { kid: '#k1' } }),
  did: JSON.stringify({
    id: 'did:web:works.example',
    assertionMethod: [{ id: '#k1', publicKeyJwk: p256Jwk(ISSUER.publicKey) }],
  }),
  nodid: JSON.stringify({ name: 'x' }),
};

describe('cli/commands/ledger/credential', () => {
  const folder = folderOfAll();
  const path = (name: string) => join(folder, name);
  const check = (words: string, stdin?: string) => {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(path(name), `${text}\n`);
    const line = ['credential', 'verify', ...words.split(' ').map((word) => word.replace(/^@/, `${folder}/`))];
    return called(line, {}, { nowMs: AT_MS, ...(stdin !== undefined && { stdin }) });
  };
  const { nonce, audiences } = QUESTION.binding ?? { nonce: '', audiences: [] };

  it('shows a presentation that was made for this request, and asks no node', async () => {
    const answer = await check(
      `@shown --issuer-key @jwk --status-list @list --nonce ${nonce} --audience ${audiences[1]}`,
    );
    expect([answer.exit, answer.err, answer.requests.length]).to.deep.equal([0, '', 0]);
    expect(answer.out)
      .to.match(/^The credential is valid\.$/m)
      .and.contain('"number": "L-17"')
      .and.contain(CLAIMS.vct);
    expect(answer.out).to.contain('valid by its list').and.contain(`proven to ${audiences[1]}`);
  });

  it('takes a credential from standard input, a key as PEM, and says that no holder proved it', async () => {
    const answer = await check('--json --issuer-key @pem --status-list @list', `${FILES.issued}\n`);
    expect(answer.exit).to.equal(0);
    expect(JSON.parse(answer.out)).to.deep.include({ verdict: 'valid', type: CLAIMS.vct, holder: 'no proof' });
    const people = await check('- --issuer-key @pem --status-list @list', FILES.issued);
    expect(people.err).to.contain('no proof of a holder');
  });

  it('says which of nonce and audience nobody stated', async () => {
    const answer = await check('@shown --issuer-key @jwk --status-list @list');
    expect(answer.exit).to.equal(0);
    expect(answer.err).to.contain('--nonce and --audience');
    expect((await check(`@shown --issuer-key @jwk --status-list @list --nonce ${nonce}`)).err).to.contain(
      'by --audience:',
    );
  });

  for (const [words, ground] of [
    ['@shown --issuer-key @other --status-list @list', 'signature'],
    ['@shown --issuer-key @jwk', 'status'],
    ['@shown --issuer-key @jwk --status-list @revoked', 'status'],
    ['@shown --issuer-key @jwk --status-list @text', 'form/status'],
    ['@shown --issuer-key @jwk --status-list @list --nonce other', 'binding'],
    ['@shown --issuer-key @jwk --status-list @list --audience other', 'binding'],
    ['@issued --issuer-key @jwk --status-list @list --nonce other', 'form/proof'],
    ['@shown --issuer-key @jwk --status-list @list --type urn:other', 'type'],
    ['@shown --issuer-key @jwk --without-status --at 2036-01-01', 'validity'],
    ['@degree --issuer-key @other', 'signature'],
    ['@degree --issuer-key @jwk --type Other', 'type'],
    ['@degree --issuer-key @jwk --at 2009-01-01', 'validity'],
    ['@statused --issuer-key @jwk', 'status'],
    ['@vp --issuer-key @jwk --nonce other', 'binding'],
    ['@degree --issuer-key @jwk --nonce other', 'form/proof'],
  ] as const)
    it(`refuses by ${ground}: ${words}`, async () => {
      const people = await check(words);
      expect([people.exit, people.out]).to.deep.equal([1, '']);
      expect(people.err).to.contain(`(${ground})`);
      const program = await check(`${words} --json`);
      expect(JSON.parse(program.out)).to.deep.include({ verdict: 'refused', ground });
    });

  it('takes a W3C credential in JWT, by the DID of its issuer, its document or its key', async () => {
    for (const words of [
      `@degree --issuer-key ${ISSUER_DID}`,
      '@degree --issuer-key @jwk',
      '@webbed --issuer-key @did',
    ]) {
      const answer = await check(`${words} --json`);
      expect([answer.exit, answer.err], words).to.deep.equal([0, '']);
      expect(JSON.parse(answer.out)).to.deep.include({
        ...{ verdict: 'valid', type: 'ExampleDegreeCredential, ExamplePersonCredential', holder: 'no proof' },
        ...{ status: 'it has none', validFrom: DEGREE.validFrom },
      });
    }
    expect((await check('@degree --issuer-key @jwk')).err).to.contain('no proof of a holder');
    const presented = await check(`@vp --issuer-key ${ISSUER_DID} --nonce ${NONCE} --audience ${AUDIENCE}`);
    expect([presented.exit, presented.err]).to.deep.equal([0, '']);
    expect(presented.out).to.contain(`proven to ${AUDIENCE}, for nonce ${NONCE}`);
    expect((await check(`@vp --issuer-key ${ISSUER_DID}`)).err).to.contain('--nonce and --audience');
  });

  it('does without a status list where it is told to, and says so', async () => {
    const answer = await check('@issued --json --issuer-key @jwk --without-status --at 2026-11-18T11:06:40Z');
    expect(JSON.parse(answer.out)).to.deep.include({
      verdict: 'valid',
      status: 'not checked',
      judgedAt: '2026-11-18T11:06:40.000Z',
    });
  });

  for (const [words, exit, text] of [
    ['@text --issuer-key @jwk', 1, 'is not an SD-JWT VC'],
    ['@shown --issuer-key @text', 2, 'no public key of P-256'],
    ['@degree --issuer-key @did', 1, 'of another issuer than did:web:works.example'],
    ['@degree --issuer-key did:web:works.example', 1, 'of another issuer than did:web:works.example'],
    ['@webbed --issuer-key did:web:works.example', 2, 'no public key of P-256'],
    ['@shown --issuer-key @nodid', 2, 'no public key of P-256'],
    ['@shown --issuer-key @secret', 2, 'no public key of P-256'],
    ['@shown --issuer-key @absent', 1, 'there is no such file'],
    ['@shown', 2, '--issuer-key'],
    ['@shown --issuer-key @jwk --at yesterday', 2, '--at takes a time'],
  ] as const)
    it(`says what is wrong with: ${words}`, async () => {
      const answer = await check(words);
      expect([answer.exit, answer.out]).to.deep.equal([exit, '']);
      expect(answer.err).to.contain(text);
    });
});
