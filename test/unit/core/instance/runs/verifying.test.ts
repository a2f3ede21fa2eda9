// The judgement of a verifier before it signs: what holds is signed for one place, content and statement, and each
// thing that is wrong is refused by its ground.
import { expect } from 'chai';
import fc from 'fast-check';
import { toHex } from '../../../../../core/base/bytes.js';
import type { Json } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { verifiedDigest } from '../../../../../core/credentials/gate/bytes.js';
import { gateMember } from '../../../../../core/credentials/gate/member.js';
import { GATE_FORMATS } from '../../../../../core/credentials/gate/rule.js';
import type { GateStatement } from '../../../../../core/credentials/gate/statement.js';
import { placeOf } from '../../../../../core/envelope/cells/root.js';
import type { AskedVerification } from '../../../../../core/instance/runs/asked-verification.js';
import { judgeVerification, type VerifierHere } from '../../../../../core/instance/runs/verifying.js';
import { askedGate } from '../../../../support/credentials/asked-gate.js';
import { carol, GatedLedger, SEALED_MS } from '../../../../support/credentials/gated-ledger.js';
import { STRANGER } from '../../../../support/credentials/shown.js';
import { alice, bob, DEFINITION, publish, REGISTER_ID } from '../../../../support/register/ledger.js';

const MINUTE = 60_000;
const JUDGED_MS = SEALED_MS - MINUTE;
const VERIFIED = { verifiedBy: 'y', readers: ['x'] };

const at = (gated: GatedLedger, more: Partial<VerifierHere> = {}): VerifierHere => {
  const { state, view } = gated.at.ledger;
  return { view, height: state.height, nowMs: JUDGED_MS, registerId: REGISTER_ID, wallet: bob.address, ...more };
};

/** `ok`, or the message of what is wrong. */
function said(asked: AskedVerification, of: VerifierHere): string {
  const verdict = judgeVerification(asked, of);
  return isFailure(verdict) ? `${verdict.issue.code} ${verdict.issue.message}` : 'ok';
}

