// A draft rehearsed by commands: by a person who answers, who is refused and tries again, leaves and comes back; by a
// file of steps; and what it opens.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../support/base/folders.js';
import { foreign } from '../blueprints/rehearsing.js';
import { operatorOfAll } from './operator.js';

const STEPS = [
  {
    actionId: 1,
    payload: {
      ...{ project: 'Riverside', buildingUse: 'residential', storeys: 3, floorArea: 800, projectValue: '500000.00' },
      bankReference: 'account 7',
    },
  },
  { actionId: 2, payload: { structuralNotes: 'sound' } },
  { actionId: 3, payload: { planningConditions: ['quiet hours'] } },
  { actionId: 5, payload: { inspector: 'Lee' } },
  { actionId: 6, payload: { permitNumber: 'BP-2026-0001' } },
];
const APPLICATION = ['Riverside', '1', '3', '800', '500000', 'account 7', '', ''];

describe('rehearsals by command', () => {
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const operator = operatorOfAll();

  before(async () => {
    const parties = ['contractor', 'engineer', 'planner', 'environment', 'control'].flatMap((role) => [
      ...['--party', `${role}=${foreign(role)}`],
    ]);
    await operator.ask([
      'blueprint',
      'new',
      'construction-permit',
      '--id',
      'permit',
      '--out',
      at('permit.json'),
      ...parties,
    ]);
    await operator.ask(['blueprint', 'push', at('permit.json')]);
  });

  const steps = (value: unknown): readonly string[] => {
    writeFileSync(at('steps.json'), JSON.stringify(value));
    return ['--steps', at('steps.json')];
  };

  it('asks who walks through it, role by role', async () => {
    const made = await operator.call(['blueprint', 'rehearse', 'permit'], {
      answers: [
        // A role that is not there, what the planner sees, then the application.
        ...['v nobody', 'v planner', '500', '', ...APPLICATION],
        ...['', 'sound'],
        // The review goes back once.
        ...['r', 'Too tall.', '', ...APPLICATION, '', 'sound', '', 'quiet hours', ''],
        // Left for later.
        'q',
      ],
    });
    expect(made.exit, made.err).to.equal(0);
    expect(made.asked)
      .to.contain('Action 1, "Apply", as contractor')
      .and.contain('Action 3, "Review the plan", as planner\nEnter: do it, r: reject it,');
    expect(made.err)
      .to.contain('There is no role "nobody"')
      .and.contain('"500" is not one of these')
      .and.contain('planner sees:')
      .and.contain('Sealed');
    expect(made.out)
      .to.match(/^outcome +InProgress$/m)
      .and.match(/^3 +Review the plan +planner +Done$/m);
    const listed = await operator.call(['blueprint', 'rehearsals', 'permit']);
    expect(listed.out).to.match(/^InProgress /m);
    const gone = await operator.call(['blueprint', 'rehearse', 'permit', '--resume'], {
      answers: ['', 'Lee', '', 'BP-1', 'BP-2026-0001'],
    });
    expect(gone.exit, gone.err).to.equal(0);
    expect(gone.out).to.match(/^outcome +Passed$/m);
    expect(gone.err).to.contain('Next: quorate blueprint publish permit');
    // It tells what was done since, and that nothing is left to do.
    expect(gone.err).to.contain('Action 5 (').and.not.contain('Action 1 (');
    expect(gone.out)
      .to.match(/^4 .* Not on this way$/m)
      .and.not.contain('Pending');
    const over = await operator.refused(['blueprint', 'rehearse', 'permit', '--resume']);
    expect(over.error).to.equal('no rehearsal of this draft runs: the newest one is Passed');
    expect(over.hint).to.contain('quorate blueprint publish permit');
  });

  it('opens the way to publish', async () => {
    await operator.ask(['wallet', 'create', 'Town', '--word-count', '12']);
    const { registerId } = await operator.ask<{ registerId: string }>(['register', 'create', 'Permits']);
    const published = await operator.ask(['blueprint', 'publish', 'permit', '--register', registerId]);
    expect(published).to.include({ version: 1, overridden: false });
  });

  it('takes its steps from a file', async () => {
    const passed = await operator.ask(['blueprint', 'rehearse', 'permit', ...steps(STEPS)]);
    expect(passed).to.include({ outcome: 'Passed' });
    const short = await operator.call(['blueprint', 'rehearse', 'permit', ...steps(STEPS.slice(0, 2))]);
    expect(short.exit).to.equal(1);
    expect(short.err).to.contain('has not come to its end').and.contain('--resume');
    const strange = await operator.refused(['blueprint', 'rehearse', 'permit', '--resume', ...steps([STEPS[4]])]);
    expect(strange.error).to.equal('step 1: action 6 does not wait now');
    expect(strange.hint).to.contain('Waiting: 3 (planner).');
    const wrong = [{ actionId: 3, payload: { planningConditions: 7 } }];
    const refused = await operator.refused(['blueprint', 'rehearse', 'permit', '--resume', ...steps(wrong)]);
    expect(refused).to.include({ exit: 1, code: 'REHEARSAL_STEP_REFUSED' });
    const back = [{ actionId: 3, reject: 'Too tall.' }, ...STEPS];
    expect(await operator.ask(['blueprint', 'rehearse', 'permit', '--resume', ...steps(back)])).to.include({
      outcome: 'Passed',
    });
    const other = await operator.refused(['blueprint', 'rehearse', 'permit', ...steps([{ confirm: 1 }])]);
    expect(other.exit).to.equal(2);
    expect(other.hint).to.contain('confirmed by the rehearsal itself');
  });

  it('votes by a file of steps, as each role that is asked', async () => {
    await operator.ask(['blueprint', 'push', 'docs/examples/award.json']);
    const [draft] = (
      await operator.ask<{ items: { id: string; title: string }[] }>(['blueprint', 'list'])
    ).items.filter(({ title }) => title === 'Award of a contract');
    const walk = [
      { actionId: 1, payload: { supplier: 'Brooks', price: 70_000 } },
      { actionId: 2, vote: 'yes', as: 'works', payload: { score: 6 } },
      { actionId: 2, vote: 'yes', payload: { score: 9 } },
      { actionId: 3, payload: { order: 'A-17' } },
    ];
    const made = await operator.call(['blueprint', 'rehearse', String(draft?.id), ...steps(walk)]);
    expect(made.exit, made.err).to.equal(0);
    expect(made.err).to.contain('The vote yes of works on action 2').and.contain('It is granted: on to action 3');
    expect(made.out).to.match(/^outcome +Passed$/m);
  });

  it('is abandoned by hand, and leaves nothing behind where no person answers', async () => {
    const left = await operator.call(['blueprint', 'rehearse', 'permit'], { answers: ['a'] });
    expect(left.err).to.contain('abandoned and discarded');
    const nobody = await operator.refused(['blueprint', 'rehearse', 'permit']);
    expect([nobody.exit, nobody.hint]).to.deep.equal([2, 'State the steps: --steps FILE']);
    expect((await operator.refused(['blueprint', 'rehearse', 'permit', '--resume'])).error).to.contain('no rehearsal');
    await operator.call(['blueprint', 'rehearse', 'permit', ...steps([STEPS[0]])]);
    expect(await operator.ask(['blueprint', 'rehearse', 'permit', '--abandon'])).to.have.all.keys('discarded');
    expect((await operator.refused(['blueprint', 'rehearse', 'permit', '--abandon'])).exit).to.equal(1);
  });
});
