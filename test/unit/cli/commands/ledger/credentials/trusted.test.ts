// Credentials whose issuer is found by its certificates, under an anchor that the caller states: both formats.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { toBase64Url } from '../../../../../../core/base/bytes.js';
import { joinSdJwt } from '../../../../../../core/credentials/sd-jwt/compact.js';
import { pemOf } from '../../../../../../core/crypto/keys/pem.js';
import { folderOfAll } from '../../../../../support/base/folders.js';
import { certificate } from '../../../../../support/certificates/certificates.js';
import {
  FOREIGN_CHAIN,
  licence,
  listTokens,
  permit,
  ROOT_DER,
  STRANGER,
} from '../../../../../support/credentials/office.js';
import { called } from '../../../../../support/program/command.js';

const AT_MS = Date.parse('2026-11-21T10:00:00Z');
const PLACE = 7;
const at = { atMs: AT_MS, place: PLACE };
const { jwt, cwt } = listTokens(at);
const FILES = {
  permit: joinSdJwt(permit(at)),
  licence: toBase64Url(licence(at)),
  foreign: joinSdJwt(permit({ ...at, chain: FOREIGN_CHAIN })),
  bare: joinSdJwt(permit({ ...at, chain: [] })),
  forged: joinSdJwt(permit({ ...at, signer: STRANGER })),
  jwt,
  cwt: toBase64Url(cwt),
  unnamed: listTokens({ ...at, chain: [] }).jwt,
  theirs: listTokens({ ...at, chain: [], signer: STRANGER }).jwt,
  root: pemOf('CERTIFICATE', ROOT_DER),
  other: pemOf('CERTIFICATE', certificate(STRANGER, STRANGER, {}, 'authority')),
};

describe('cli/commands/ledger/credentials/trusted', () => {
  const folder = folderOfAll();
  before(() => {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), `${text}\n`);
  });
  const check = (words: string) =>
    called(
      ['credential', 'verify', ...words.split(' ').map((word) => word.replace(/^@/, `${folder}/`))],
      {},
      {
        nowMs: AT_MS,
      },
    );

  for (const words of [
    '@permit --anchor @root --status-list @jwt',
    '@permit --anchor @other --anchor @root --status-list @unnamed',
    '@licence --anchor @root --status-list @cwt',
  ])
    it(`takes ${words}`, async () => {
      const { exit, out, err } = await check(`${words} --json`);
      expect(exit, err).to.equal(0);
      const facts = JSON.parse(out);
      expect(facts).to.include({ verdict: 'valid', status: 'valid by its list' });
      // Its holder may have brought an old list.
      expect(facts.statusAsOf, 'the time of the list').to.match(/^\d{4}-.*Z$/);
    });

  for (const [words, ground] of [
    ['@permit --anchor @other --status-list @jwt', 'issuer'],
    ['@licence --anchor @other --status-list @cwt', 'issuer'],
    ['@foreign --anchor @root --status-list @jwt', 'issuer'],
    ['@bare --anchor @root --status-list @jwt', 'issuer'],
    ['@permit --anchor @root --status-list @jwt --at 2126-01-01', 'issuer'],
    ['@forged --anchor @root --status-list @jwt', 'signature'],
    ['@permit --anchor @root --status-list @theirs', 'status'],
  ] as const)
    it(`refuses by ${ground}: ${words}`, async () => {
      const { exit, err } = await check(words);
      expect(exit).to.equal(1);
      expect(err).to.contain(`(${ground})`);
    });

  it('takes one of a key and anchors', async () => {
    for (const words of ['@permit', '@permit --anchor @root --issuer-key @root']) {
      const { exit, err } = await check(`${words} --without-status`);
      expect([exit, err]).to.deep.include(2);
      expect(err).to.contain('--issuer-key, or --anchor');
    }
  });
});
