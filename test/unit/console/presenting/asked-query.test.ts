// The choice of a holder at a request: what may be left out is, and what the page takes for an answer is one for the
// node.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  chosenParts,
  firstChoice,
  groupsOf,
  isAnswer,
  type PartsChoice,
} from '../../../../console/presenting/asked-query.js';
import { choose } from '../../../../core/credentials/answering/selection.js';
import { readDcql } from '../../../../core/credentials/query/dcql.js';
import type { HeldCredential } from '../../../../core/credentials/query/match.js';

const IDS = ['a', 'b', 'c', 'd'];
const query = (id: string) => ({ id, format: 'dc+sd-jwt', meta: { vct_values: [`urn:${id}`] } });

/** `counts`: how many credentials answer each query. */
function askedWith(counts: Readonly<Record<string, number>>, sets?: readonly object[]) {
  const credentials = Object.keys(counts).map(query);
  const queries = Object.entries(counts).map(([id, count]) => ({
    id,
    candidates: Array.from({ length: count }, (_, i) => ({ credentialId: `${id}${i}` })),
  }));
  return { dcqlQuery: { credentials, ...(sets && { credential_sets: sets }) }, matches: { queries } };
}
const selectionOf = (groups: ReturnType<typeof groupsOf>, choice: PartsChoice) =>
  chosenParts(groups, choice).map(({ part, credentialId }) => [part.id, credentialId]);

describe('the choice at a request of a verifier', () => {
  it('is the first credential of each query where all are asked for, and another one that is chosen', () => {
    const groups = groupsOf(askedWith({ a: 2, b: 1 }));
    const first = firstChoice(groups);
    expect(selectionOf(groups, first)).to.deep.equal([
      ['a', 'a0'],
      ['b', 'b0'],
    ]);
    expect(selectionOf(groups, { ...first, credentials: { a: 'a1', b: 'other' } })).to.deep.equal([
      ['a', 'a1'],
      ['b', 'b0'],
    ]);
    expect(groups[0]?.options[0]?.map(({ type }) => type)).to.deep.equal(['urn:a', 'urn:b']);
  });

  it('is none where a query has no credential, and says which', () => {
    const groups = groupsOf(askedWith({ a: 1, b: 0 }));
    expect(isAnswer(groups, firstChoice(groups))).to.equal(false);
    expect(groups[0]?.missing.map(({ id }) => id)).to.deep.equal(['b']);
  });

  it('is the first option that can be answered, and nothing of what may be left out', () => {
    const sets = [{ options: [['a'], ['b']] }, { options: [['c']], required: false }];
    const groups = groupsOf(askedWith({ a: 0, b: 1, c: 1 }, sets));
    const first = firstChoice(groups);
    expect([selectionOf(groups, first), isAnswer(groups, first)]).to.deep.equal([[['b', 'b0']], true]);
    const both = { ...first, options: [0, 0] };
    expect(selectionOf(groups, both).map(([id]) => id)).to.deep.equal(['b', 'c']);
  });

  it('shows a query once that two sets name, and is no answer where nothing is chosen', () => {
    const twice = groupsOf(askedWith({ a: 1 }, [{ options: [['a']] }, { options: [['a']] }]));
    expect(selectionOf(twice, firstChoice(twice))).to.deep.equal([['a', 'a0']]);
    const optional = groupsOf(askedWith({ a: 1 }, [{ options: [['a']], required: false }]));
    expect(isAnswer(optional, firstChoice(optional))).to.equal(false);
  });

  it('is taken by the node whenever the page takes it for an answer', () => {
    const counts = fc.record(
      Object.fromEntries(IDS.map((id) => [id, fc.nat(2)])) as Record<string, fc.Arbitrary<number>>,
    );
    const option = fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1 });
    const set = fc.record({ options: fc.array(option, { minLength: 1, maxLength: 3 }), required: fc.boolean() });
    const sets = fc.option(fc.array(set, { minLength: 1, maxLength: 3 }), { nil: undefined });
    const places = fc.array(fc.option(fc.nat(2), { nil: undefined }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(counts, sets, places, (have, stated, chosen) => {
        const asked = askedWith(have, stated);
        const groups = groupsOf(asked);
        const candidatesOf = (id: string) =>
          Array.from({ length: have[id] ?? 0 }, (_, i) => ({
            credential: { id: `${id}${i}` } as HeldCredential,
            paths: [],
          }));
        const match = { candidates: new Map(IDS.map((id) => [id, candidatesOf(id)])) };
        const first = firstChoice(groups);
        for (const choice of [first, { ...first, options: groups.map((_, at) => chosen[at]) }]) {
          // A place that is no option of its group is one that the page does not offer.
          const isOffered = choice.options.every((at, i) => at === undefined || at < (groups[i]?.options.length ?? 0));
          if (!isOffered || !isAnswer(groups, choice)) continue;
          const selection = chosenParts(groups, choice).map(({ part, credentialId }) => ({
            queryId: part.id,
            credentialId,
          }));
          choose(selection, { query: readDcql(asked.dcqlQuery as never), match, data: [] });
        }
      }),
    );
  });
});
