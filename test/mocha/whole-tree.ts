// All rules of the tree as one file of tests, so that mocha runs them in one process: each source is then read and
// parsed once. The file of a rule runs that rule alone.
import { readdirSync } from 'node:fs';

const RULES = new URL('../tidy/', import.meta.url);

const files = readdirSync(RULES).filter((name) => name.endsWith('.test.js'));
for (const name of files.sort()) await import(new URL(name, RULES).href);
