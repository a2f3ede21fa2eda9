// The choice of a holder: of any query and any wallet, what the match proposes answers the query, and no choice passes
// that leaves out, adds or doubles something.
import { expect } from 'chai';
import fc from 'fast-check';
import { choose, type Selected, selectionOf } from '../../../../../core/credentials/answering/selection.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { readDcql } from '../../../../../core/credentials/query/dcql.js';
import { type HeldCredential, matchDcql } from '../../../../../core/credentials/query/match.js';

const TYPES = ['a', 'b', 'c'] as const;
const asked = (type: string, more: object = {}) => ({
  ...{ id: type, format: 'dc+sd-jwt', meta: { vct_values: [type] }, claims: [{ path: ['name'] }] },
  ...more,
});
const held = (id: string, type: string): HeldCredential => ({
  ...{ id, format: 'dc+sd-jwt', types: [type], claims: { name: id }, authorityKeys: [], hasHolderKey: true },
});
const data = (queryIds: readonly string[], text = 't') => ({ text, type: 'urn:t', queryIds, data: {} });

function chosen(
  credentials: readonly object[],
  selection: readonly Selected[],
  more: { sets?: object; data?: ReturnType<typeof data>[] } = {},
) {
  const query = readDcql({ credentials, ...(more.sets && { credential_sets: more.sets }) } as never);
  const match = matchDcql(query, [held('a1', 'a'), held('a2', 'a'), held('b1', 'b')]);
  return faultOr(() => choose(selection, { query, match, data: more.data ?? [] }));
}
const pick = (...texts: readonly string[]) => texts.map((id) => ({ queryId: id.slice(0, 1), credentialId: id }));

describe('the choice of a holder', () => {
  it('is one credential for each query, or several where the query takes several', () => {
    expect(chosen([asked('a')], pick('a2'))).to.deep.equal([
      { queryId: 'a', credentialId: 'a2', paths: [['name']], transactionData: [] },
    ]);
    expect(chosen([asked('a')], pick('a1', 'a2'))).to.be.instanceOf(FormatFault);
    expect(chosen([asked('a', { multiple: true })], pick('a1', 'a2'))).to.have.length(2);
    expect(chosen([asked('a', { multiple: true })], pick('a1', 'a1'))).to.be.instanceOf(FormatFault);
    expect(chosen([asked('a')], [{ queryId: 'a', credentialId: 'b1' }])).to.be.instanceOf(FormatFault);
  });

  it('answers each required set by a whole option, and nothing beside the sets', () => {
    const sets = [{ options: [['a'], ['b']] }, { options: [['c']], required: false }];
    const all = [asked('a'), asked('b'), asked('c')];
    expect(chosen(all, pick('b1'), { sets })).to.have.length(1);
    expect(chosen(all, pick('a1', 'b1'), { sets }), 'both options').to.have.length(2);
    expect(chosen(all, [], { sets })).to.be.instanceOf(FormatFault);
    expect(chosen(all, pick('a1')), 'without sets all are asked for').to.be.instanceOf(FormatFault);
    expect(chosen(all, pick('a1', 'b1'), { sets: [{ options: [['a']] }] }), 'unasked').to.be.instanceOf(FormatFault);
  });

  it('has transaction data signed once, by the first query of theirs that is answered', () => {
    const sets = [{ options: [['a', 'b'], ['b']] }];
    const all = [asked('a'), asked('b')];
    const signed = (selection: readonly Selected[], queryIds: readonly string[]) => {
      const shown = chosen(all, selection, { sets, data: [data(queryIds)] });
      return shown instanceof FormatFault
        ? 'fault'
        : shown.map(({ queryId, transactionData }) => [queryId, transactionData.length]);
    };
    expect(signed(pick('a1', 'b1'), ['b', 'a'])).to.deep.equal([
      ['a', 0],
      ['b', 1],
    ]);
    expect(signed(pick('b1'), ['a', 'b'])).to.deep.equal([['b', 1]]);
    expect(signed(pick('b1'), ['a'])).to.equal('fault');
  });

  it('that a match proposes answers the query, and with less of it does not', () => {
    const options = fc.array(fc.subarray([...TYPES], { minLength: 1 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(options, fc.array(fc.constantFrom(...TYPES), { maxLength: 5 }), (sets, types) => {
        const query = readDcql({
          credentials: TYPES.map((type) => asked(type)),
          credential_sets: [{ options: sets }],
        } as never);
        const match = matchDcql(
          query,
          types.map((type, i) => held(`${i}`, type)),
        );
        const selection = selectionOf(match);
        const isThere = sets.some((option) => option.every((type) => types.includes(type)));
        expect(selection.length > 0).to.equal(isThere);
        if (!isThere) return;
        const shown = choose(selection, { query, match, data: [] });
        expect(new Set(shown.map(({ queryId }) => queryId))).to.deep.equal(new Set(match.shown));
        expect(faultOr(() => choose([], { query, match, data: [] }))).to.be.instanceOf(FormatFault);
      }),
    );
  });
});
