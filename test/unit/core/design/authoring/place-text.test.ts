// The place of a finding as people read it: the pointer, and the action by its id where the pointer counts otherwise.
import { expect } from 'chai';
import { placeText } from '../../../../../core/design/authoring/place-text.js';

describe('core/design/authoring/place-text', () => {
  it('names an action by its id where the pointer counts otherwise', () => {
    const definition = { actions: [{ id: 0 }, { id: 5 }, { id: 'x' }] };
    expect(placeText(definition, '/actions/1/routes/0')).to.equal('/actions/1/routes/0 (action 5)');
    expect(placeText(definition, '/actions/0')).to.equal('/actions/0');
    expect(placeText(definition, '/actions/2')).to.equal('/actions/2');
    expect(placeText(definition, '/actions/9/x')).to.equal('/actions/9/x');
    expect(placeText(definition, '')).to.equal('(whole)');
    expect(placeText(null, '/actions/1')).to.equal('/actions/1');
  });
});
