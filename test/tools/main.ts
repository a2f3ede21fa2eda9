// `npm run tool -- NAME [options]` starts a program that measures or breaks nodes, and lists them all without a name.
// A program sees its own options alone.
import { TOOLS } from './table.js';

const [name, ...options] = process.argv.slice(2);
const tool = TOOLS.find((each) => each.name === name);

if (tool === undefined) {
  const width = Math.max(...TOOLS.map((each) => each.name.length));
  const rows = TOOLS.map((each) => `  ${each.name.padEnd(width)}  ${each.about}`);
  process.stdout.write(`npm run tool -- NAME [options]\n\n${rows.join('\n')}\n`);
  if (name !== undefined && name !== '--help') {
    process.stderr.write(`\nThere is no tool ${name}.\n`);
    process.exitCode = 2;
  }
} else {
  process.argv.splice(2, process.argv.length, ...options);
  await tool.start();
}
