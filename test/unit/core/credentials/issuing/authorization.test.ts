// What a wallet may ask, and where its answer may go.
import { expect } from 'chai';
import { readAuthorization } from '../../../../../core/credentials/issuing/authorization.js';
import { WalletRefusal } from '../../../../../core/credentials/issuing/refusal.js';

const FORM = {
  response_type: 'code',
  client_id: 'https://wallet.example',
  redirect_uri: 'https://wallet.example/taken',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'urn:x',
};
const details = (...entries: readonly object[]) => JSON.stringify(entries);
const CREDENTIAL = { type: 'openid_credential', credential_configuration_id: 'urn:x' };

describe('core/credentials/issuing/authorization', () => {
  it('reads what is asked for by scope, by details, and by the state of an offer', () => {
    const { scope: _, ...rest } = FORM;
    const common = { clientId: FORM.client_id, redirectUri: FORM.redirect_uri, codeChallenge: FORM.code_challenge };
    expect(readAuthorization(FORM)).to.deep.equal({ ...common, isDetailed: false, credentialType: 'urn:x' });
    expect(readAuthorization({ ...rest, authorization_details: details(CREDENTIAL) })).to.deep.equal({
      ...common,
      ...{ isDetailed: true, credentialType: 'urn:x' },
    });
    expect(readAuthorization({ ...rest, issuer_state: 'abc', state: 's', more: 1 })).to.deep.equal({
      ...common,
      ...{ isDetailed: false, issuerState: 'abc', state: 's' },
    });
  });

  const BAD: Readonly<Record<string, object>> = {
    'another response_type': { response_type: 'token' },
    'no client_id': { client_id: undefined },
    'a client_id with a line break': { client_id: 'a\nb' },
    'a client_id that is too long': { client_id: 'a'.repeat(513) },
    'a redirect_uri with a fragment': { redirect_uri: 'https://wallet.example/#' },
    'a plain challenge': { code_challenge_method: 'plain' },
    'no method': { code_challenge_method: undefined },
    'no challenge': { code_challenge: undefined },
    'a short challenge': { code_challenge: 'abc' },
    'a request object': { request: 'eyJ' },
    'a request_uri': { request_uri: 'urn:x' },
    'a state that is too long': { state: 'a'.repeat(1025) },
    'a state that comes twice': { state: ['a', 'b'] },
    'a dpop_jkt that is no thumbprint': { dpop_jkt: 'abc' },
    'nothing asked for': { scope: undefined },
    'two scopes': { scope: 'urn:x urn:y' },
    'scope and details that differ': {
      authorization_details: details({ ...CREDENTIAL, credential_configuration_id: 'urn:y' }),
    },
    'details that are not JSON': { authorization_details: '{' },
    'details that are not a list': { authorization_details: '{}' },
    'two details': { authorization_details: details(CREDENTIAL, CREDENTIAL) },
    'details of another type': { authorization_details: details({ ...CREDENTIAL, type: 'payment' }) },
    'details without a configuration': { authorization_details: details({ type: 'openid_credential' }) },
    'details with a name twice': {
      authorization_details: '[{"type":"openid_credential","type":"x","credential_configuration_id":"urn:x"}]',
    },
  };
  const ILL_DETAILED = [
    ...['details that are not JSON', 'details that are not a list', 'two details', 'details of another type'],
    ...['details without a configuration', 'details with a name twice'],
  ];
  const NAMED: Readonly<Record<string, string>> = {
    'nothing asked for': 'invalid_scope',
    ...Object.fromEntries(ILL_DETAILED.map((name) => [name, 'invalid_authorization_details'])),
  };
  for (const [name, change] of Object.entries(BAD))
    it(`refuses ${name}`, () => {
      const refusal = readAuthorization({ ...FORM, ...change });
      expect(refusal).to.be.instanceOf(WalletRefusal);
      expect((refusal as WalletRefusal).error).to.equal(NAMED[name] ?? 'invalid_request');
    });
});
