// An mdoc checked with no node: as its issuer gives it, and as a wallet sends it.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { expect } from 'chai';
import { toBase64Url } from '../../../../../../core/base/bytes.js';
import { writeCbor } from '../../../../../../core/credentials/cbor/write.js';
import { mdocResponse } from '../../../../../../core/credentials/mdoc/cells.js';
import { issuerSignedMap } from '../../../../../../core/credentials/mdoc/issuer-signed.js';
import { p256Jwk } from '../../../../../../core/crypto/keys/jwk.js';
import { folderOfAll } from '../../../../../support/base/folders.js';
import {
  ASKED,
  AT,
  DAY,
  HOLDER,
  licence,
  OFFICE,
  PLACE,
  presented,
  statusToken,
} from '../../../../../support/credentials/licence.js';
import { called } from '../../../../../support/program/command.js';

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate of the office over its key. */
async function certificate(): Promise<Uint8Array> {
  const jwk = p256Jwk(OFFICE.publicKey);
  const publicKey = await webcrypto.subtle.importKey('jwk', jwk, ES256, true, ['verify']);
  const secret = { ...jwk, d: toBase64Url(OFFICE.secret) };
  const privateKey = await webcrypto.subtle.importKey('jwk', secret, ES256, true, ['sign']);
  x509.cryptoProvider.set(webcrypto as never);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'CN=Office', signingAlgorithm: ES256, keys: { publicKey, privateKey } },
    ...{ notBefore: new Date(AT - 10 * DAY), notAfter: new Date(AT + 10 * DAY) },
  });
  return new Uint8Array(made.rawData);
}

describe('cli/commands/ledger/credentials/mdoc', () => {
  const folder = folderOfAll();
  const check = (words: string) =>
    called(
      ['credential', 'verify', ...words.split(' ').map((word) => word.replace(/^@/, `${folder}/`))],
      {},
      { nowMs: AT },
    );
  const request = `--nonce ${ASKED.nonce} --audience ${ASKED.clientId} --response-uri ${ASKED.responseUri}`;

  before(async () => {
    const chain = [await certificate()];
    const held = licence({ chain });
    const files: Readonly<Record<string, string>> = {
      issued: toBase64Url(writeCbor(issuerSignedMap(held))),
      shown: toBase64Url(mdocResponse(presented(held))),
      listed: toBase64Url(mdocResponse(presented(licence({ chain, status: PLACE })))),
      list: statusToken({ chain, signer: OFFICE }),
      revoked: statusToken({ chain, signer: OFFICE, status: 1 }),
      jwk: JSON.stringify(p256Jwk(OFFICE.publicKey)),
      other: JSON.stringify(p256Jwk(HOLDER.publicKey)),
      bytes: toBase64Url(new Uint8Array(40)),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}\n`);
  });

  it('shows a response that was made for this request, and asks no node', async () => {
    const answer = await check(`@shown --issuer-key @jwk ${request}`);
    expect([answer.exit, answer.err, answer.requests.length]).to.deep.equal([0, '', 0]);
    expect(answer.out)
      .to.match(/^The credential is valid\.$/m)
      .and.contain('org.example.licence.1')
      .and.contain('"number": 4711')
      .and.contain(`proven to ${ASKED.clientId}`);
  });

  it('shows a credential of an issuer, with its list, and says that no holder proved it', async () => {
    const answer = await check('@issued --json --issuer-key @jwk');
    const { verdict, status, holder, claims } = JSON.parse(answer.out);
    expect([verdict, status, holder]).to.deep.equal(['valid', 'it has none', 'no proof']);
    expect(claims['org.example.licence']).to.include({ name: 'Maria Garcia', expires: '2030-01-01' });
    expect((await check('@issued --issuer-key @jwk')).err).to.contain('no proof of a holder');
    const listed = await check(`@listed --json --issuer-key @jwk --status-list @list ${request}`);
    expect(JSON.parse(listed.out)).to.include({ verdict: 'valid', status: 'valid by its list' });
  });

  it('says that a proof was not judged where the request was not stated', async () => {
    const answer = await check('@shown --issuer-key @jwk');
    expect([answer.exit, answer.err]).to.deep.include(0);
    expect(answer.err).to.contain('state --nonce, --audience and --response-uri');
  });

  for (const [words, ground] of [
    ['@shown --issuer-key @other', 'issuer'],
    ['@shown --issuer-key @jwk --type org.example.other', 'type'],
    ['@shown --issuer-key @jwk --at 2027-01-01', 'validity'],
    ['@listed --issuer-key @jwk', 'status'],
    ['@listed --issuer-key @jwk --status-list @revoked', 'status'],
    ['@listed --issuer-key @jwk --status-list @shown', 'form/status'],
    [`@shown --issuer-key @jwk ${request}x`, 'binding'],
    [`@issued --issuer-key @jwk ${request}`, 'form/proof'],
  ] as const)
    it(`refuses by ${ground}: ${words}`, async () => {
      const answer = await check(`${words} --json`);
      expect(answer.exit).to.equal(1);
      expect(JSON.parse(answer.out)).to.deep.include({ verdict: 'refused', ground });
    });

  for (const [words, text] of [
    ['@bytes --issuer-key @jwk', 'this is not an mdoc'],
    ['@shown --issuer-key @jwk --nonce n', '--nonce, --audience and --response-uri together'],
  ] as const)
    it(`says what is wrong with: ${words}`, async () => {
      const answer = await check(words);
      expect([answer.exit, answer.out]).to.deep.equal([1, '']);
      expect(answer.err).to.contain(text);
    });
});
