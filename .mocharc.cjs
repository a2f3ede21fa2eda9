// How `mocha` runs all tests. Files of whole nodes in processes wait for a good part of their time. They are spread over
// those that only calculate, which fill the cores meanwhile: three of them side by side leave half of both idle.
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const FOLDER = 'dist/test';
const WAITING = /^(?:chaos|e2e|scenarios)\//;
const CALCULATING = /^(?!chaos|e2e|scenarios|contract)/;
/** The longest, which begins before the others that wait. */
const LONGEST = 'scenarios/scenarios.test.js';
/** The rules of the tree, which one process runs: each would parse the tree anew. */
const TIDY = /^tidy\//;
const WHOLE_TREE = 'mocha/whole-tree.js';
/** Share of those that calculate which has waiting files between them: none of these begins so late that it ends alone. */
const SPREAD_OVER = 0.8;

module.exports = {
  spec: spread(testFiles()).map((path) => join(FOLDER, path)),
  'node-option': ['enable-source-maps', 'max-semi-space-size=64'],
  parallel: true,
  jobs: 3,
  timeout: 60000,
  exit: false,
  'forbid-only': true,
};

function testFiles() {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  return [...files.filter((path) => path.endsWith('.test.js') && !TIDY.test(path)), WHOLE_TREE].sort();
}

function spread(files) {
  const waiting = files.filter((path) => WAITING.test(path) && path !== LONGEST);
  const calculating = files.filter((path) => CALCULATING.test(path));
  const rest = files.filter((path) => !WAITING.test(path) && !CALCULATING.test(path));
  const step = Math.max(1, Math.floor((calculating.length * SPREAD_OVER) / waiting.length));
  const mixed = calculating.flatMap((path, i) => (i % step === 0 ? [...waiting.splice(0, 1), path] : [path]));
  return [...rest, ...files.filter((path) => path === LONGEST), ...mixed, ...waiting];
}