describe('core/instance/runs/verifying', () => {
  for (const format of GATE_FORMATS)
    it(`gives the digest of what holds, encrypted and in the clear (${format})`, () => {
      const sealed = new GatedLedger([VERIFIED], format);
      const one = askedGate(sealed, { format });
      const { run, statement } = one.asked;
      expect(judgeVerification(one.asked, at(sealed))).to.deep.equal({
        digest: verifiedDigest({ place: placeOf(run), root: one.root }, statement),
      });
      const public_ = new GatedLedger([{ ...VERIFIED, evidence: 'public' }], format);
      const two = askedGate(public_, { format, isOpen: true });
      const open = gateMember(new Map([['licence', two.asked.parts]]))['licence'] as Json;
      expect(judgeVerification(two.asked, at(public_))).to.deep.equal({
        digest: verifiedDigest({ place: placeOf(two.asked.run), root: two.root, open }, two.asked.statement),
      });
    });

  describe('refuses', () => {
    const gated = new GatedLedger([VERIFIED]);
    const { asked } = askedGate(gated);
    const stated = (more: Partial<GateStatement>) => ({ ...asked, statement: { ...asked.statement, ...more } });
    const placed = (more: Partial<AskedVerification['run']>) => ({ ...asked, run: { ...asked.run, ...more } });

    it('nothing of what is good', () => expect(said(asked, at(gated))).to.equal('ok'));

    const cases: readonly (readonly [string, AskedVerification, Partial<VerifierHere>, string])[] = [
      ['a register that is not this one', asked, { registerId: 'other' }, 'no such gate'],
      ['a register of another name', placed({ registerId: 'other' }), {}, 'no such gate'],
      ['a definition that is not sealed', placed({ publicationTxId: 'ab'.repeat(32) }), {}, 'no such gate'],
      ['the definition of another workflow', placed({ blueprintId: 'other' }), {}, 'no such gate'],
      ['an action without gates', placed({ actionId: '2' }), {}, 'no such gate'],
      ['a gate of another name', stated({ id: 'other' }), {}, 'no such gate'],
      ['a wallet without the role', asked, { wallet: alice.address }, 'does not hold the role y'],
      ['a statement of later', asked, { nowMs: JUDGED_MS - MINUTE - 1 }, 'another time'],
      ['a statement of long ago', asked, { nowMs: JUDGED_MS + 15 * MINUTE + 1 }, 'another time'],
      ['a use that nobody counts', stated({ use: 'ab'.repeat(32) }), {}, 'counts a use'],
      ['other pins', stated({ trust: 'ab'.repeat(32) }), {}, 'other pins'],
      ['another instance than was shown for', placed({ instanceId: 'inst-2' }), {}, 'binding'],
      ['another sender than was shown for', placed({ senderWallet: carol.address }), {}, 'binding'],
      ['another predecessor', placed({ previousTransactionId: 'ab'.repeat(32) }), {}, 'binding'],
    ];
    for (const [what, of, more, why] of cases)
      it(what, () => {
        expect(said(of, at(gated, more)))
          .to.contain('CREDENTIAL_REFUSED')
          .and.contain(why);
      });

    it('a docket that is not here, which may come', () => {
      expect(said(asked, at(gated, { height: asked.statement.asOf - 1 }))).to.contain('NODE_UNAVAILABLE');
    });

    it('a docket that was long succeeded', () => {
      const old = new GatedLedger([VERIFIED]);
      const one = askedGate(old);
      old.at.ledger.sealAt(JUDGED_MS - 15 * MINUTE - 1, publish(DEFINITION, 'other'));
      expect(said(one.asked, at(old))).to.contain('was succeeded');
    });

    it('a gate without a verifier, and one of a holder without an active record', () => {
      const plain = new GatedLedger([{}]);
      expect(said(askedGate(plain).asked, at(plain))).to.contain('no such gate');
      const bare = new GatedLedger([{ verifiedBy: 'z' }]);
      expect(said(askedGate(bare).asked, at(bare, { wallet: carol.address }))).to.contain('no active record');
    });

    it('the audience of another verifier, and what any reader refuses', () => {
      const audience = askedGate(gated, { showing: { audience: 'x509_san_dns:shop.example' } });
      expect(said(audience.asked, at(gated))).to.contain('binding');
      const forged = askedGate(gated, { showing: { key: STRANGER } });
      expect(said(forged.asked, at(gated)))
        .to.contain('signature')
        .and.not.contain('L-17');
    });

    it('no statement of a use where one is counted', () => {
      const counted = new GatedLedger([{ ...VERIFIED, uses: { max: 1, per: 'register' } }]);
      expect(said(askedGate(counted).asked, at(counted))).to.contain('counts a use');
    });

    it('evidence elsewhere than the definition has it', () => {
      const open = new GatedLedger([{ ...VERIFIED, evidence: 'public' }]);
      expect(said(askedGate(gated, { isOpen: true }).asked, at(gated))).to.contain('does not commit');
      const { asked: one } = askedGate(open, { isOpen: true });
      const sealed = { ...one, committed: asked.committed };
      expect(said(sealed, at(open))).to.contain('does not commit');
    });
  });

  it('finds the root by itself: no word about other classes, the seed or a part moves its signature to another run', () => {
    const gated = new GatedLedger([VERIFIED]);
    const { asked, root } = askedGate(gated);
    const committed = asked.committed as { readonly seed: Uint8Array; readonly hashes: readonly Uint8Array[] };
    const own = toHex(verifiedDigest({ place: placeOf(asked.run), root }, asked.statement));
    const digestOf = (of: AskedVerification): string => {
      const verdict = judgeVerification(of, at(gated));
      return isFailure(verdict) ? verdict.issue.code : toHex(verdict.digest);
    };
    expect(digestOf(asked)).to.equal(own);
    const hashes = committed.hashes.map((hash) => Uint8Array.from(hash));
    // The hash that is stated of its own class is not read.
    const gateAt = committed.hashes.findIndex((_, i) => {
      const other = hashes.map((hash, n) => (n === i ? new Uint8Array(32) : hash));
      return digestOf({ ...asked, committed: { ...committed, hashes: other } }) === own;
    });
    expect(gateAt).to.be.at.least(0);
    fc.assert(
      fc.property(fc.nat(committed.hashes.length - 1), fc.nat(31), fc.integer({ min: 1, max: 255 }), (i, n, bits) => {
        const changed = hashes.map((hash) => Uint8Array.from(hash));
        changed[i]![n] = changed[i]![n]! ^ bits;
        const found = digestOf({ ...asked, committed: { ...committed, hashes: changed } });
        expect(found === own).to.equal(i === gateAt);
      }),
      { numRuns: 20 },
    );
    const seed = Uint8Array.from(committed.seed);
    seed[0] = seed[0]! ^ 1;
    expect(digestOf({ ...asked, committed: { ...committed, seed } })).to.not.equal(own);
    expect(digestOf({ ...asked, committed: { seed: committed.seed, hashes: committed.hashes.slice(1) } })).to.equal(
      'CREDENTIAL_REFUSED',
    );
    const { status: _, ...others } = asked.parts;
    expect(digestOf({ ...asked, parts: others })).to.equal('CREDENTIAL_REFUSED');
  });
});
