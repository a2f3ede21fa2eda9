// Answers of an operation are told from those of another service by little.
import { expect } from 'chai';
import { formsIn, hasForm } from '../../../../api/client/answer-form.js';

const isOf = (mark: string | undefined, body: unknown) => hasForm(body, formsIn(mark));

describe('api/client/answer-form', () => {
  it('takes an object that has each member, whatever else it has', () => {
    expect(isOf('id,name', { id: 1, name: undefined, more: true })).to.equal(true);
    expect(isOf('id,name', { id: 1 })).to.equal(false);
    expect(isOf('id,name', { name: 1 })).to.equal(false);
    expect(isOf('id,name', Object.create({ id: 1, name: 1 }))).to.equal(false);
    for (const body of [undefined, null, 'id,name', 7, [{ id: 1, name: 1 }]])
      expect(isOf('id,name', body), String(body)).to.equal(false);
  });

  it('takes any object where no member is always there, and nothing else', () => {
    expect(isOf('{}', {})).to.equal(true);
    for (const body of [undefined, null, '{}', 7, []]) expect(isOf('{}', body), String(body)).to.equal(false);
  });

  it('takes a list, and an answer that has nothing', () => {
    expect([isOf('[]', []), isOf('[]', { length: 0 }), isOf('[]', undefined)]).to.eql([true, false, false]);
    expect([isOf('-', undefined), isOf('-', {}), isOf('-', '')]).to.eql([true, false, false]);
  });

  it('takes each of several forms, and anything where there is none', () => {
    expect([isOf('-/id', undefined), isOf('-/id', { id: 1 }), isOf('-/id', {})]).to.eql([true, true, false]);
    expect(isOf(undefined, 'a page')).to.equal(true);
  });
});
