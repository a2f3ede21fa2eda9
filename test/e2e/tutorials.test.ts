// The README, the tutorials and the page about credentials, as a reader does them: their commands in order in one
// shell, in a fresh folder, with real nodes; and each says what is printed. Ids, hashes, times and ports differ, all
// else is compared.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../support/mesh/free-port.js';

const MAIN = resolve('dist/run/quorate.js');
const PHONE = resolve('dist/test/e2e/phone.js');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const BLOCK = /^```(sh|text)\n(.*?)^```$/gms;
/** A port of a tutorial. */
const PORT = /\b(?:808[0-3]|744[1-3])\b/g;
const SHELL_MS = 300_000;

interface Step {
  readonly commands: string;
  /** Lines that the tutorial says are printed. */
  readonly said?: string;
}

/** The README has its reader run `npm start` in another terminal. */
const STARTED: Step = {
  commands: `quorate start > node.log 2>&1 &
until grep -qs 'serves at' node.log; do sleep 0.2; done
`,
};

/** The page about credentials has a reader who is signed in, and a holder whose phone takes each offer. */
const SIGNED_IN: Step = {
  commands: `(
quorate login --url http://127.0.0.1:8080 --email admin@quorate.local --password-stdin < data/first-password
(cat data/first-password; echo 'seven granite bridges wait') | quorate password --password-stdin
echo 'seven granite bridges wait' | quorate login --url http://127.0.0.1:8080 --email admin@quorate.local --password-stdin
) > /dev/null 2>&1
`,
};
const TAKEN: Step = {
  commands: `'${process.execPath}' '${PHONE}' "$(awk '/^uri/ { print $2 }' offer.txt)" "$(awk '/^tx code/ { print $3 }' offer.txt)"
`,
};

function stepsOf(name: string): readonly Step[] {
  if (name === 'README') return [STARTED, ...stepsIn('README.md')];
  if (name === 'credentials') {
    const takenIn = (step: Step) => (step.commands.includes('> offer.txt') ? [step, TAKEN] : [step]);
    return [STARTED, SIGNED_IN, ...stepsIn('docs/credentials.md').flatMap(takenIn)];
  }
  return stepsIn(`docs/tutorials/${name}.md`);
}

function stepsIn(path: string): readonly Step[] {
  const blocks = [...readFileSync(path, 'utf8').matchAll(BLOCK)];
  return blocks.flatMap(([, kind, text = ''], i) => {
    if (kind !== 'sh') return [];
    const next = blocks[i + 1];
    return [{ commands: text, ...(next?.[1] === 'text' && { said: next[2] as string }) }];
  });
}

/**
 * Texts that differ from run to run, as one word each, and the columns of tables one space apart. A slow computer is
 * asked to wait, and a quick one is not.
 */
function plain(text: string, folder: string): string {
  return text
    .replaceAll(folder, '/home/ada/first-register')
    .replaceAll(version, '0.2.0')
    .replace(/\bqr1[a-z0-9]+(?:\.\.\.)?/g, 'ADDRESS')
    .replace(/\b12D3KooW\w*(?:\.\.\.)?/g, 'PEER')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{64}\b|\b[0-9a-f]{8}\.\.\./g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b\d\d\.\d\d:\d\d:\d\d\b/g, 'UPTIME')
    .replace(/(?<![\w+/])[\w+/]{43}=/g, 'KEY')
    .replaceAll('The node asks to wait a moment.\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ $/gm, '')
    .trim();
}

/** Whether the output is what was said; a line of three dots is any lines. */
function isSaid(output: string, said: string): boolean {
  const lines = said.split('\n').map((line) => (line === '...' ? '(?:.*\\n)*?' : `${escaped(line)}\\n`));
  return new RegExp(`^${lines.join('')}$`).test(`${output}\n`);
}

function escaped(line: string): string {
  return line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Runs all blocks in one shell; the output of each. */
async function walk(steps: readonly Step[], folder: string): Promise<readonly string[]> {
  // One stream, so that what is printed keeps its order.
  const blocks = steps.map(({ commands }) => `${commands}printf '\\n@@%s@@\\n' "$?"\n`);
  const script = `exec 2>&1\n${blocks.join('')}`;
  const ports = new Map<string, number>();
  for (const port of new Set(script.match(PORT) ?? [])) ports.set(port, await freePort());
  const here = (text: string) => text.replace(PORT, (port) => String(ports.get(port) ?? port));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'quorate'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  chmodSync(join(bin, 'quorate'), 0o755);
  const work = join(folder, 'work');
  mkdirSync(work);
  const limits = ['STRICT', 'PLATFORM_AUTH', 'STANDARD'].map((name) => [`QUORATE_LIMITS__${name}_PER_MINUTE`, '0']);
  const shell = spawn('bash', ['-c', here(script)], {
    cwd: work,
    detached: true,
    env: {
      ...{ PATH: `${bin}:${process.env.PATH}`, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), NO_COLOR: '1' },
      ...Object.fromEntries(limits),
      ...(ports.has('8080') && { QUORATE_HTTP__PORT: String(ports.get('8080')) }),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  // Nodes of the tutorial are of the group of the shell.
  const end = () => {
    try {
      process.kill(-(shell.pid as number), 'SIGKILL');
    } catch {
      // They have ended.
    }
  };
  const late = setTimeout(end, SHELL_MS);
  await new Promise((ended) => shell.on('exit', ended));
  clearTimeout(late);
  end();
  let text = printed;
  // As a word: a hash may have the same digits.
  for (const [port, used] of ports) text = text.replace(new RegExp(`\\b${used}\\b`, 'g'), port);
  return text.split(/\n@@\d+@@\n/).map((part) => plain(part, work));
}

describe('the README, the tutorials and the page about credentials', function () {
  this.timeout(SHELL_MS * 2);
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  for (const { names, stepsMin } of [
    { names: ['README'], stepsMin: 1 },
    { names: ['credentials'], stepsMin: 6 },
    { names: ['first-register', 'first-workflow'], stepsMin: 10 },
    { names: ['first-mesh'], stepsMin: 10 },
    { names: ['permit-in-a-wallet'], stepsMin: 8 },
  ])
    it(`${names.join(' and ')}: print what they say`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'quorate-tutorial-'));
      folders.push(folder);
      const steps = names.flatMap(stepsOf);
      expect(steps.length).to.be.greaterThan(stepsMin);
      const outputs = await walk(steps, folder);
      const wrong = steps.flatMap(({ commands, said = '' }, i) => {
        const output = outputs[i] ?? 'nothing: the shell has ended';
        const expected = plain(said, join(folder, 'work'));
        return isSaid(output, expected) ? [] : [{ commands, output, expected }];
      });
      expect(wrong.map(({ commands, output }) => `${commands}${output}`).join('\n\n')).to.equal(
        wrong.map(({ commands, expected }) => `${commands}${expected}`).join('\n\n'),
      );
    });
});
