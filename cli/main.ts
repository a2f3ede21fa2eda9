#!/usr/bin/env -S node --max-semi-space-size=64
// The `quorate` program: hands the words of the call to the shell and its exit code to the system. Nothing else happens here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// A reader that has seen enough (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

// Loaded here, so that a limit on open files ends in a sentence: the modules are the first that a process opens.
const program = await Promise.all([import('./commands/index.js'), import('./shell.js'), import('./terminal.js')]).catch(
  (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EMFILE') throw error;
    process.stderr.write(
      'quorate: this process may not open enough files to start (EMFILE)\n  Raise the limit: ulimit -n 8192, or LimitNOFILE= of the service.\n',
    );
    return process.exit(1);
  },
);
const [{ COMMANDS, NOUNS }, { runShell }, { processTerminal }] = program;

// exitCode rather than exit(): a node that was started goes on, and output in flight is written.
const exit = await runShell(
  { commands: COMMANDS, nouns: NOUNS, version: version(), terminal: processTerminal() },
  process.argv.slice(2),
);
// A node that stopped on a failure has set its own code, for the one that supervises it.
if (exit !== 0) process.exitCode = exit;

/** From package.json, which is one folder up in the sources and two in dist/. */
function version(): string {
  for (const up of ['..', '../..']) {
    try {
      const { name, version: found } = JSON.parse(
        readFileSync(join(import.meta.dirname, up, 'package.json'), 'utf8'),
      ) as Record<string, string>;
      if (name === 'quorate' && found !== undefined) return found;
    } catch {
      // The next folder has it.
    }
  }
  return 'unknown';
}
