// The holder of a role: by record, by the definition, or by having taken it, whatever the role is called.
import { expect } from 'chai';
import { ownOf, roleHolder } from '../../../../../core/blueprint/state/role-holder.js';

describe('the holder of a role', () => {
  it('is that of the record, then of the definition, then who took it', () => {
    const taken = { open: 'first', fixed: 'never' };
    expect(roleHolder({ id: 'open' }, { held: { open: 'now' }, taken })).to.equal('now');
    expect(roleHolder({ id: 'open', walletAddress: null }, { held: {}, taken })).to.equal('first');
    expect(roleHolder({ id: 'fixed', walletAddress: 'named' }, { taken })).to.equal('named');
    expect(roleHolder({ id: 'fixed', walletAddress: 'named' }, { held: { fixed: '' }, taken }), 'vacant').to.equal('');
    expect(roleHolder({ id: 'free' }, { held: {}, taken })).to.equal(undefined);
  });

  it('is no wallet for an open role with a name that every object has', () => {
    for (const id of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(roleHolder({ id }, { held: {}, taken: {} }), id).to.equal(undefined);
      expect(ownOf({}, id), id).to.equal(undefined);
      expect(roleHolder({ id }, { taken: Object.fromEntries([[id, 'own']]) }), id).to.equal('own');
    }
    expect(ownOf(undefined, 'any')).to.equal(undefined);
  });
});
