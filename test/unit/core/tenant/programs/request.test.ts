// A request of a program: each member that it has to say, and who hears of a fault.
import { expect } from 'chai';
import { COMMAND_LINE, type ProgramClient, SCOPES_OF_OTHERS } from '../../../../../core/tenant/programs/clients.js';
import {
  accessOf,
  type ProgramError,
  ProgramRefusal,
  readRequest,
  redirectOf,
  stateOf,
} from '../../../../../core/tenant/programs/request.js';

const NODE = 'https://node.example';
const REDIRECT = 'https://p.example/cb';
const CLIENT: ProgramClient = { clientId: 'p', name: 'P', redirectUris: [REDIRECT], scopes: SCOPES_OF_OTHERS };
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const FORM = {
  ...{ response_type: 'code', client_id: 'p', redirect_uri: REDIRECT, scope: 'ledger:read workflow:read' },
  ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
};
const read = (change: object = {}) =>
  readRequest({ ...FORM, ...change }, { client: CLIENT, redirectUri: REDIRECT, publicUrl: NODE });

describe('core/tenant/programs/request', () => {
  it('reads what is asked for', () => {
    const common = { clientId: 'p', redirectUri: REDIRECT, codeChallenge: CHALLENGE };
    const scopes = ['ledger:read', 'workflow:read'];
    expect(read()).to.deep.equal({ ...common, scopes });
    expect(read({ state: 's s', resource: `${NODE}/`, scope: 'ledger:read  ledger:read', more: 1 })).to.deep.equal({
      ...common,
      ...{ scopes: ['ledger:read'], state: 's s' },
    });
    expect(read({ resource: `${NODE}/mcp` })).to.deep.equal({ ...common, scopes, resource: 'mcp' });
  });

  const BAD: Readonly<Record<string, readonly [object, ProgramError]>> = {
    'a token at once': [{ response_type: 'token' }, 'unsupported_response_type'],
    'no kind of answer': [{ response_type: undefined }, 'unsupported_response_type'],
    'no challenge': [{ code_challenge: undefined }, 'invalid_request'],
    'a challenge of another length': [{ code_challenge: `${CHALLENGE}A` }, 'invalid_request'],
    'the method plain': [{ code_challenge_method: 'plain' }, 'invalid_request'],
    'no method, which would be plain': [{ code_challenge_method: undefined }, 'invalid_request'],
    'an object of a request': [{ request: 'e30.e30.' }, 'invalid_request'],
    'a state that is too long': [{ state: 'x'.repeat(5000) }, 'invalid_request'],
    'a state of two lines': [{ state: 'a\nb' }, 'invalid_request'],
    'no scope': [{ scope: undefined }, 'invalid_scope'],
    'an empty scope': [{ scope: ' ' }, 'invalid_scope'],
    'a scope that is not known': [{ scope: 'ledger:read root' }, 'invalid_scope'],
    'a scope by the name of a member of objects': [{ scope: 'constructor' }, 'invalid_scope'],
    'a scope of the command line': [{ scope: 'account:manage' }, 'invalid_scope'],
    'another resource': [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    'a path of this node that takes no tokens': [{ resource: `${NODE}/docs` }, 'invalid_target'],
    'two resources': [{ resource: [NODE, `${NODE}/mcp`] }, 'invalid_target'],
  };
  for (const [name, [change, error]] of Object.entries(BAD))
    it(`refuses ${name}`, () => {
      const refusal = read(change);
      expect(refusal).to.be.instanceOf(ProgramRefusal);
      expect((refusal as ProgramRefusal).error).to.equal(error);
    });

  it('has an address for the answer, or is answered nowhere', () => {
    expect(redirectOf(FORM, CLIENT)).to.equal(REDIRECT);
    for (const redirect_uri of [undefined, 'https://evil.example/', 7])
      expect(redirectOf({ ...FORM, redirect_uri }, CLIENT)).to.be.instanceOf(ProgramRefusal);
  });

  it('of the command line may ask for the account', () => {
    expect(accessOf({ scope: 'account:manage' }, COMMAND_LINE, NODE)).to.deep.equal({ scopes: ['account:manage'] });
  });

  it('takes its state back as it came', () => {
    expect([stateOf({}), stateOf({ state: ' a&b' })]).to.deep.equal([undefined, ' a&b']);
    expect(stateOf({ state: ['a'] })).to.be.instanceOf(ProgramRefusal);
  });
});
