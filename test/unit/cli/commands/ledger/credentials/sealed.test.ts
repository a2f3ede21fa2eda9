// A credential that is compared with what its issuer sealed, with no node: the link, the evidence and the head have to
// be of one Issuance.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { toBase64Url, toHex } from '../../../../../../core/base/bytes.js';
import type { Json, JsonObject } from '../../../../../../core/base/json.js';
import { inclusionPath, merkleRoot } from '../../../../../../core/base/merkle.js';
import { sdJwtLeaf } from '../../../../../../core/credentials/issuance/leaf.js';
import { type Blinded, blind } from '../../../../../../core/credentials/sd-jwt/blind.js';
import { joinSdJwt } from '../../../../../../core/credentials/sd-jwt/compact.js';
import { draftIssued } from '../../../../../../core/credentials/sd-jwt/credential.js';
import { digestOf, disclosureOf } from '../../../../../../core/credentials/sd-jwt/disclosure.js';
import { p256Jwk } from '../../../../../../core/crypto/keys/jwk.js';
import { transactionDid } from '../../../../../../core/register/people/did.js';
import { folderOfAll } from '../../../../../support/base/folders.js';
import { ISSUER, salts, signedBy } from '../../../../../support/credentials/shown.js';
import { called } from '../../../../../support/program/command.js';
import { evidenceIn } from '../../../../../support/register/evidence-files.js';
import { issuingLedger } from '../../../../../support/register/issuing.js';
import { REGISTER_ID } from '../../../../../support/register/ledger.js';

const CLEAR = { vct: 'urn:x', exp: 1_900_000_000 };

/** One copy, which an Issuance seals behind the runs of the register. */
function issued() {
  const at = issuingLedger();
  const salt = salts();
  const copies = [7].map((number) => blind({ ...CLEAR, number }, { disclosable: [['number']], decoys: 1, salt }));
  const leaves = copies.map(({ payload }) => sdJwtLeaf(payload, payload._sd as readonly string[]));
  const permit = at.sealed(at.issue({ root: toHex(merkleRoot(leaves)), config: 'receipt', copies: 1 }));
  const height = at.at.ledger.state.height;
  return { at: at.at, two: at.two, copies, leaves, permit, height };
}

/** The text of a copy as a wallet has it. */
function copyText({ payload, disclosures }: Blinded, link: Json, claims: JsonObject = {}): string {
  const text = disclosureOf('c2FsdA', 'quorate_ledger', link);
  const digests = [...(payload._sd as readonly string[]), digestOf(text)].sort();
  const whole = { ...payload, ...claims, iss: 'https://town.example', _sd: digests };
  const draft = draftIssued({
    payload: whole,
    disclosures: [...disclosures, text],
    issuer: { chain: [Uint8Array.of(1)] },
  });
  return joinSdJwt(signedBy(ISSUER, draft));
}

describe('cli/commands/ledger/credentials/sealed', () => {
  const folder = folderOfAll();
  const { at, two, copies, leaves, permit, height } = issued();
  const { state } = at.ledger;
  const head = `${state.hash}@${state.height}`;
  const tx = transactionDid(REGISTER_ID, permit.txId);
  const linkOf = (i: number) => ({ tx, i, path: inclusionPath(leaves, i).map(toBase64Url) });
  const files: Readonly<Record<string, string>> = {
    jwk: JSON.stringify(p256Jwk(ISSUER.publicKey)),
    good: copyText(copies[0] as Blinded, linkOf(0)),
    lie: copyText(copies[0] as Blinded, linkOf(0), { open: 'more' }),
    foreign: copyText(copies[0] as Blinded, { ...linkOf(0), tx: `${tx}0` }),
    malformed: copyText(copies[0] as Blinded, { tx }),
    evidence: JSON.stringify(evidenceIn(at.ledger, { height })),
    run: JSON.stringify(evidenceIn(at.ledger, { height: height - 1 })),
  };
  const check = (name: string, words: string) => {
    for (const [file, text] of Object.entries({ ...files, hidden: `${files.good?.split('~').slice(0, 2).join('~')}~` }))
      writeFileSync(join(folder, file), `${text}\n`);
    const line = `credential verify @${name} --issuer-key @jwk --without-status ${words}`;
    return called(line.split(' ').map((word) => word.replace(/^@/, `${folder}/`)));
  };

  it('says who sealed it, and when', async () => {
    const answer = await check('good', `--evidence @evidence --head ${head} --json`);
    expect([answer.exit, answer.requests.length]).to.deep.equal([0, 0]);
    expect(JSON.parse(answer.out)).to.include({
      ...{ verdict: 'valid', issuance: permit.txId, run: two.txId, register: REGISTER_ID },
      sealedBy: permit.header.senderWallet,
    });
  });

  const REFUSED: readonly (readonly [string, string, string, RegExp])[] = [
    [
      'a credential with another claim in the clear',
      'lie',
      `--evidence @evidence --head ${head}`,
      /not what was sealed/,
    ],
    ['one of another transaction', 'foreign', `--evidence @evidence --head ${head}`, /names another transaction/],
    ['one that does not show its link', 'hidden', `--evidence @evidence --head ${head}`, /does not show its link/],
    [
      'one with a malformed link',
      'malformed',
      `--evidence @evidence --head ${head}`,
      /link of the credential to the ledger is malformed/,
    ],
    ['evidence of another transaction', 'good', `--evidence @run --head ${head}`, /not of an Issuance/],
    [
      'evidence under a head that it does not reach',
      'good',
      `--evidence @evidence --head ${'ab'.repeat(32)}@999`,
      /does not reach the head/,
    ],
    ['evidence of another chain', 'good', `--evidence @evidence --head ${'ab'.repeat(32)}@${state.height}`, /head/],
    ['evidence without a head', 'good', '--evidence @evidence', /--head HASH@HEIGHT/],
    ['a head without evidence', 'good', `--head ${head}`, /--evidence is judged|--head is the head/],
  ];
  for (const [what, name, words, message] of REFUSED)
    it(`refuses ${what}`, async () => {
      const answer = await check(name, words);
      expect(answer.exit).to.not.equal(0);
      expect(answer.err).to.match(message);
    });

  it('says nothing of the ledger where nobody asks', async () => {
    const answer = await check('malformed', '--json');
    expect(answer.exit).to.equal(0);
    expect(JSON.parse(answer.out)).to.not.have.any.keys('issuance', 'sealedBy');
  });
});
