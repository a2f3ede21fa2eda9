// Forms of several parts: what is read of good ones, and what is no form.
import { expect } from 'chai';
import { multipartFields } from '../../../../api/requests/form.js';
import { issue } from '../../../../core/base/issue.js';
import { isFailure } from '../../../../core/base/result.js';

const END = '--b--\r\n';
const part = (head: string, body = 'x') => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const read = (text: string, encoding: 'latin1' | 'utf8' = 'latin1') =>
  multipartFields(Buffer.from(text, encoding), () => undefined, { valuesMax: 9, lists: new Set(['b']) });

describe('api/requests/form', () => {
  it('reads texts, lists and files, one character a byte', () => {
    const good = `${part('name="a"', 'é')}${part('name="b[]"', '1')}${part('name="b[]"', '2')}${part('filename="c.xml"; name="c"', 'é')}`;
    expect(read(`${good}${END}`, 'utf8')).to.deep.equal({ a: 'é', b: ['1', '2'], c: 'Ã©' });
    expect(read(`${part('name="b"')}${END}`)).to.deep.equal({ b: ['x'] });
    expect(read(`${part('name="b"', '1')}${part('name="b[]"', '2')}${END}`)).to.deep.equal({ b: ['1', '2'] });
    expect(read(`${part('name="__proto__"')}--b--`)).to.have.own.property('__proto__', 'x');
    expect(read(`${part('name="a"', '\r\n--a\r\n--')}${END}`)).to.deep.equal({ a: '\r\n--a\r\n--' });
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['no boundary', 'a=b', 'BODY_INVALID'],
    ['no end', part('name="a"'), 'BODY_INVALID'],
    ['something behind the end', `${part('name="a"')}${END}x`, 'BODY_INVALID'],
    ['a boundary that goes on', `${part('name="a"')}--bc\r\n${END}`, 'BODY_INVALID'],
    ['a part without a name', `${part('filename="a"')}${END}`, 'BODY_INVALID'],
    ['a part without a head', `--b\r\nx\r\n${END}`, 'BODY_INVALID'],
    ['a head without end', `--b\r\n${'a'.repeat(2000)}\r\n\r\nx\r\n${END}`, 'BODY_INVALID'],
    ['a name twice', `${part('name="a"')}${part('name="a"')}${END}`, 'BODY_DUPLICATE_KEY'],
    ['a name twice, as that of a list', `${part('name="a[]"')}${part('name="a[]"')}${END}`, 'BODY_DUPLICATE_KEY'],
  ];
  for (const [name, text, code] of refused)
    it(`refuses ${name}`, () => {
      const given = read(text);
      expect(isFailure(given) && given.issue.code).to.equal(code);
    });

  it('counts the parts before it makes them, and no further than they may be', () => {
    const form = Buffer.from(`${part('name="a"').repeat(5)}no end`);
    const given = multipartFields(form, (parts) => issue('BODY_INVALID', '', `${parts} parts`), {
      ...{ valuesMax: 3, lists: new Set() },
    });
    expect(isFailure(given) && given.issue.message).to.equal('4 parts');
  });
});
