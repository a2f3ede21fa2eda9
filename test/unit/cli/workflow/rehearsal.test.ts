// A rehearsal that goes on tells what was logged since its last step, and nothing before.
import { expect } from 'chai';
import type { Client } from '../../../../api/client.js';
import { Walk } from '../../../../cli/workflow/rehearsal.js';

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
    const walk = await Walk.resume(client, left as Parameters<typeof Walk.resume>[1]);
    expect(walk.news()).to.deep.equal(['  Sealed    a timer']);
    expect(walk.news()).to.deep.equal([]);
    await walk.submit({ actionId: 1, participantId: 'x' } as Parameters<Walk['submit']>[0], {});
    expect(walk.news()).to.deep.equal(['  Sealed    three']);
  });
});
