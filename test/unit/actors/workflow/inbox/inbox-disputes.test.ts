// The tasks to say how a dispute ends, as roles change hands.
import { expect } from 'chai';
import { isAskedNow, withDispute } from '../../../../../actors/workflow/inbox/inbox-disputes.js';
import { branchParts } from '../../../../../actors/workflow/inbox/inbox-row.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, erin] = [wallet('carol'), wallet('erin')];
const num = { type: 'integer' };

describe('tasks of disputes', () => {
  it('are those of holders who have not said how it ends, a new one among them', () => {
    const definition = {
      ...definitionOf([
        { ...asks({ n: num }), calculations: { double: { '*': [read('in.n'), 2] } }, ...shows({ y: ['*'] }), ...to(2) },
        { sender: 'y', ...asks({ last: num }), ...shows({ x: ['*'] }), ...to() },
      ]),
      participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
        id,
        walletAddress: address,
      })),
      disputes: { onFault: 'stop' },
    } as JsonObject;
    const people = new People(definition);
    const records = [people.enrol('c', [carol]), people.enrol('e', [erin]), people.enrol('b', [bob])];
    const at = new SealedLedger(definition, [alice, bob, carol, erin], records);
    const lie = at.take({ action: 1, by: alice, data: { n: 1, double: 9 }, next: [2] });
    const shown = [[lie, '/double', '/n'] as const];
    const objection = at.objection({ run: lie, by: bob, ground: 'calculation', at: '/calculations/double', shown });
    at.ledger.seal(objection);
    const asked = (): readonly (string | undefined)[] => {
      const row = { instance: at.instance, pending: [] } as unknown as Parameters<typeof withDispute>[0];
      const of = { view: at.ledger.view, definition: at.definition, instanceId: INSTANCE, atMs: 0, before: undefined };
      // Each listed item is checked again when it is read.
      return withDispute(row, of).pending.flatMap(({ branch, wallet: by = '' }) => {
        const { resolves: role = '' } = branchParts(branch);
        return isAskedNow(at.ledger.view, { ...of, instance: at.instance }, { role, wallet: by }) ? [by] : [];
      });
    };
    expect(asked()).to.have.members([bob.address, carol.address]);
    at.ledger.seal(at.resolution({ objection, by: carol, role: 'z', outcome: 'redo' }));
    expect(asked()).to.deep.equal([bob.address]);
    const payload = { type: 'handover', v: 1, role: 'z', from: carol.address, to: erin.address };
    at.ledger.seal(at.move('Handover', { action: 1, by: carol, previous: lie.txId, payload, n: 0, with: [erin] }));
    expect(asked()).to.have.members([bob.address, erin.address]);
    at.ledger.seal(at.resolution({ objection, by: erin, role: 'z', outcome: 'redo' }));
    expect(asked()).to.deep.equal([bob.address]);
    // No move of the instance says that the last one who was missing left: the other says the same again.
    at.ledger.seal(people.enrol('b', [bob], { status: 'Revoked' }));
    expect(asked()).to.deep.equal([erin.address]);
    at.ledger.seal(at.resolution({ objection, by: erin, role: 'z', outcome: 'redo' }));
    expect(asked()).to.deep.equal([]);
  });
});
