// Credentials that wallets are asked for, at the command line: what is sent, and what is shown.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { called, whole } from '../../../../support/program/command.js';

const ID = '0mwro18g0-q83vEjRWeJq83u8SNFZ4mg';
const SHOWN = { requestId: ID, state: 'Pending', expiresAt: '2026-11-21T10:05:00.000Z' };
const MADE = {
  ...SHOWN,
  authorizationRequestUri: 'openid4vp://authorize?a',
  requestUri: 'http://h/r',
  qr: '<svg/>',
  nonce: 'n',
};
const VERDICT = {
  ...{ isValid: true, verifiedClaims: { name: 'Ada', age: 18 }, errors: [], holderKeyVerified: true },
  ...{ statusCheckResult: 'Valid', issuer: 'office.example', trustEvidence: [] },
};
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['credential', ...words], answers);
const POST = 'POST /api/v1/verifier/requests';
const bodyOf = async (...words: readonly string[]) => {
  const { exit, err, bodies } = await run(['request', ...words], { [POST]: whole(201, MADE) });
  expect(exit, err).to.equal(0);
  return bodies[0];
};
const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'quorate-')), 'file.json');
  writeFileSync(path, text);
  return path;
};

describe('cli/commands/people/presentation-request', () => {
  it('asks the wallet of a person of the node', async () => {
    const sent = {
      requestId: ID,
      nonce: 'n',
      requestUrl: 'http://h/r',
      qrCodeUrl: 'openid4vp://a',
      expiresAt: SHOWN.expiresAt,
    };
    const asked = await run(['request', 'urn:x', '--claim', 'name', '--to', 'qr1a'], {
      'POST /api/v1/presentations/request': whole(201, sent),
    });
    expect(asked.exit, asked.err).to.equal(0);
    const body = { credentialType: 'urn:x', targetWalletAddress: 'qr1a', requiredClaims: [{ claimName: 'name' }] };
    expect(asked.bodies).to.deep.equal([body]);
    expect(asked.out).to.contain(ID).and.to.contain('openid4vp://a');
  });

  it('asks for a type with claims, and draws the request', async () => {
    const claims = ['name', 'age=18', 'member=true', 'code=007', '["a","b"]=x=y', 'empty='].flatMap((name) => [
      '--claim',
      name,
    ]);
    const words = ['request', 'urn:x', ...claims, '--issuer', 'did:web:x', '--keep', '--qr'];
    const { exit, out, err, bodies } = await run(words, { [POST]: whole(201, MADE) });
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([
      {
        ...{ credentialType: 'urn:x', acceptedIssuers: ['did:web:x'], keepPresentation: true },
        requiredClaims: [
          { claimName: 'name' },
          { claimName: 'age', expectedValue: 18 },
          { claimName: 'member', expectedValue: true },
          { claimName: 'code', expectedValue: '007' },
          { claimName: '["a","b"]', expectedValue: 'x=y' },
          { claimName: 'empty', expectedValue: '' },
        ],
      },
    ]);
    expect(out).to.contain('openid4vp://authorize?a').and.contain('█');
    expect(err).to.contain(`quorate credential result ${ID}`);
  });

  it('takes a query and a policy of files, and the ways of an answer', async () => {
    const [query, policy] = [file('{"credentials": []}'), file('{"sources": []}')];
    expect(
      await bodyOf('--query', query, '--policy', policy, '--haip', '--redirect', 'https://a.example'),
    ).to.deep.equal({
      ...{ dcqlQuery: { credentials: [] }, trustPolicy: { sources: [] }, profile: 'haip' },
      ...{ flow: 'same-device', redirectUri: 'https://a.example' },
    });
    expect(await bodyOf('org.x', '--mdoc')).to.deep.equal({ credentialType: 'org.x', format: 'mso_mdoc' });
    expect(await bodyOf('Degree', '--jwt')).to.deep.equal({ credentialType: 'Degree', format: 'jwt_vc_json' });
  });

  it('takes one format at a time', async () => {
    const { exit, err, bodies } = await run(['request', 'urn:x', '--mdoc', '--jwt'], {});
    expect([exit, bodies]).to.deep.equal([2, []]);
    expect(err).to.contain('state one');
  });

  it('shows what came of a request', async () => {
    const path = `/api/v1/verifier/requests/${ID}`;
    const result = { ...VERDICT, perQuery: {} };
    const { exit, out } = await run(['result', ID], {
      [`GET ${path}/result`]: { ...SHOWN, state: 'Verified', result },
    });
    expect(exit).to.equal(0);
    expect(out)
      .to.match(/^state +Verified$/m)
      .and.match(/^name +Ada$/m)
      .and.match(/^age +18$/m);
    const errors = [{ queryId: 'q', code: 'binding', message: 'The proof has another nonce.' }];
    const bad = { ...SHOWN, state: 'Refused', result: { ...result, isValid: false, verifiedClaims: {}, errors } };
    expect((await run(['result', ID], { [`GET ${path}/result`]: bad })).out).to.contain(
      'binding: The proof has another nonce.',
    );
    const redeemed = await run(['result', ID, '--code', 'c0de'], {
      [`POST ${path}/response-code`]: { ...SHOWN, state: 'Declined', denied: 'access_denied' },
    });
    expect(redeemed.bodies).to.deep.equal([{ code: 'c0de' }]);
    expect(redeemed.out).to.match(/^denied +access_denied$/m);
    const none = await run(['result', ID], {
      [`GET ${path}/result`]: whole(404, { code: 'REQUEST_NOT_FOUND', detail: 'none' }),
    });
    expect(none.exit).to.not.equal(0);
  });
});
