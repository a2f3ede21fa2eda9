// Documents for programs: their names, their order, and that none of another name is read.
import { expect } from 'chai';
import { documentReads } from '../../../../api/site/documents.js';
import { ownDocuments } from '../../../../api/site/sources.js';

describe('documents for programs', () => {
  it('have names of their own, and those of a writer of workflows come first', () => {
    const names = ownDocuments()
      .list()
      .map(({ name }) => name);
    expect(names.slice(0, 4)).to.deep.equal(['language', 'definition', 'findings', 'scenarios']);
    expect(new Set(names).size).to.equal(names.length);
    for (const name of names) expect(name).to.match(/^[a-z][a-z0-9-]*$/);
  });

  it('are each beside the program', () => {
    const { list, text } = ownDocuments();
    for (const { name } of list()) expect(text(name), name).to.match(/^# /m);
  });

  it('are found by words', () => {
    const [first] = ownDocuments().find('BP_SENDER_UNKNOWN');
    expect(first?.address).to.match(/^findings\.html/);
    expect(ownDocuments().find('zzzz')).to.deep.equal([]);
  });

  it('read a file of the table, once, and no other one', () => {
    const asked: string[] = [];
    const { text } = documentReads((source) => {
      asked.push(source);
      return source === 'docs/language.md' ? '# Language' : undefined;
    });
    expect([text('language'), text('language'), text('../../etc/passwd'), text('mesh')]).to.deep.equal([
      ...['# Language', '# Language', undefined, undefined],
    ]);
    expect(asked).to.deep.equal(['docs/language.md', 'docs/mesh.md']);
  });
});
