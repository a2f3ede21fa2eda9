// The stream that each output goes to, when colour and progress are silent, and text that would steer the terminal.
import { expect } from 'chai';
import { CommandError } from '../../../../cli/command/command.js';
import { errorText, fields, outputOf, table } from '../../../../cli/command/output.js';
import { fakeTerminal } from '../../../support/program/terminal.js';

const PLAIN = { json: false, quiet: false };

describe('cli/command/output', () => {
  it('shows a view to people and JSON to programs', () => {
    const person = fakeTerminal();
    outputOf(person, PLAIN).show({ a: 1 }, () => 'a is 1');
    expect(person.out()).to.equal('a is 1\n');
    const program = fakeTerminal();
    outputOf(program, { json: true, quiet: false }).show({ a: 1 }, () => 'a is 1');
    expect(program.out()).to.equal('{\n  "a": 1\n}\n');
  });

  it('writes a stream as one JSON value a line', () => {
    const terminal = fakeTerminal();
    const out = outputOf(terminal, { json: true, quiet: false });
    out.item({ n: 1 }, 'one');
    out.item({ n: 2 }, 'two');
    expect(terminal.out()).to.equal('{"n":1}\n{"n":2}\n');
  });

  it('keeps remarks silent with --quiet and --json, but never warnings', () => {
    for (const options of [
      { json: true, quiet: false },
      { json: false, quiet: true },
    ]) {
      const terminal = fakeTerminal();
      outputOf(terminal, options).note('A remark.');
      outputOf(terminal, options).warn('A warning.');
      expect(terminal.err()).to.equal('A warning.\n');
    }
  });

  it('obeys no text of a stranger in a remark', () => {
    const terminal = fakeTerminal();
    outputOf(terminal, PLAIN).note('Action 2 "\u001b[2J" waits.\nSo it is.');
    expect(terminal.err()).to.equal('Action 2 "\\u{1b}[2J" waits.\nSo it is.\n');
  });

  it('colours only at a terminal without NO_COLOR and --json', () => {
    const red = (terminal: ReturnType<typeof fakeTerminal>, json = false) =>
      outputOf(terminal, { json, quiet: false }).paint.red('x');
    expect(red(fakeTerminal({ tty: true }))).to.equal('\u001b[31mx\u001b[0m');
    expect(red(fakeTerminal())).to.equal('x');
    expect(red(fakeTerminal({ tty: true, env: { NO_COLOR: '1' } }))).to.equal('x');
    expect(red(fakeTerminal({ tty: true }), true)).to.equal('x');
  });

  it('draws progress on standard error at a terminal, and nowhere else', () => {
    const terminal = fakeTerminal({ tty: true });
    const progress = outputOf(terminal, PLAIN).progress('Reading');
    progress.update(5, 10);
    progress.update(6, 10);
    progress.end('Read.');
    expect(terminal.err()).to.equal('\r\u001b[KReading [############............] 5/10\r\u001b[KRead.\n');
    expect(terminal.out()).to.equal('');
    const silent = fakeTerminal();
    outputOf(silent, PLAIN).progress('Reading').update(5, 10);
    expect(silent.err()).to.equal('');
  });

  it('aligns tables and never cuts a cell', () => {
    const id = 'f'.repeat(64);
    expect(
      table(
        ['ID', 'N'],
        [
          [id, 7],
          ['short', null],
        ],
      ).split('\n'),
    ).to.deep.equal([`ID${' '.repeat(64)}N`, `${id}  7`, `short${' '.repeat(61)}-`]);
    expect(table(['ID'], [])).to.equal('(none)');
  });

  it('aligns fields and leaves undefined ones out', () => {
    expect(fields({ name: 'Alice', address: 'qr1', gone: undefined, none: null })).to.equal(
      'name     Alice\naddress  qr1\nnone     -',
    );
  });

  it('shows control characters in place of obeying them', () => {
    expect(fields({ expiresAt: 1, 'TLS key': 2 })).to.equal('expires at  1\nTLS key     2');
    expect(fields({ name: 'a\u001b[2Jb\n' })).to.equal('name  a\\u{1b}[2Jb\\u{a}');
    expect(table(['N'], [['\u009b1m']])).to.contain('\\u{9b}1m');
    expect(table(['N'], [['pay\u202edrocer']])).to.contain('pay\\u{202e}drocer');
  });

  it('shows an error with code and hint', () => {
    const error = new CommandError('it failed', { code: 'FORBIDDEN', hint: 'Ask.' });
    expect(errorText(error, false)).to.equal('quorate: it failed (FORBIDDEN)\n  Ask.\n');
    expect(JSON.parse(errorText(error, true))).to.deep.equal({ error: 'it failed', code: 'FORBIDDEN', hint: 'Ask.' });
    // A file of a stranger is quoted in the message: it moves no cursor and paints no verdict.
    const steering = new CommandError('Unexpected token \u001b[2J\u009b1A\u0007', { hint: 'one\n  two\u001b[0m' });
    for (const json of [false, true])
      expect(errorText(steering, json)).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(errorText(steering, false).split('\n')).to.have.length(4);
  });
});
