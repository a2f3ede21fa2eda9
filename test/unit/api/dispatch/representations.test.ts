// Lines of JSON and tables: what they show of a list, and that a table cannot be made to say more.
import { expect } from 'chai';
import Type from 'typebox';
import { writerFor } from '../../../../api/dispatch/representations.js';

interface Item {
  readonly a: string;
  readonly n?: number;
}
const items = ({ list }: { readonly list: readonly Item[] }) => list;
const table = writerFor({ kind: 'table', items, columns: { a: (i: Item) => i.a, n: (i: Item) => i.n } }, '');
const rowOf = (a: string) => String(table({ list: [{ a }] })).slice('a,n\r\n'.length);

describe('forms of answers', () => {
  it('write a line of names, then a row for each item', () => {
    expect(table({ list: [] })).to.equal('a,n\r\n');
    expect(table({ list: [{ a: 'x', n: -1 }, { a: 'y' }] })).to.equal('a,n\r\nx,-1\r\ny,\r\n');
  });

  it('quote what would end a cell or a row (RFC 4180)', () => {
    expect(rowOf('one, two')).to.equal('"one, two",\r\n');
    expect(rowOf('say "no"')).to.equal('"say ""no""",\r\n');
    expect(rowOf('one\ntwo')).to.equal('"one\ntwo",\r\n');
    expect(rowOf('x\r\n=1+1')).to.equal('"x\r\n=1+1",\r\n');
  });

  it('let no spreadsheet compute the text of somebody', () => {
    for (const begin of ['=', '+', '-', '@', '\t']) expect(rowOf(`${begin}1`)).to.equal(`'${begin}1,\r\n`);
    expect(rowOf('=HYPERLINK("http://x","y")')).to.equal(`"'=HYPERLINK(""http://x"",""y"")",\r\n`);
    for (const begin of ['＝', '＋', '－', '＠', ' =']) expect(rowOf(`${begin}1`)).to.equal(`'${begin}1,\r\n`);
    expect(rowOf('\n=1')).to.equal(`"'\n=1",\r\n`);
    // Some cut at semicolons, also within the quotes of a cell that is not the first of its row.
    expect(rowOf('x;=1+1;@y')).to.equal(`x;'=1+1;'@y,\r\n`);
    expect(rowOf('1=1')).to.equal('1=1,\r\n');
  });

  it('write a line for each item, with the members that its schema names', () => {
    const lines = writerFor({ kind: 'lines', items, schema: Type.Object({ a: Type.String() }) }, '');
    expect(lines({ list: [{ a: 'x\ny', n: 1 }, { a: 'z' }] })).to.equal('{"a":"x\\ny"}\n{"a":"z"}\n');
    expect(lines({ list: [] })).to.equal('');
  });
});
