// The page of all commands, docs/cli.md, is made of their table (UPDATE_REFERENCE=1 writes it). It names each command
// and option as the program takes them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Command, Option } from '../../cli/command/command.js';
import { NOUNS, OUTLINE, SINGLES } from '../../cli/commands/table.js';
import { GLOBAL_OPTIONS } from '../../cli/shell/parsing.js';
import { folderOfAll } from '../support/base/folders.js';
import { called } from '../support/program/command.js';
import { COMMANDS } from '../support/program/commands.js';

const PAGE = 'docs/cli.md';

/** Plain text in Markdown: what stands in angle brackets is a name, not HTML. */
const prose = (text: string): string => text.replace(/<[\w.-]+>/g, (name) => `\`${name}\``).replaceAll('*', '\\*');

function optionLine({ flags, description, choices, integer, repeat, required, ...rest }: Option): string {
  const remarks = [
    ...(required ? ['needed'] : []),
    ...(choices ? [`one of ${choices.map((one) => `\`${one}\``).join(', ')}`] : []),
    ...(integer ? [`${integer.min} to ${integer.max}`] : []),
    ...(repeat ? ['may be repeated'] : []),
    ...(rest.default === undefined ? [] : [`default \`${rest.default}\``]),
  ];
  return `- \`${flags}\`: ${prose(description)}${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}`;
}

function section(command: Command, depth: string): string {
  const { name, summary, args = [], options = [], examples = [] } = command;
  const call = ['quorate', name, ...args.map((one) => one.name), ...(options.length > 0 ? ['[options]'] : [])].join(
    ' ',
  );
  const lines = [
    ...args.map((one) => `- \`${one.name}\`: ${prose(one.description)}`),
    ...options.map(optionLine),
    ...(command.canWatch ? ['- `--watch`: show it again and again until Ctrl-C'] : []),
  ];
  return [
    `${depth} ${name}`,
    `${prose(summary[0]!.toUpperCase() + summary.slice(1))}.`,
    `    ${call}`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...(examples.length > 0 ? [`For example:\n\n${examples.map((one) => `    ${one}`).join('\n')}`] : []),
  ].join('\n\n');
}

function page(): string {
  const words = Object.keys(OUTLINE);
  const groups = words.map((word) => {
    const commands = COMMANDS.filter(({ name }) => name.split(' ')[0] === word);
    if (word in SINGLES) return commands.map((one) => section(one, '##')).join('\n\n');
    const subject = prose(NOUNS[word] as string);
    return `## ${word}\n\n${subject[0]!.toUpperCase()}${subject.slice(1)}.\n\n${commands.map((one) => section(one, '###')).join('\n\n')}`;
  });
  return `# Commands

Made of the table of commands (\`cli/commands/table.ts\`) by \`test/tidy/cli-reference.test.ts\`; do not edit it by hand. \`quorate help COMMAND\` shows the same in a terminal.

Every command takes these options, before its name or behind it:

${GLOBAL_OPTIONS.map(optionLine).join('\n')}

A call ends with 0 (done), 1 (refused or failed), 2 (wrong call) or 3 (no node answers). It ends with 4 where evidence is consistent and not anchored. Standard output holds data only; remarks and errors go to standard error.
Commands write tables for people and, with \`-o json\` (or \`--json\`) and \`-o yaml\`, data for programs. The JSON of \`verify\` has the member \`verdict\`: \`valid\`, \`consistent\` or \`invalid\`.

Where a command asks for an id, the beginning of one is enough: four characters that no other begins with. Validators are named whole. Registers, drafts, organisations and your wallets go by name too.
Views such as \`status\`, \`mesh status\`, \`action pending\` and the lists take \`--watch\`. A half-typed command or option gets a suggestion.
\`eval "$(quorate completion bash)"\` lets the shell complete commands, options and their values (\`zsh\` likewise; \`fish\` reads it from a file).

${groups.join('\n\n')}
`;
}

describe('docs/cli.md', () => {
  it('is what the commands say (UPDATE_REFERENCE=1 writes it)', () => {
    if (process.env.UPDATE_REFERENCE === '1') writeFileSync(PAGE, page());
    expect(readFileSync(PAGE, 'utf8')).to.equal(page());
  });

  it('has a heading for every command', () => {
    const headings = new Set([...readFileSync(PAGE, 'utf8').matchAll(/^#{2,3} (.+)$/gm)].map(([, name]) => name));
    expect(COMMANDS.filter(({ name }) => !headings.has(name))).to.deep.equal([]);
  });
});

describe('quorate docs export', () => {
  const home = folderOfAll();

  it('writes the site to a new folder, and never over files', async () => {
    const folder = join(home, 'site');
    const { exit, out } = await called(['docs', 'export', '--out', folder, '--json']);
    expect(exit).to.equal(0);
    expect((JSON.parse(out) as { readonly files: number }).files).to.be.greaterThan(200);
    for (const path of ['index.html', 'http/actions.html', 'decisions/index.html', 'search-index.js', 'style.css'])
      expect(existsSync(join(folder, path)), path).to.equal(true);
    expect(readFileSync(join(folder, 'cli.html'), 'utf8')).to.contain('id="docs-export"');
    const again = await called(['docs', 'export', '--out', folder]);
    expect(again.exit).to.equal(1);
    expect(again.err).to.contain('is not empty');
    const file = await called(['docs', 'export', '--out', join(folder, 'index.html')]);
    expect([file.exit, file.err.includes('is not a folder')]).to.deep.equal([1, true]);
  });
});
