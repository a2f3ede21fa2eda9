// Which proofs of a split may stop a register: what they have to be about, and which keys have a say.
import { expect } from 'chai';
import { sha256Hex } from '../../../../core/base/hash.js';
import { mayStop, presentSigners, type SayScope } from '../../../../core/mesh/fork-say.js';
import type { ForkProof } from '../../../../core/mesh/frames.js';
import type { Certificate, Roster } from '../../../../core/model/register.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { liar } from '../../../support/register/evidence.js';

const OURS = sha256Hex('ours');
const THEIRS = sha256Hex('theirs');
const roster = (...names: string[]): Roster => ({ validators: names.map((name) => liar(name).seat) });
const TRIO = roster('a', 'b', 'c');

/** The sealed docket of height 5 and another one, which these seats of `signed` signed. */
function proofOf(
  signed: Roster,
  seats: readonly number[],
  hashes: readonly [string, string] = [OURS, THEIRS],
): ForkProof {
  const certificate = (docketHash: string): Certificate => ({
    ...{ kind: 'COMMIT', height: 5, round: 0, docketHash, rosterHash: rosterHashOf(signed) },
    signatures: seats.map((voterIndex) => ({ voterIndex, signature: '' })),
  });
  const [a, b] = hashes;
  return { registerId: 'r', headers: [null, null], certificates: [certificate(a), certificate(b)] };
}

function scope(given: Partial<SayScope>): SayScope {
  return {
    ...{ head: 9, sealed: OURS, signed: TRIO, inForce: TRIO, mode: 'majority', isTrusted: false, agreedHeight: -1 },
    ...given,
  };
}

describe('say in a fork', () => {
  it('is that of the roster in force, about a docket that is sealed here', () => {
    const proof = proofOf(TRIO, [0, 1]);
    expect(mayStop(proof, scope({}))).to.equal(true);
    expect(mayStop(proof, scope({ sealed: sha256Hex('neither') }))).to.equal(false);
    expect(mayStop(proof, scope({ sealed: undefined }))).to.equal(false);
    expect(mayStop(proof, scope({ agreedHeight: 5 }))).to.equal(false);
    expect(mayStop(proof, scope({ agreedHeight: 4 }))).to.equal(true);
  });

  it('is needed at the next height too, and no key has one above it', () => {
    const proof = proofOf(TRIO, [0, 1], [THEIRS, sha256Hex('third')]);
    expect(mayStop(proof, scope({ head: 4, sealed: undefined }))).to.equal(true);
    expect(mayStop(proof, scope({ head: 3, sealed: undefined }))).to.equal(false);
    expect(mayStop(proof, scope({ head: 4, sealed: undefined, inForce: roster('a', 'b', 'd') }))).to.equal(false);
  });

  it('is lost at once by a key that was rekeyed or removed, also within the trusting period', () => {
    const founder = roster('a');
    const rekeyed = roster('A', 'b', 'c');
    for (const isTrusted of [true, false])
      expect(mayStop(proofOf(founder, [0]), scope({ signed: founder, inForce: rekeyed, isTrusted }))).to.equal(false);
  });

  it('is that of present members who could stop the register by silence as well, at any time', () => {
    const founder = roster('a');
    const at = (inForce: Roster, mode: SayScope['mode'] = 'majority') =>
      mayStop(proofOf(founder, [0]), scope({ signed: founder, inForce, mode }));
    expect([at(roster('a', 'b')), at(TRIO), at(roster('a', 'b', 'c', 'd'))]).to.deep.equal([true, false, false]);
    const pair = roster('a', 'b');
    const two = (inForce: Roster, mode: SayScope['mode']) =>
      mayStop(proofOf(pair, [0, 1]), scope({ signed: pair, inForce, mode }));
    const five = roster('a', 'b', 'c', 'd', 'e');
    expect([two(TRIO, 'majority'), two(five, 'majority'), two(five, 'bft')]).to.deep.equal([true, false, true]);
  });

  it('is that of one present member where its roster decided within the trusting period', () => {
    const founder = roster('a');
    expect(mayStop(proofOf(founder, [0]), scope({ signed: founder, isTrusted: true }))).to.equal(true);
    expect(presentSigners(proofOf(TRIO, [0, 2]).certificates[0], TRIO, roster('c', 'x'))).to.deep.equal([
      liar('c').seat.validatorId,
    ]);
  });
});
