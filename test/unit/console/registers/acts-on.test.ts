// What a person may do with a register is what there is to do, as far as its rights go.
import { expect } from 'chai';
import type { OperationId } from '../../../../api/client/published/operation-calls.js';
import { actsOn, kindOf } from '../../../../console/registers/acts-on.js';

const ALL: readonly OperationId[] = [
  ...(['advertiseRegister', 'updateRegister', 'unsubscribeRegister', 'subscribeRegister'] as const),
];
const followed = { canParticipateInValidation: false };
const seat = { canParticipateInValidation: true };
const own = { id: 'r', advertise: false, status: 'ONLINE' };

interface Given {
  readonly may?: readonly OperationId[];
  readonly subscription?: typeof followed;
  readonly isOffered?: boolean;
}

const acts = (register: typeof own, { may = ALL, subscription, isOffered = false }: Given = {}) =>
  actsOn(
    {
      who: { may: new Set(may) },
      subscriptions: new Map(subscription && [['r', subscription]]),
      offered: isOffered ? [{ registerId: 'r' }] : [],
    },
    register,
  );

describe('console/registers/acts-on', () => {
  it('offers what is not offered and is whole, and withdraws what is', () => {
    expect(acts(own)).to.deep.equal(['offer']);
    expect(acts({ ...own, advertise: true })).to.deep.equal(['withdraw']);
    expect(acts({ ...own, status: 'OFFLINE' })).to.deep.equal([]);
    for (const right of ['advertiseRegister', 'updateRegister'] as const)
      expect(acts(own, { may: ALL.filter((each) => each !== right) }), right).to.deep.equal([]);
  });

  it('leaves what is followed, and nothing that has a seat here', () => {
    expect(acts(own, { subscription: followed })).to.deep.equal(['offer', 'leave']);
    expect(acts(own, { subscription: seat })).to.deep.equal(['offer']);
    expect(acts(own, { subscription: followed, may: ['subscribeRegister'] })).to.deep.equal([]);
  });

  it('follows again what was left and is offered', () => {
    const left = { ...own, status: 'OFFLINE' };
    expect(acts(left, { isOffered: true })).to.deep.equal(['follow']);
    expect(acts(left)).to.deep.equal([]);
    expect(acts(left, { isOffered: true, subscription: seat })).to.deep.equal([]);
    expect(acts(left, { isOffered: true, may: ['unsubscribeRegister'] })).to.deep.equal([]);
    expect(acts(own, { isOffered: true, may: ['subscribeRegister'] })).to.deep.equal([]);
  });

  it('says what a register is to this node', () => {
    expect([undefined, seat, followed].map(kindOf)).to.deep.equal(['own', 'seat', 'followed']);
  });
});
