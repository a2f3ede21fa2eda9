// The rows by which the client calls a node are those of the definitions. UPDATE_CALLS=1 writes them.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { CALLS } from '../../../../api/client/calls.js';
import { type AnyRoute, bodyTypes } from '../../../../api/define.js';
import { allRoutes } from '../../../../api/groups/routes.js';

const FILE = 'api/client/calls.ts';

/** Media types of files: of the node's own making, and of whatever a sender named. */
const BYTES = new Set(['application/octet-stream', '*/*']);

function rows(): string {
  return Object.entries<AnyRoute>(allRoutes)
    .map(([id, definition]) => {
      const isBytes = definition.kind === 'raw' && BYTES.has(definition.answers.type);
      const isForm = bodyTypes(definition)[0] === 'application/x-www-form-urlencoded';
      const marks = [
        ...(definition.can === 'public' ? ['public'] : []),
        ...(isBytes ? ['bytes'] : []),
        ...(isForm ? ['form'] : []),
      ];
      return [id, definition.method, definition.url, ...marks].join(' ');
    })
    .join('\n');
}

describe('calls', () => {
  it('are those of the definitions', () => {
    const text = readFileSync(FILE, 'utf8');
    const whole = text.replace(/`\n[^`]*`/, () => `\`\n${rows()}\n\``);
    if (process.env.UPDATE_CALLS) writeFileSync(FILE, whole);
    else expect(text, 'UPDATE_CALLS=1 with this test writes the rows anew').to.equal(whole);
  });

  it('say what is public, what is a file and what takes a form', () => {
    expect(CALLS.getHealth).to.deep.equal({
      ...{ method: 'GET', url: '/api/health', isPublic: true, isBytes: false, isForm: false },
    });
    expect(CALLS.downloadActionFile).to.include({ isPublic: false, isBytes: true });
    expect(CALLS.createToken).to.include({ isPublic: true, isForm: true });
  });
});
