#!/usr/bin/env -S node --max-semi-space-size=64
// The `quorate` program: hands the words of the call to the shell and its exit code to the system. Nothing else happens
// here.

import { isOutOfFiles, RAISE_FILES } from './shell/open-files.js';

// A node reads its files again for it (docs/operations.md), and is not ended by one that comes while it starts. As
// early as this program can: before that, the system ends the process.
/** Log lines in flight are written within it. */
const ABANDONED_MS = 1000;
const hold = () => undefined;
if (process.argv.includes('start')) process.on('SIGHUP', hold);

// A reader that has seen enough (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

// Loaded here, so that a limit on open files ends in a sentence: the modules are the first that a process opens.
const program = await load().catch((error: unknown) => {
  if (!isOutOfFiles(error)) throw error;
  process.stderr.write(`quorate: this process may not open enough files to start (EMFILE)\n  ${RAISE_FILES}\n`);
  return process.exit(1);
});

// exitCode rather than exit(), so that output in flight is written.
const { exit, isNode } = await program();
// A node that stopped on a failure has set its own code, for the one that supervises it.
if (exit !== 0) process.exitCode = exit;
// It has stopped: a part that was abandoned may not keep the process. Without one the process has ended before.
if (isNode) setTimeout(() => process.exit(), ABANDONED_MS).unref();

async function load() {
  const [
    { AREAS, commandsOf, NOUNS, OUTLINE },
    { firstWord, runShell },
    { processTerminal },
    { programVersion },
    { withWholeIds },
    { plainFetch },
    { patientFetch },
    { sendThrough, waitForAnswers },
  ] = await Promise.all([
    import('./commands/table.js'),
    import('./shell/shell.js'),
    import('./command/terminal.js'),
    import('./command/version.js'),
    import('./remote/ids.js'),
    import('./remote/plain-fetch.js'),
    import('./remote/patient-fetch.js'),
    import('./remote/remote.js'),
  ]);
  const words = process.argv.slice(2);
  const terminal = processTerminal();
  const tell = (sentence: string) => {
    if (!words.includes('--quiet')) terminal.stderr.write(`${sentence}\n`);
  };
  // Ctrl-C ends the process meanwhile, as it does during a call.
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  sendThrough(patientFetch({ send: plainFetch, pause, tell }));
  const first = firstWord(words);
  const commands = first === undefined ? [] : await commandsOf(first);
  const version = programVersion();
  const shell = {
    commands,
    nouns: NOUNS,
    outline: OUTLINE,
    areas: AREAS,
    version,
    terminal,
    waitForAnswers,
    withWholeIds,
  };
  const isNode = first === 'start';
  if (!isNode) process.off('SIGHUP', hold);
  return async () => ({ exit: await runShell(shell, words), isNode });
}
