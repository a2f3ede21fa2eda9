// Settings on the command line of `start`, and the list of settings.
import { expect } from 'chai';
import { CommandError } from '../../../../../cli/command/command.js';
import { flagsOf, startHint } from '../../../../../cli/commands/node/start.js';
import { runShell } from '../../../../../cli/shell/shell.js';
import { loadConfig } from '../../../../../node/config/load.js';
import { COMMANDS, NOUNS } from '../../../../support/program/commands.js';
import { fakeTerminal } from '../../../../support/program/terminal.js';

const input = (texts: Readonly<Record<string, string>>, set: readonly string[] = [], port?: number) => ({
  text: (name: string) => texts[name],
  integer: () => port,
  list: () => set,
});

describe('cli/commands/node/start', () => {
  it('turns shortcuts and --set into settings that the node knows', () => {
    const flags = flagsOf(
      input(
        { host: '::1', 'data-dir': '/d', 'log-level': 'warn' },
        ['limits.standardPerMinute=0', 'http.corsOrigins='],
        9000,
      ),
    );
    expect(flags).to.deep.equal({
      'http.port': '9000',
      'http.host': '::1',
      'node.dataDir': '/d',
      'log.level': 'warn',
      'limits.standardPerMinute': '0',
      'http.corsOrigins': '',
    });
    expect(loadConfig({ env: {}, flags })).to.deep.include({ log: { level: 'warn', format: 'auto', requests: false } });
  });

  it('refuses what is not a pair, and a setting that is stated twice', () => {
    expect(() => flagsOf(input({}, ['nonsense']))).to.throw(CommandError, 'not of the form');
    expect(() => flagsOf(input({}, ['=1']))).to.throw(CommandError, 'not of the form');
    expect(() => flagsOf(input({ host: 'a' }, ['http.host=b']))).to.throw(CommandError, 'http.host is stated twice');
  });

  it('says what to do about a port in use and other failures of the system, and nothing of the others', () => {
    const failure = (code: string) => Object.assign(new Error('listen'), { code });
    expect(startHint(failure('EADDRINUSE'))).to.contain('choose another port');
    expect(startHint(failure('EACCES'))).to.contain('--data-dir');
    expect(startHint(failure('EMFILE'))).to.contain('ulimit -n');
    expect(startHint(failure('EROFS'))).to.contain('mount it for writing');
    expect(startHint(failure('ENOSPC'))).to.contain('free some space');
    expect(startHint(failure('EOTHER'))).to.equal(undefined);
    expect(startHint(new Error('The store in /d is in use by another process.'))).to.equal(undefined);
  });

  it('lists every setting with its default', async () => {
    const terminal = fakeTerminal();
    expect(
      await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, ['settings', '--json']),
    ).to.equal(0);
    const rows = JSON.parse(terminal.out()) as { path: string; env: string; default: unknown }[];
    const port = rows.find(({ path }) => path === 'http.port');
    expect(port).to.include({ env: 'QUORATE_HTTP__PORT', default: 8080 });
    expect(rows.find(({ path }) => path === 'auth.signingKey')?.default).to.equal(null);
    const shown = fakeTerminal();
    await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal: shown }, ['settings']);
    const lines = shown.out().split('\n');
    expect(lines).to.include('http.port  (8080)').and.include('auth.signingKey  (none unless set)');
    expect(lines.filter((line) => line.startsWith(' ') && line.length > 100)).to.deep.equal([]);
  });
});
