// A rehearsal that goes on tells what was logged since its last step, and nothing before.
import { expect } from 'chai';
import type { Client } from '../../../../api/client/client.js';
import { RehearsalWalk } from '../../../../cli/workflow/rehearsal.js';

const line = (at: string, message: string) => ({ at: `2026-01-02T00:00:${at}.000Z`, kind: 'Sealed', message });

describe('cli/workflow/rehearsal', () => {
  it('tells what is new where it goes on', async () => {
    const log = [line('01', 'one'), line('02', 'two'), line('30', 'a timer')];
    const steps = [...log, line('40', 'three')];
    const client = {
      getRehearsal: async () => ({ blueprintId: 'b', rehearsalId: 'r', currentActingRole: 'x', log }),
      submitRehearsalStep: async () => ({ blueprintId: 'b', rehearsalId: 'r', currentActingRole: 'x', log: steps }),
    } as unknown as Client;
    const left = { blueprintId: 'b', rehearsalId: 'r', updatedAt: '2026-01-02T00:00:02.500Z' };
    const walk = await RehearsalWalk.resume(client, left as Parameters<typeof RehearsalWalk.resume>[1]);
    expect(walk.news()).to.deep.equal(['  Sealed    a timer']);
    expect(walk.news()).to.deep.equal([]);
    await walk.submit({ actionId: 1, participantId: 'x' } as Parameters<RehearsalWalk['submit']>[0], {});
    expect(walk.news()).to.deep.equal(['  Sealed    three']);
  });

  it('waits for a timer that is due before it says what waits', async () => {
    const of = { blueprintId: 'b', rehearsalId: 'r', currentActingRole: 'x', outcome: 'InProgress' };
    const fired = [line('01', 'one'), line('02', 'ended by its timer')];
    const states = [
      { ...of, log: fired.slice(0, 1), currentActions: [] },
      { ...of, log: fired.slice(0, 1), currentActions: [] },
      { ...of, log: fired, currentActions: [{ actionId: 11, participantId: 'buyer' }] },
    ];
    let looks = 0;
    const client = { getRehearsal: async () => states[Math.min(looks++, 2)] } as unknown as Client;
    const left = { blueprintId: 'b', rehearsalId: 'r', updatedAt: '2026-01-02T00:00:01.500Z' };
    const walk = await RehearsalWalk.resume(client, left as Parameters<typeof RehearsalWalk.resume>[1]);
    expect(walk.standing()).to.equal(
      'No role can act now: it goes on once a timer is due. Scenarios move the clock: quorate blueprint rehearse b --scenarios FILE.',
    );
    await walk.settle();
    expect([walk.news(), walk.standing()]).to.deep.equal([['  Sealed    ended by its timer'], 'Waiting: 11 (buyer).']);
    await walk.settle();
    expect(looks).to.equal(3);
  });
});
