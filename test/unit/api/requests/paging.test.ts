// Cursors and pages: a walk shows each item once whatever comes to the list meanwhile, and a cursor is good for its
// list and for nothing else.
import { expect } from 'chai';
import fc from 'fast-check';
import { cursorOf, type ListCall, placeOf } from '../../../../api/requests/cursors.js';
import { growingPage, type PagedListing } from '../../../../api/requests/paging.js';
import { CURSOR_LENGTH_MAX } from '../../../../core/base/limits/node/requests.js';
import { isFailure } from '../../../../core/base/result.js';

const key = new Uint8Array(32).fill(7);
const call = (operationId = 'listThings', cursorKey = key) =>
  ({ operationId, deps: { tokens: { cursorKey } } }) as unknown as ListCall;
const listing = (query: object = {}, params: object = { registerId: 'r' }): PagedListing => ({
  params,
  query: { pageSize: 3, ...query },
});

/** Walks a list that grows between two pages by what `grow` says, and gives what was shown. */
function walk(first: number, grow: readonly number[], newestFirst: boolean): number[] {
  const shown: number[] = [];
  let total = first;
  let cursor: string | undefined;
  for (let i = 0; i < 100; i++) {
    const page = growingPage(call(), listing(cursor === undefined ? {} : { cursor }), { newestFirst });
    if (isFailure(page)) throw new Error(page.issue.message);
    const { skip, top } = page.at(total);
    for (let n = skip; n < Math.min(total, skip + top); n++) shown.push(newestFirst ? total - 1 - n : n);
    cursor = page.next(total).members.nextCursor;
    if (cursor === undefined) return shown;
    total += grow[i] ?? 0;
  }
  throw new Error('the walk has no end');
}

describe('pages', () => {
  it('by cursors show each item of a list once, in order, whatever is added during the walk', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.nat(4), { maxLength: 6 }), fc.boolean(), (first, grow, newestFirst) => {
        const shown = walk(first, grow, newestFirst);
        if (newestFirst) expect(shown).to.deep.equal(Array.from({ length: first }, (_, i) => first - 1 - i));
        else {
          expect(shown).to.deep.equal(shown.map((_, i) => i));
          expect(shown.length).to.be.at.least(first);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('by number show what they always did, and a cursor for the page after', () => {
    const page = growingPage(call(), listing({ page: 2 }));
    if (isFailure(page)) throw new Error(page.issue.message);
    expect(page.at(10)).to.deep.equal({ skip: 3, top: 3 });
    const { members, headers } = page.next(10);
    const found = growingPage(call(), listing({ cursor: members.nextCursor }));
    expect(!isFailure(found) && found.at(10)).to.deep.equal({ skip: 6, top: 3 });
    expect(headers.link).to.equal(`<?pageSize=3&cursor=${members.nextCursor}>; rel="next"`);
    expect(page.next(6)).to.deep.equal({ members: {}, headers: {} });
    const both = growingPage(call(), listing({ page: 2, cursor: members.nextCursor }));
    expect(isFailure(both) && [both.issue.code, both.issue.path]).to.deep.equal(['QUERY_INVALID', '/cursor']);
  });
});

describe('cursors', () => {
  it('say nothing to their holder, and places that are alike look different', () => {
    const made = ['[1041]', '[1042]', '[1042]'].map((place) => cursorOf(call(), listing(), place));
    const texts = made.map((text) => Buffer.from(text.slice(22), 'base64url').toString('latin1'));
    expect(texts[0]).to.not.contain('104').and.not.contain('[');
    expect(made[1]).to.equal(made[2]);
    // The same key stream for both would show in which signs they differ.
    const differ = [...(texts[0] as string)].filter((sign, i) => sign !== texts[1]?.[i]).length;
    expect(differ).to.be.greaterThan(3);
  });

  const cursor = cursorOf(call(), listing({ status: 'open' }), '42');
  const codeOf = (found: unknown) => (isFailure(found) ? found.issue.code : found);

  it('name a place to the list that gave them, of any size of its pages', () => {
    expect(placeOf(call(), listing({ status: 'open', cursor }))).to.equal('42');
    expect(placeOf(call(), listing({ cursor, status: 'open', pageSize: 100, page: 1 }))).to.equal('42');
    expect(placeOf(call(), listing())).to.equal(undefined);
    expect(cursor).to.match(/^[A-Za-z0-9_-]{25}$/);
  });

  it('are good for no other list, filter, register or installation', () => {
    for (const [where, what] of [
      [call('listOthers'), listing({ status: 'open', cursor })],
      [call(), listing({ status: 'closed', cursor })],
      [call(), listing({ cursor })],
      [call(), listing({ status: 'open', cursor, more: 1 })],
      [call(), listing({ status: 'open', cursor }, { registerId: 's' })],
      [call('listThings', new Uint8Array(32)), listing({ status: 'open', cursor })],
    ] as const)
      expect(codeOf(placeOf(where, what))).to.equal('CURSOR_INVALID');
  });

  it('are refused when a character is changed, left out or added', () => {
    for (let i = 0; i < cursor.length; i++) {
      const other = cursor[i] === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, i) + other + cursor.slice(i + 1);
      expect(codeOf(placeOf(call(), listing({ status: 'open', cursor: changed })))).to.equal('CURSOR_INVALID');
      const cut = cursor.slice(0, i);
      expect(codeOf(placeOf(call(), listing({ status: 'open', cursor: cut })))).to.equal('CURSOR_INVALID');
    }
    for (const more of ['A', '=', '\u0000', 'AAAA'.repeat(100)])
      expect(codeOf(placeOf(call(), listing({ status: 'open', cursor: cursor + more })))).to.equal('CURSOR_INVALID');
    const long = cursorOf(call(), listing(), 'x'.repeat(CURSOR_LENGTH_MAX));
    expect(codeOf(placeOf(call(), listing({ cursor: long })))).to.equal('CURSOR_INVALID');
  });
});
