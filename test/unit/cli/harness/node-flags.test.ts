// A node is run with the same flags by the harness, by npm and as a program of its own.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { NODE_FLAGS } from '../../../../cli/harness/node-process.js';

describe('the flags of a node', () => {
  const flags = NODE_FLAGS.join(' ');

  it('are those of npm start', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    expect(scripts['start']).to.contain(`node ${flags} dist/run/quorate.js start`);
  });

  it('are those of the program', () => {
    expect(readFileSync('cli/main.ts', 'utf8').split('\n')[0]).to.equal(`#!/usr/bin/env -S node ${flags}`);
  });
});
