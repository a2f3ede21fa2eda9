// Codes of issues: each is given by something, so that no client is written for one that never comes. Lists of codes
// give none.
import { readFileSync } from 'node:fs';
import { ISSUE_CODES } from '../../core/base/codes/table.js';
import { expectNone, production } from './source.js';

const LISTS =
  /^(core\/base\/codes\/.*|core\/validate\/(steps|finality)|api\/(groups\/.*\/routes|schemas\/[a-z]*\/[a-z-]*-codes))\.ts$/;
/** The specification names them for what is no refusal here, or has another code: their explanations say so. */
const OF_SPECIFICATION: readonly string[] = ['VAL_CHAIN_TRANSIENT', 'VAL_PERM_006'];

describe('tidy: codes of issues', () => {
  const text = production()
    .filter(({ path }) => !LISTS.test(path))
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('\n');
  const isGiven = (code: string): boolean => text.includes(`'${code}'`) || text.includes(`"${code}"`);
  /** A family whose last word is the name of a status. */
  const isBuilt = (code: string): boolean => text.includes(`\`${code.slice(0, code.lastIndexOf('_') + 1)}\${`);

  it('are given by something, but those that the specification alone has', () => {
    const never = ISSUE_CODES.filter((code) => !isGiven(code) && !isBuilt(code));
    expectNone(
      never.filter((code) => !OF_SPECIFICATION.includes(code)),
      'Nothing gives these codes: drop them from core/base/codes/, or give them.',
    );
    expectNone(
      OF_SPECIFICATION.filter((code) => !(never as readonly string[]).includes(code)),
      'These codes are given: they are no exceptions.',
    );
  });
});
