// How the demo tells a step to people and to programs, and that an expectation that fails ends it.
import { expect } from 'chai';
import { CommandError } from '../../../../cli/command/command.js';
import { outputOf } from '../../../../cli/command/output.js';
import { Narrator } from '../../../../cli/demo/narrator.js';
import { fakeTerminal } from '../../../support/program/terminal.js';

describe('cli/demo/narrator', () => {
  it('tells people each sentence as it happens, numbered', async () => {
    const terminal = fakeTerminal();
    const tell = new Narrator(outputOf(terminal, { json: false, quiet: false }), ['First', 'Second']);
    await tell.step(async (step) => {
      step.say('A thing is done.');
      step.show('id', 7);
      expect(terminal.out()).to.equal('\n[ 1/2] First\n        A thing is done.\n        id: 7\n');
      step.expect(true, 'It holds.');
    });
    expect(terminal.out().split('\n').at(-2)).to.equal('     ok It holds.');
    await tell.step(async () => undefined);
    expect(terminal.out()).to.include('[ 2/2] Second');
  });

  it('wraps long sentences under their beginning', async () => {
    const terminal = fakeTerminal();
    const tell = new Narrator(outputOf(terminal, { json: false, quiet: false }), ['Long']);
    await tell.step(async (step) => step.expect(true, 'word '.repeat(60).trim()));
    const lines = terminal.out().trimEnd().split('\n').slice(2);
    expect(lines.length).to.be.greaterThan(2);
    expect(lines.every((line) => line.length <= 101 && line.startsWith('     ') && !line.endsWith(' '))).to.equal(true);
  });

  it('gives programs one object a step', async () => {
    const terminal = fakeTerminal();
    const tell = new Narrator(outputOf(terminal, { json: true, quiet: false }), ['Only']);
    await tell.step(async (step) => {
      step.say('Said.');
      step.show('id', 'x');
      step.expect(true, 'Held.');
    });
    const { ms, ...told } = JSON.parse(terminal.out());
    expect(ms).to.be.a('number');
    expect(told).to.deep.equal({
      step: 1,
      of: 1,
      title: 'Only',
      ok: true,
      said: ['Said.'],
      shown: { id: 'x' },
      held: ['Held.'],
    });
  });

  it('ends the step and the story with an expectation that does not hold', async () => {
    const terminal = fakeTerminal();
    const tell = new Narrator(outputOf(terminal, { json: true, quiet: false }), ['Only']);
    const error = await tell
      .step(async (step) => {
        step.expect(false, 'Water flows up.');
        step.say('Never said.');
      })
      .catch((found: unknown) => found);
    expect(error).to.be.instanceOf(CommandError).with.property('exit', 1);
    expect(JSON.parse(terminal.out())).to.include({
      ok: false,
      failed: 'step 1 did not go as it must: Water flows up.',
    });
    expect(terminal.out()).to.not.include('Never said');
  });
});
