// A question to the credentials of a wallet: by DCQL, or by the requirements of an action.
import { expect } from 'chai';
import { FormatFault } from '../../../../../core/credentials/fault.js';
import { matchAsked, type NamedCredential } from '../../../../../core/credentials/holding/asked.js';

const credential = (id: string, issuer: string, claims: object, type = 'urn:member'): NamedCredential => ({
  ...{ id, issuer, format: 'dc+sd-jwt', types: [type], claims: claims as NamedCredential['claims'] },
  ...{ authorityKeys: [], hasHolderKey: true },
});
const HELD = [
  credential('a', 'https://one.example', { name: 'Eve', address: { city: 'Bath' } }),
  credential('b', 'https://two.example', { name: 'Eve', rank: 'captain' }),
  credential('c', 'https://one.example', { number: 7 }, 'urn:licence'),
];
const ask = (asked: Parameters<typeof matchAsked>[0]) => {
  const match = matchAsked(asked, HELD);
  if (match instanceof FormatFault) throw match;
  const found = [...match.candidates].map(([id, all]) => [id, all.map((each) => each.credential.id)]);
  return { found, shown: match.shown };
};
const wanted = (credentialType: string, more: object = {}) => ({ credentialType, ...more });

describe('core/credentials/holding/asked', () => {
  it('names each requirement by its place, as gates are named', () => {
    expect(ask({ requirements: [wanted('urn:member'), wanted('urn:licence')] })).to.deep.equal({
      found: [
        ['g0', ['a', 'b']],
        ['g1', ['c']],
      ],
      shown: ['g0', 'g1'],
    });
  });

  it('takes credentials of the issuers that count, and of any where none is named', () => {
    const of = (acceptedIssuers: readonly string[]) =>
      ask({ requirements: [wanted('urn:member', { acceptedIssuers })] });
    expect(of(['https://two.example'])).to.deep.equal({ found: [['g0', ['b']]], shown: ['g0'] });
    expect(of([])).to.deep.equal({ found: [['g0', []]], shown: undefined });
    expect(of(['https://three.example']).shown).to.equal(undefined);
  });

  it('looks for claims by name, by path, and by their value', () => {
    const of = (...requiredClaims: readonly { readonly claimName: string; readonly expectedValue?: string }[]) =>
      ask({ requirements: [wanted('urn:member', { requiredClaims })] }).found[0]?.[1];
    expect(of({ claimName: 'rank' })).to.deep.equal(['b']);
    expect(of({ claimName: '["address","city"]' })).to.deep.equal(['a']);
    expect(of({ claimName: '["address","city"]', expectedValue: 'Bath' })).to.deep.equal(['a']);
    expect(of({ claimName: '["address","city"]', expectedValue: 'York' })).to.deep.equal([]);
    expect(of({ claimName: 'name' }, { claimName: 'rank', expectedValue: 'captain' })).to.deep.equal(['b']);
  });

  it('shows nothing where one requirement has no answer', () => {
    const { found, shown } = ask({ requirements: [wanted('urn:member'), wanted('urn:other')] });
    expect([found[1], shown]).to.deep.equal([['g1', []], undefined]);
  });

  it('takes a query as it is written', () => {
    const dcqlQuery = {
      credentials: [
        { id: 'x', format: 'dc+sd-jwt', meta: { vct_values: ['urn:licence'] }, claims: [{ path: ['number'] }] },
      ],
    };
    expect(ask({ dcqlQuery })).to.deep.equal({ found: [['x', ['c']]], shown: ['x'] });
  });

  it('gives the fault of a path, or of a query, that is not one', () => {
    const claim = (claimName: string) => ({
      requirements: [wanted('urn:member', { requiredClaims: [{ claimName }] })],
    });
    for (const asked of [claim('["address"'), claim('[]'), claim('[{}]'), { dcqlQuery: {} }, { dcqlQuery: 7 }])
      expect(matchAsked(asked, HELD), JSON.stringify(asked)).to.be.instanceOf(FormatFault);
  });
});
