// The scripts of completion, held to the shells that are installed: bash is everywhere, the others where a developer
// has them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { NOUNS } from '../../../cli/commands/table.js';
import { completionScript, SHELLS } from '../../../cli/shell/completing.js';
import { called } from '../../support/program/command.js';
import { COMMANDS } from '../../support/program/commands.js';

const script = (shell: (typeof SHELLS)[number]) => completionScript(shell, COMMANDS, NOUNS);

/** The words that bash offers behind these; the last one is being typed. */
function offered(...words: readonly string[]): readonly string[] {
  const typed = ['quorate', ...words].map((word) => `'${word}'`).join(' ');
  // The program, as the script calls it for names.
  const program = 'quorate() { [ "$1 $2" = "completion names" ] && printf "%s\\n" "$3-one" "$3-two"; }';
  const asked = `${program}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _quorate; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${script('bash')}\n${asked}`], { encoding: 'utf8' });
  expect(stderr).to.equal('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('cli/commands/completion', () => {
  it('completes commands, their options and the values of those in bash', () => {
    expect(offered('wal')).to.deep.equal(['wallet']);
    expect(offered('wallet', 'cr')).to.deep.equal(['create']);
    expect(offered('help', 'wallet', 'cr')).to.deep.equal(['create']);
    expect(offered('wallet', 'create', '--alg')).to.deep.equal(['--algorithm']);
    expect(offered('wallet', 'create', '--algorithm', 'N')).to.deep.equal(['NISTP256']);
    expect(offered('--profile', 'work', 'mesh', '')).to.include('status');
    expect(offered('status', '--w')).to.deep.equal(['--watch']);
    expect(offered('register', 'list', '-o', '')).to.deep.equal(['json', 'yaml']);
    expect(offered('--output', 'y')).to.deep.equal(['yaml']);
    expect(offered('-o', 'json', 'wallet', 'cr')).to.deep.equal(['create']);
    expect(offered('')).to.include.members(['help', 'version', 'completion', 'register', 'status']);
  });

  it('completes names of registers, wallets, profiles and codes, as arguments and behind options', () => {
    expect(offered('register', 'show', '')).to.deep.equal(['register-one', 'register-two']);
    expect(offered('tx', 'list', 'register-t')).to.deep.equal(['register-two']);
    expect(offered('participant', 'publish', '--wallet', 'Ada', '')).to.deep.equal(['register-one', 'register-two']);
    expect(offered('action', 'submit', '')).to.deep.equal(['instance-one', 'instance-two']);
    expect(offered('action', 'submit', 'i1', '--wallet', '')).to.deep.equal(['wallet-one', 'wallet-two']);
    expect(offered('blueprint', 'publish', 'b1', '--register', '')).to.include('register-one');
    expect(offered('explain-error', '')).to.include('code-one');
    expect(offered('context', 'use', '')).to.include('profile-one');
    expect(offered('status', '--profile', '')).to.include('profile-one');
    expect(offered('register', 'show', '--').every((word) => word.startsWith('--'))).to.equal(true);
    for (const shell of SHELLS) expect(script(shell), shell).to.contain('completion names');
  });

  it('lists the names that there are, as a shell takes them', async () => {
    const rows = [
      { id: 'r1', name: 'Orders' },
      { id: 'r2', name: 'two words' },
      { id: 'r3', name: 'rm $HOME' },
    ];
    const list = { 'GET /api/registers?page=1&pageSize=100': rows };
    expect((await called(['completion', 'names', 'register'], list)).out).to.equal('Orders\nr2\nr3\n');
    expect((await called(['completion', 'names', 'code'])).out.split('\n')).to.include('POOL_FULL');
    expect((await called(['completion', 'names', 'profile'])).out.trim()).to.equal('');
    expect((await called(['completion', 'names', 'file'])).exit).to.equal(2);
  });

  it('names every command and option in every script', () => {
    for (const shell of SHELLS) {
      const text = script(shell);
      for (const { name, options = [] } of COMMANDS) {
        expect(text, shell).to.contain(name);
        for (const { flags } of options) {
          const long = /--([\w-]+)/.exec(flags)?.[1] as string;
          expect(text, `${shell}: ${name}`).to.contain(shell === 'fish' ? `-l ${long}` : `--${long}`);
        }
      }
    }
  });

  for (const [shell, flags] of [
    ['bash', ['-n']],
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ] as const)
    it(`is good ${shell}`, function () {
      const folder = mkdtempSync(join(tmpdir(), 'quorate-completion-'));
      writeFileSync(join(folder, 'script'), script(shell));
      const { status, stderr, error } = spawnSync(shell, [...flags, join(folder, 'script')], { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return this.skip();
      expect(stderr).to.equal('');
      expect(status).to.equal(0);
    });

  it('refuses another shell', async () => {
    const { exit, err } = await called(['completion', 'tcsh']);
    expect(exit).to.equal(2);
    expect(err).to.contain('There is one for bash, zsh, fish.');
  });
});
