// The steps of a draft in a page: taken back, done again, and made on another document.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { stepValues } from '../../../../../core/edits/view/step-names.js';
import {
  type DraftStep,
  doAgain,
  documentIn,
  editsSince,
  newSteps,
  takeBack,
  withStep,
} from '../../../../../core/edits/view/steps.js';

const documents = Array.from({ length: 4 }, (_, i): JsonObject => ({ title: `${i}` }));
const [base = {}, first = {}, second = {}, third = {}] = documents;
const step = (blueprint: JsonObject, title: string): DraftStep => ({
  name: { id: 'design.step' },
  edits: [{ edit: 'set_title', title }],
  blueprint,
});
const steps = withStep(withStep(newSteps(base), step(first, '1')), step(second, '2'));

describe('unit: the steps of a draft', () => {
  it('takes back and does again, one after the other', () => {
    expect(documentIn(steps)).to.equal(second);
    const back = takeBack(takeBack(steps));
    expect(documentIn(back)).to.equal(base);
    expect(takeBack(back)).to.equal(back);
    expect(documentIn(doAgain(back))).to.equal(first);
    expect(documentIn(doAgain(doAgain(doAgain(back))))).to.equal(second);
  });

  it('forgets what was taken back once something else is done, and the oldest of many', () => {
    const other = withStep(takeBack(steps), step(third, '3'));
    expect(doAgain(other)).to.equal(other);
    const many = Array.from({ length: 300 }).reduce<typeof steps>((all) => withStep(all, step(third, 'x')), steps);
    expect(many.done).to.have.length(200);
    expect(many.base).to.equal(third);
  });

  it('tells the edits since a document, where there are edits alone', () => {
    const titles = (saved: JsonObject) => editsSince(steps, saved)?.map(({ title }) => title);
    expect(titles(base)).to.deep.equal(['1', '2']);
    expect(titles(first)).to.deep.equal(['2']);
    expect(titles(second)).to.deep.equal([]);
    expect(titles(third), 'none of its documents').to.equal(undefined);
    const whole = withStep(steps, { name: { id: 'design.step.text' }, blueprint: third });
    expect(editsSince(whole, base), 'a document as a whole').to.equal(undefined);
    expect(editsSince(whole, third)).to.deep.equal([]);
  });

  it('is named after what was done, to whom', () => {
    const names = new Map([['role/control', 'Building control']]);
    const edit = { edit: 'set_disclosure', action: 1, role: 'control', fields: ['storeys'], reads: true };
    expect(stepValues([edit], names)).to.include({
      ...{ edit: 'set_disclosure', field: 'storeys', role: 'Building control', reads: 'true', many: 'no' },
    });
    expect(stepValues([{ ...edit, fields: ['a', 'b'] }], names)).to.include({ field: '2', many: 'yes' });
    expect(stepValues([edit, { edit: 'set_title' }], names)).to.include({ edit: 'several' });
  });
});
