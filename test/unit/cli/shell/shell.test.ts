// The shell: parsing by table, suggestions, exit codes, and where messages and data go.
import { expect } from 'chai';
import { type Command, CommandError, EXIT } from '../../../../cli/command/command.js';
import { suggestions } from '../../../../cli/command/suggesting.js';
import { firstWord, runShell } from '../../../../cli/shell/shell.js';
import { type FakeOptions, fakeTerminal } from '../../../support/program/terminal.js';

const seen: unknown[] = [];

const walletCreate: Command = {
  name: 'wallet create',
  summary: 'create a wallet',
  examples: ['quorate wallet create Alice'],
  args: [
    { name: '<name>', description: 'its name' },
    { name: '[tags...]', description: 'its tags' },
  ],
  options: [
    { flags: '--algorithm <name>', description: 'key type', choices: ['ED25519', 'NISTP256'], default: 'ED25519' },
    { flags: '--word-count <number>', description: 'words', integer: { min: 12, max: 24 } },
    { flags: '--set <pair>', description: 'repeatable', repeat: true },
    { flags: '--yes', description: 'do not ask' },
  ],
  run({ input, out }) {
    const { json, quiet, profile } = input;
    const own = {
      name: input.arg('name'),
      tags: input.rest('tags'),
      algorithm: input.requiredText('algorithm'),
      words: input.integer('word-count'),
    };
    seen.push({ ...own, set: input.list('set'), yes: input.flag('yes'), json, quiet, profile });
    out.note('Working.');
    out.show({ created: true }, 'Created.');
  },
};

const failing = (name: string, error: unknown): Command => ({
  name,
  summary: 'fails',
  run: () => {
    throw error;
  },
});

const GONE = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'uv_cwd' });
const COMMANDS: readonly Command[] = [
  walletCreate,
  { ...walletCreate, name: 'wallet list', args: [], options: [], run: ({ out }) => out.show([], '(none)') },
  failing('status', new CommandError('no node answers', { exit: EXIT.unreachable, hint: 'Start one.' })),
  failing('settings', new CommandError('refused', { code: 'FORBIDDEN' })),
  failing('crash', new TypeError('a bug')),
  failing('gone', GONE),
  failing('gone-start', new CommandError('the node cannot start', { cause: GONE })),
];

async function run(words: string, options: FakeOptions = {}) {
  const terminal = fakeTerminal(options);
  const shell = { commands: COMMANDS, nouns: { wallet: 'wallets' }, version: '1.2.3', terminal };
  const exit = await runShell(
    shell,
    words.split(' ').filter((word) => word !== ''),
  );
  return { exit, out: terminal.out(), err: terminal.err() };
}

