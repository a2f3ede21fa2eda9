// A file that is designed at the terminal: begun, edited, taken back, and changed by hand in between.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called } from '../../../../support/program/command.js';

const ROLES = [
  { edit: 'add_role', id: 'applicant' },
  { edit: 'add_role', id: 'planner' },
  { edit: 'add_action', title: 'Apply', sender: 'applicant' },
  { edit: 'set_schema_field', action: 1, field: 'storeys', type: 'integer' },
  { edit: 'set_disclosure', action: 1, role: 'planner', fields: ['storeys'], reads: true },
];
const SCENARIO = { edit: 'add_scenario', name: 'applied', steps: [{ action: 1, payload: { storeys: 2 } }] };

describe('cli/commands/blueprints/design', () => {
  const folder = folderOfAll();
  const path = (name: string): string => join(folder, name);
  const written = (name: string, value: unknown): string => {
    writeFileSync(path(name), JSON.stringify(value));
    return path(name);
  };
  const read = (name: string) => JSON.parse(readFileSync(path(name), 'utf8'));

  it('begins a file, makes a list of edits, takes the last back and does it again', async () => {
    const file = path('permit.json');
    expect((await called(['design', file, '--new', 'Permit'])).out).to.contain('Began');
    expect((await called(['design', file, '--new', 'Permit'])).err).to.contain('the file exists');
    const edits = written('edits.list', [...ROLES, SCENARIO]);
    const made = await called(['design', file, '--edits', edits]);
    expect([made.exit, made.requests.length]).to.deep.equal([0, 0]);
    expect(made.out).to.contain('Added the role applicant.\n');
    expect(made.out).to.contain('It solves:');
    expect(made.out).to.contain(`${file} can be published`);
    expect(read('permit.scenarios.json')).to.deep.equal([{ name: 'applied', steps: SCENARIO.steps }]);
    const whole = readFileSync(file, 'utf8');
    await called(['design', file, '--undo']);
    const back = await called(['design', file, '--undo', '--json']);
    expect(JSON.parse(back.out).edit).to.deep.equal(ROLES[4]);
    expect([read('permit.scenarios.json'), read('permit.json').actions[0].disclosures]).to.deep.equal([[], undefined]);
    await called(['design', file, '--redo']);
    await called(['design', file, '--redo']);
    expect(readFileSync(file, 'utf8')).to.equal(whole);
    expect((await called(['design', file, '--redo'])).err).to.contain('EDIT_REFUSED');
    expect((await called(['design', file])).out).to.contain('6 edits can be taken back, 0 done again.');
  });

  it('writes nothing of a list with an edit that cannot be made, and says which', async () => {
    const file = written('whole.json', { language: 2, title: 'Whole', description: 'A whole one.' });
    const before = readFileSync(file, 'utf8');
    const edits = written('bad.list', [ROLES[0], { edit: 'set_action', action: 7, title: 'x' }]);
    const { exit, err } = await called(['design', file, '--edits', edits]);
    expect([exit, err.includes('at /1/action'), err.includes('EDIT_REFUSED')]).to.deep.equal([1, true, true]);
    expect([readFileSync(file, 'utf8'), existsSync(path('whole.edits.json'))]).to.deep.equal([before, false]);
    for (const list of [[], {}, 'x'])
      expect((await called(['design', file, '--edits', written('bad.list', list)])).err).to.contain(
        'not a list of edits',
      );
  });

  it('is talked about, line by line, and its edits are taken back as others are', async () => {
    const file = path('talk.json');
    await called(['design', file, '--new', 'Talk']);
    const said =
      'A trader applies for a stall with name and turnover.\nThe office must not see the turnover.\nThe office decides.\n';
    const { exit, out, requests } = await called(['design', file, '--chat'], {}, { stdin: said });
    expect([exit, requests.length]).to.deep.equal([0, 0]);
    expect(out).to.contain('Office does not read Turnover');
    expect(read('talk.json').participants.map(({ id }: { id: string }) => id)).to.deep.equal(['trader', 'office']);
    const { done } = read('talk.edits.json');
    expect(done.length).to.be.greaterThan(5);
    expect((await called(['design', file, '--undo'])).out).to.contain('Took back');
  });

  it('begins a new history where the file was changed by hand', async () => {
    const file = path('hand.json');
    await called(['design', file, '--new', 'By hand']);
    const title = written('title.list', [{ edit: 'set_title', title: 'Edited' }]);
    await called(['design', file, '--edits', title]);
    writeFileSync(file, JSON.stringify({ ...read('hand.json'), title: 'Otherwise' }));
    const { err } = await called(['design', file, '--edits', title]);
    expect(err).to.contain('was changed by hand since its last edit');
    await called(['design', file, '--undo']);
    expect(read('hand.json').title).to.equal('Otherwise');
    expect((await called(['design', file, '--undo'])).err).to.contain('There is no edit to take back');
    writeFileSync(path('hand.edits.json'), '{"base": 1}');
    expect((await called(['design', file])).err).to.contain('was changed by hand');
  });

  it('lists the edits and shows one, and refuses calls that mean nothing', async () => {
    expect((await called(['design', '--list'])).out).to.contain('add_credential_requirement');
    const shown = JSON.parse((await called(['design', '--show', 'add_route', '--json'])).out);
    expect(shown.schema.required).to.deep.equal(['edit', 'action', 'nextActionIds']);
    for (const [args, says] of [
      [['--show', 'add_rout'], 'Did you mean add_route?'],
      [[], 'no file of a blueprint'],
      [[path('none.json')], 'there is no such file'],
      [[path('none.yaml'), '--new', 'Permit'], 'is not the file of a blueprint'],
      [[path('x.edits.json'), '--new', 'Permit'], 'is not the file of a blueprint'],
      [[path('none.json'), '--undo', '--redo'], '--undo and --redo are not stated together'],
      [[path('none.json'), '--new', 'x'.repeat(201)], '/title'],
      [[written('one.json', { title: 'x' })], 'quorate blueprint migrate'],
    ] as const) {
      const { exit, err } = await called(['design', ...args]);
      expect(exit, says).to.be.greaterThan(0);
      expect(err).to.contain(says);
    }
    written('two.scenarios.json', {});
    const two = written('two.json', { language: 2, title: 'Two', description: 'Two of it.' });
    expect((await called(['design', two])).err).to.contain('holds no list');
  });
});
