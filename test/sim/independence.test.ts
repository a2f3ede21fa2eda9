// The checkers of the simulator judge the product, so that they run none of its code: an error that both have would not
// be seen. Their own formats are held still by what the product makes.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { canonical } from '../../core/base/json.js';
import { merkleRoot } from '../../core/base/merkle.js';
import { roundChangeDigest } from '../../core/consensus/digest.js';
import { quorum } from '../../core/register/roster.js';
import { changeBy, TRIO } from '../model/scenarios.js';
import { canonicalJson, merkle, needed, roundChangeBytes } from './checkers/formats.js';

const FOLDER = 'test/sim/checkers';
/** The imports that a checker may run: the platform, its own folder, and the interfaces that it is called by. */
const OWN = /^(node:|\.\/)/;
const BARE = /\b(import|require)\s?[('"]/;

describe('the checkers of the simulator', () => {
  it('import nothing of the product but types', () => {
    const files = readdirSync(FOLDER);
    expect(files).to.have.length.above(8);
    for (const file of files) {
      const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
      for (const [, clause = '', from = ''] of text.matchAll(/^(?:import|export) ([^;]*?) ?from '([^']+)';/gm))
        expect(clause.startsWith('type ') || OWN.test(from), `${file} runs ${from}`).to.equal(true);
      expect(BARE.test(text), `${file} runs something that it does not name`).to.equal(false);
    }
  });

  it('count and hash as the specification says, which is what the product does', () => {
    for (let n = 1; n <= 31; n++)
      for (const mode of ['majority', 'bft'] as const) expect(needed(mode, n)).to.equal(quorum(mode, n).commit);
    for (let n = 0; n <= 40; n++) {
      const leaves = Array.from({ length: n }, (_, index) => Buffer.from(`leaf ${index}`));
      expect(merkle(leaves).toString('hex')).to.equal(Buffer.from(merkleRoot(leaves)).toString('hex'));
    }
    const value = { b: [1, 'ü\u2028"', null], a: { é: true, e: -7 }, A: {} };
    expect(canonicalJson(value)).to.equal(canonical(value));
    const change = changeBy(TRIO, 'A', 3, 2);
    expect(roundChangeBytes(change)).to.deep.equal(Buffer.from(roundChangeDigest(change)));
  });
});
