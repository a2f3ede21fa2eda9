// A person is sent to an issuer and comes back: what is pushed, where the person goes, and which answers count.
import { expect } from 'chai';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import {
  codeOf,
  personAddress,
  personRequest,
  personTokenForm,
  readPushed,
} from '../../../../../core/credentials/holding/authorizing.js';
import type { OfferedType } from '../../../../../core/credentials/holding/metadata.js';

const client = { clientId: 'https://n.example', redirectUri: 'https://n.example/wallet/receive' };
const type = (scope?: string): OfferedType => ({
  ...{ format: 'dc+sd-jwt', credentialType: 'urn:x', claims: [], ...(scope !== undefined && { scope }) },
});
const isFault = (read: () => unknown) => faultOr(read as () => string) instanceof FormatFault;
/** The example of RFC 7636 appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

describe('core/credentials/holding/authorizing', () => {
  const pushed = (types: readonly (readonly [string, OfferedType])[], issuerState?: string, thumbprint?: string) =>
    personRequest({ ...client, types: new Map(types), issuerState, state: 's', verifier: VERIFIER, thumbprint });

  it('asks with a challenge of its verifier, by scope where each type has one and by details else', () => {
    const base = {
      ...{ response_type: 'code', client_id: client.clientId, redirect_uri: client.redirectUri, state: 's' },
      ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    };
    expect(
      pushed(
        [
          ['a', type('x')],
          ['b', type('y')],
        ],
        'i',
      ),
    ).to.deep.equal({ ...base, scope: 'x y', issuer_state: 'i' });
    const detail = (id: string) => ({ type: 'openid_credential', credential_configuration_id: id });
    expect(
      pushed([
        ['a', type('x')],
        ['b', type()],
      ]),
    ).to.deep.equal({
      ...{ ...base, authorization_details: JSON.stringify([detail('a'), detail('b')]) },
    });
  });

  it('names the key of the token where no proof of it comes with the request', () => {
    const { dpop_jkt: thumbprint } = pushed([['a', type('x')]], undefined, 'the-thumbprint');
    expect([thumbprint, pushed([['a', type('x')]]).dpop_jkt]).to.deep.equal(['the-thumbprint', undefined]);
  });

  it('sends the person to the page with what is stated, over members of the same name', () => {
    expect(readPushed({ request_uri: 'urn:r' })).to.equal('urn:r');
    for (const json of [undefined, 'x', {}, { request_uri: 1 }])
      expect(isFault(() => readPushed(json as never))).to.equal(true);
    const members = { client_id: client.clientId, request_uri: 'urn:r' };
    expect(personAddress('https://i.example/a?b=c&client_id=other', members)).to.equal(
      'https://i.example/a?b=c&client_id=https%3A%2F%2Fn.example&request_uri=urn%3Ar',
    );
    for (const endpoint of ['x', 'javascript:alert(1)', 'data:text/html,x', 'https://i.example/#a'])
      expect(
        isFault(() => personAddress(endpoint, { client_id: 'c' })),
        endpoint,
      ).to.equal(true);
  });

  it('takes a code of the server that was asked', () => {
    const server = 'https://s.example';
    expect(codeOf({ code: 'c', iss: server }, server)).to.deep.equal({ code: 'c' });
    expect(codeOf({ error: 'access_denied', iss: server }, server)).to.deep.equal({ error: 'access_denied' });
    expect(codeOf({ error: 'Two words', iss: server }, server)).to.deep.equal({ error: '' });
    const answers = {
      'another server': { code: 'c', iss: 'https://o.example' },
      'no server': { code: 'c' },
      'an error of no server': { error: 'access_denied' },
      'no code': { iss: server },
      'an empty code': { code: '', iss: server },
    };
    for (const [what, answer] of Object.entries(answers))
      expect(
        isFault(() => codeOf(answer, server)),
        what,
      ).to.equal(true);
  });

  it('exchanges the code with the verifier, for the same address', () => {
    expect(
      Object.fromEntries(new URLSearchParams(personTokenForm(client, { code: 'c', verifier: 'v' }))),
    ).to.deep.equal({
      ...{ grant_type: 'authorization_code', code: 'c', code_verifier: 'v' },
      ...{ redirect_uri: client.redirectUri, client_id: client.clientId },
    });
  });
});
