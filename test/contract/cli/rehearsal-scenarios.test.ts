// A draft that cannot be walked through today, because an action of it is closed for two weeks: its scenarios move
// the clock, and their pass lets it be published. By the commands that its author would use.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../support/base/folders.js';
import { step } from '../../support/register/people.js';
import { operatorOfAll } from './operator.js';

const AWARD = {
  id: 'award',
  language: 2,
  title: 'Award',
  description: 'A contract is signed when the others had time to object.',
  participants: [{ id: 'buyer' }, { id: 'seller' }],
  actions: [
    step(1, 'buyer', [2], { isStartingAction: true }),
    step(2, 'seller', [3], {
      rejectionConfig: { targetActionId: 1, isTerminal: true },
      timers: [{ id: 'standstill', after: 'P14D', notBefore: true }],
    }),
    step(3, 'buyer', []),
  ],
};
const first = { action: 1, payload: { n: 1 }, expect: { enabled: [], waiting: [2] } };
const WHOLE = [
  first,
  { action: 2, payload: { n: 2 }, expect: { refused: 'VAL_FLOW_010' } },
  { action: 2, payload: { n: 2 }, at: 'P15D', expect: { enabled: [3] } },
  { action: 3, payload: { n: 3 }, expect: { state: 'Completed' } },
];
const ENDED = { reject: 2, reason: 'No.', at: 'P15D', expect: { state: 'Rejected' } };

describe('a draft with an action that is closed until a time, by command', () => {
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const operator = operatorOfAll();

  before(async () => {
    await operator.ask(['wallet', 'create', 'Ada']);
    await operator.ask(['register', 'create', 'Awards', '--owner', 'Ada']);
    writeFileSync(at('award.json'), JSON.stringify(AWARD));
    await operator.ask(['blueprint', 'push', at('award.json')]);
  });

  const scenarios = (...all: readonly (readonly object[])[]): readonly string[] => {
    writeFileSync(
      at('award.scenarios.json'),
      JSON.stringify(all.map((steps, i) => ({ name: `scenario ${i + 1}`, steps }))),
    );
    return ['blueprint', 'rehearse', 'award', '--scenarios', at('award.scenarios.json')];
  };
  const publish = ['blueprint', 'publish', 'award', '--register', 'Awards'];

  it('waits on in a rehearsal by hand, which says what moves the clock', async () => {
    writeFileSync(
      at('steps.json'),
      JSON.stringify([
        { actionId: 1, payload: { n: 1 } },
        { actionId: 2, payload: { n: 2 } },
      ]),
    );
    const said = await operator.refused(['blueprint', 'rehearse', 'award', '--steps', at('steps.json')]);
    expect(said.error).to.equal('step 2: action 2 does not wait now');
    expect(said.hint).to.contain('No role can act now').and.contain('--scenarios');
    const all = await operator.ask<readonly { outcome: string }[]>(['blueprint', 'rehearsals', 'award']);
    expect(all.map(({ outcome }) => outcome)).to.deep.equal(['InProgress']);
    expect((await operator.refused(publish)).code).to.equal('REHEARSAL_REQUIRED');
  });

  it('is not let through by scenarios that fail, or that come to no end', async () => {
    const failed = await operator.call(scenarios([first, { action: 2, payload: { n: 2 } }]));
    expect(failed.exit, failed.err).to.equal(1);
    expect(failed.out).to.contain('FAILED  scenario 1').and.contain('VAL_FLOW_010');
    const open = await operator.call(scenarios([first], [first, ENDED]));
    expect(open.exit, open.err).to.equal(1);
    expect(open.err).to.contain('No scenario comes to the end of the workflow');
    expect((await operator.refused(publish)).code).to.equal('REHEARSAL_REQUIRED');
  });

  it('is published once its scenarios pass, as long as it behaves the same', async () => {
    const passed = await operator.call(scenarios(WHOLE, [first, ENDED]));
    expect(passed.exit, passed.err).to.equal(0);
    expect(passed.out).to.contain('passed  scenario 1 (4 steps)');
    expect(passed.err).to.contain('quorate blueprint publish award --register REGISTER');
    const published = await operator.ask<{ overridden: boolean }>(publish);
    expect(published.overridden).to.equal(false);
    await operator.ask(['register', 'create', 'Others', '--owner', 'Ada']);
    const byFile = ['register', 'publish', 'Others', '--file', at('award.json')];
    expect(await operator.ask(byFile), 'from a file, without an override').to.include({ blueprintId: 'award' });
    const other = { ...AWARD, actions: [...AWARD.actions.slice(0, 2), step(3, 'seller', [])] };
    writeFileSync(at('award.json'), JSON.stringify(other));
    await operator.ask(['blueprint', 'push', at('award.json')]);
    expect((await operator.refused(publish)).code).to.equal('REHEARSAL_REQUIRED');
  });
});
