// JSON Pointers: the examples of RFC 6901, and what they must not see.
import { expect } from 'chai';
import { parsePointer, pointerText, readPointer } from '../../../../../core/blueprint/definition/pointer.js';

const RFC = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

describe('JSON Pointers', () => {
  it('resolve as in RFC 6901 section 5', () => {
    const read = (text: string) => readPointer(RFC, parsePointer(text)!);
    const texts = ['', '/foo', '/foo/0', '/', '/a~1b', '/c%d', '/e^f', '/g|h', '/i\\j', '/k"l', '/ ', '/m~0n'];
    expect(texts.map(read)).to.deep.equal([RFC, ['bar', 'baz'], 'bar', 0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('decode ~01 to ~1, not to a slash, and come back the same', () => {
    expect(parsePointer('/~01/~10')).to.deep.equal(['~1', '/0']);
    expect(pointerText(['~1', '/0', ''])).to.equal('/~01/~10/');
  });

  it('have one syntax', () => {
    for (const text of ['a', 'a/b', '/~', '/a~2', '#/a', '/a~']) expect(parsePointer(text), text).to.equal(undefined);
  });

  it('see own members and items only', () => {
    const read = (value: never, text: string) => readPointer(value, parsePointer(text)!);
    for (const name of ['constructor', '__proto__', 'toString', 'constructor/name'])
      expect(read({} as never, `/${name}`), name).to.equal(undefined);
    for (const name of ['length', '01', '-1', '-', '1', '1e0', ''])
      expect(read([5] as never, `/${name}`), name).to.equal(undefined);
    expect(read('text' as never, '/0')).to.equal(undefined);
    expect(read(JSON.parse('{"__proto__": {"a": 1}}') as never, '/__proto__/a')).to.equal(1);
  });
});