describe('cli/shell/shell', () => {
  beforeEach(() => seen.splice(0));

  it('hands arguments and options to the command', async () => {
    const { exit, out, err } = await run(
      'wallet create Alice a b --algorithm NISTP256 --word-count 12 --set x=1 --set y=2 --yes --profile work',
    );
    expect(exit).to.equal(0);
    expect(seen).to.deep.equal([
      {
        name: 'Alice',
        tags: ['a', 'b'],
        algorithm: 'NISTP256',
        words: 12,
        set: ['x=1', 'y=2'],
        yes: true,
        json: false,
        quiet: false,
        profile: 'work',
      },
    ]);
    expect(out).to.equal('Created.\n');
    expect(err).to.equal('Working.\n');
  });

  it('gives defaults, and takes global options before the command too', async () => {
    await run('--json wallet create Bob');
    await run('-o json wallet create Bob');
    await run('--output json --timeout 5 wallet create Bob');
    const nothing = { tags: [], words: undefined, set: [], yes: false, profile: undefined };
    const bob = { ...nothing, name: 'Bob', algorithm: 'ED25519', json: true, quiet: false };
    expect(seen).to.deep.equal([bob, bob, bob]);
  });

  it('writes only data to standard output with --json', async () => {
    const { out, err } = await run('wallet create Bob --json');
    expect(JSON.parse(out)).to.deep.equal({ created: true });
    expect(err).to.equal('');
  });

  it('suggests the near command for a mistyped one and the full one for a half-typed one, with exit code 2', async () => {
    expect(await run('walet')).to.deep.equal({
      exit: 2,
      out: '',
      err: 'quorate: unknown command "walet"\n  Did you mean "wallet"?\n',
    });
    expect((await run('st')).err).to.contain('Did you mean "status"?');
    expect((await run('s')).err).to.contain('Did you mean "status" or "settings"?');
    expect((await run('wallet craete')).err).to.contain('Did you mean "wallet create"?');
    expect((await run('xyzzyplugh')).err).to.contain('Known: wallet, status, settings, crash, gone, gone-start.');
  });

  it('ends with 2 for options that are unknown, missing or out of bounds, and says which', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['wallet create', "missing required argument 'name'"],
      ['wallet create A --algoritm X', 'Did you mean --algorithm?'],
      ['wallet create A --algorithm RSA', 'Allowed choices are ED25519, NISTP256'],
      ['wallet create A --word-count 25', 'It must be a whole number from 12 to 24'],
      ['wallet create A --word-count 0x10', 'It must be a whole number from 12 to 24'],
      ['status extra', 'too many arguments'],
    ];
    for (const [words, message] of cases) {
      const { exit, out, err } = await run(words);
      expect(exit, words).to.equal(2);
      expect(err, words)
        .to.contain(message)
        .and.match(/^quorate: /);
      expect(out, words).to.equal('');
    }
    expect(seen).to.deep.equal([]);
  });

  it('ends with the exit code of an expected failure and shows its hint or code', async () => {
    expect(await run('status')).to.deep.equal({ exit: 3, out: '', err: 'quorate: no node answers\n  Start one.\n' });
    expect(await run('settings')).to.deep.equal({ exit: 1, out: '', err: 'quorate: refused (FORBIDDEN)\n' });
    expect(JSON.parse((await run('settings --json')).err)).to.deep.equal({ error: 'refused', code: 'FORBIDDEN' });
  });

  it('says that the folder of the call is gone, however it was told', async () => {
    for (const name of ['gone', 'gone-start']) {
      const { exit, err } = await run(name);
      expect(exit, name).to.equal(1);
      expect(err, name)
        .to.contain('the folder in which this was called is gone')
        .and.contain('(cd)')
        .and.not.contain('    at ');
    }
  });

  it('shows a bug as one, with its stack', async () => {
    const { exit, err } = await run('crash');
    expect(exit).to.equal(1);
    expect(err).to.match(/^quorate: a bug stopped the command\nTypeError: a bug\n {4}at /);
  });

  it('shows help and version on standard output and ends well', async () => {
    const help = await run('wallet create --help');
    expect(help.exit).to.equal(0);
    expect(help.out)
      .to.contain('--algorithm <name>')
      .and.contain('$ quorate wallet create Alice')
      .and.contain('--json');
    expect(await run('--version')).to.deep.equal({ exit: 0, out: '1.2.3\n', err: '' });
    const bare = await run('');
    expect(bare.exit).to.equal(0);
    expect(bare.out).to.contain('wallet').and.contain('status');
  });

  it('shows the help of a noun without a verb and ends with 2', async () => {
    const { exit, err } = await run('wallet');
    expect(exit).to.equal(2);
    expect(err).to.contain('create').and.contain('a command is missing');
  });

  it('takes help as a word, and says what an unknown word behind it may mean', async () => {
    expect(await run('help wallet create')).to.deep.equal(await run('wallet create --help'));
    expect(await run('help')).to.deep.equal(await run('--help'));
    expect((await run('help wallet')).out)
      .to.contain('create')
      .and.contain('list');
    expect((await run('help walet')).err).to.contain('Did you mean "wallet"?');
    expect((await run('walet --help')).exit).to.equal(2);
    expect((await run('wallet craete --help')).err).to.contain('Did you mean "wallet create"?');
    expect((await run('hlep')).err).to.contain('Did you mean "help"?');
  });

  it('says what an unknown option may mean', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['wallet create A --algo X', 'Did you mean --algorithm?'],
      ['wallet create --name A', '<name> is not an option but an argument'],
      ['wallet list --url http://x', 'QUORATE_URL'],
      [
        'wallet list --xyzzyplugh',
        'Known: --version, --output, --json, --quiet, --profile, --lang, --timeout, --help.',
      ],
    ];
    for (const [words, hint] of cases) {
      const { exit, err } = await run(words);
      expect(exit, words).to.equal(2);
      expect(err, words).to.contain('unknown option').and.to.contain(hint);
    }
  });

  it('knows words that nothing was loaded for', async () => {
    const terminal = fakeTerminal();
    const outline = { wallet: 'wallets', ledger: 'ledgers' };
    const shell = { commands: COMMANDS, nouns: { wallet: 'wallets' }, outline, version: '1', terminal };
    expect(await runShell(shell, ['ledgre'])).to.equal(2);
    expect(terminal.err()).to.contain('Did you mean "ledger"?');
    expect(await runShell(shell, ['help'])).to.equal(0);
    expect(terminal.out()).to.match(/ledger +ledgers/);
    expect(
      [['--profile', 'p', 'wallet', 'list'], ['help', 'wallet'], ['--json', '-V'], []].map(firstWord),
    ).to.deep.equal(['wallet', 'wallet', undefined, undefined]);
  });

  it('writes data as JSON or YAML', async () => {
    expect(await run('wallet create A -o json')).to.deep.equal(await run('wallet create A --json'));
    expect(await run('wallet create A -o yaml')).to.deep.equal({ exit: 0, out: 'created: true\n', err: '' });
    expect((await run('wallet create A --output xml')).exit).to.equal(2);
    expect(JSON.parse((await run('settings -o yaml')).err)).to.deep.equal({ error: 'refused', code: 'FORBIDDEN' });
  });

  it('shows a watched view again where it changed, until Ctrl-C', async () => {
    let looks = 0;
    const clock: Command = {
      name: 'clock',
      summary: 'the time',
      canWatch: true,
      run({ out }) {
        looks++;
        out.show({ looks: Math.ceil(looks / 2) }, () => `look ${Math.ceil(looks / 2)}`);
        if (looks === 4) throw new CommandError('the node is unhealthy');
      },
    };
    const watched = async (...words: readonly string[]) => {
      looks = 0;
      const terminal = fakeTerminal({ pausesMax: 4 });
      const shell = { commands: [clock], nouns: {}, version: '1', terminal };
      const exit = await runShell(shell, ['clock', '--watch', ...words]);
      return { exit, out: terminal.out(), pauses: terminal.pauses };
    };
    const text = await watched();
    expect(text).to.deep.include({ exit: 0, pauses: [2000, 2000, 2000, 2000] });
    expect(text.out).to.equal('look 1\nlook 2\nlook 2\nthe node is unhealthy\n');
    expect((await watched('--json')).out).to.equal('{"looks":1}\n{"looks":2}\n');
    expect((await watched('-o', 'yaml')).out).to.equal('---\nlooks: 1\n---\nlooks: 2\n');
  });

  it('ends a watch whose first look fails', async () => {
    const terminal = fakeTerminal();
    const failing: Command = {
      name: 'clock',
      summary: 'the time',
      canWatch: true,
      run: () => {
        throw new CommandError('no node answers', { exit: EXIT.unreachable });
      },
    };
    expect(await runShell({ commands: [failing], nouns: {}, version: '1', terminal }, ['clock', '--watch'])).to.equal(
      3,
    );
    expect(terminal.pauses).to.deep.equal([]);
  });

  it('prefers names that begin as typed over near ones', () => {
    expect(suggestions('re', ['rebuild-indexes', 'register', 'wallet'])).to.deep.equal(['rebuild-indexes', 'register']);
    expect(suggestions('regster', ['rebuild-indexes', 'register'])).to.deep.equal(['register']);
    expect(suggestions('zzzz', ['register'])).to.deep.equal([]);
  });
});
