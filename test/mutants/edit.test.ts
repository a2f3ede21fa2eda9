// Edits by symbol: where the code is found, what is left of it, and which edits are refused.
import { expect } from 'chai';
import { edited } from './edit.js';

const TEXT = `
import { part } from './part.js';
const LIMIT = 3;
export function taken(list, of) {
    if (list.length > LIMIT && of.isOpen || of.isForced)
        return [...list, part(of, 2)];
    tell(of);
    return { of, ...part(list,
        LIMIT) };
}
class Pool {
    #size = 0;
    add(one) {
        return this.#size > 3 ? undefined : one;
    }
    take(one) {
        return this.#size > 3 ? one : undefined;
    }
}
`;
const edit = (symbol: string, code: string, broken?: string) => edited(TEXT, { file: 'a', symbol, code, broken });

describe('edits of mutants', () => {
  for (const [code, left] of [
    ['list.length > LIMIT', 'if (true && of.isOpen || of.isForced)'],
    ['of.isForced', 'if (list.length > LIMIT && of.isOpen || false)'],
    ['list.length > LIMIT && of.isOpen || of.isForced', 'if (false)'],
    ['...list', 'return [...[], part(of, 2)];'],
    ['2', 'return [...list, part(of, ...[])];'],
    ['tell(of);', ';\n    return { of'],
  ] as const)
    it(`leave out ${code}`, () => {
      expect(edit('taken', code)).to.include(left).and.not.equal(TEXT);
    });

  it('leave out a member of an object, however its lines are broken', () => {
    expect(edit('taken', '...part(list, LIMIT)')).to.include('return { of, ...{} };');
  });

  it('put other code in its place, in one declaration or member', () => {
    expect(edit('LIMIT', '3', '4')).to.include('const LIMIT = 4;');
    const text = edit('Pool.take', 'this.#size > 3', 'true');
    expect(text).to.include('return true ? one : undefined').and.include('this.#size > 3 ? undefined : one');
  });

  it('take an empty text, and are of whole words', () => {
    expect(edit('taken', 'of.isOpen ||', '')).to.include('LIMIT &&  of.isForced');
    expect(() => edit('taken', 'sOpen', 'x')).to.throw('0 times');
  });

  it('are refused where the declaration or the code is gone, or where the code stands twice', () => {
    expect(() => edit('given', 'of')).to.throw('a.js, given: there is no such declaration');
    expect(() => edit('taken', 'of.isShut')).to.throw('holds this 0 times, not once: of.isShut');
    expect(() => edit('Pool', 'this.#size > 3', 'true')).to.throw('2 times');
    expect(() => edit('taken', 'list.length >')).to.throw('nothing that can be left out');
  });
});
