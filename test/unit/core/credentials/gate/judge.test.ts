// The judge of gates: what is good holds, each lie is refused on its ground, and the cells of the ground suffice.
import { expect } from 'chai';
import { fromBase64Url, toBase64, toBase64Url, utf8 } from '../../../../../core/base/bytes.js';
import { signedBytesOf } from '../../../../../core/credentials/cose/sign1.js';
import { useOf } from '../../../../../core/credentials/gate/bytes.js';
import { gateCellsOf, type HeldGate, judgeGate, judgeGateGround } from '../../../../../core/credentials/gate/judge.js';
import type { GateParts } from '../../../../../core/credentials/gate/parts.js';
import { GATE_FORMATS, type GateFormat } from '../../../../../core/credentials/gate/rule.js';
import { issuerAuthOf } from '../../../../../core/credentials/mdoc/issuer-signed.js';
import { PresentationRefusal } from '../../../../../core/credentials/refusal.js';
import { p256Thumbprint } from '../../../../../core/crypto/keys/jwk.js';
import {
  ANCHOR_HASH,
  type Asking,
  HEADER,
  ISSUER_KEY_HASH,
  ISSUER_SPKI,
  listOf,
  partsOf,
  questionOf,
  type Showing,
  swapped,
  withPart,
} from '../../../../support/credentials/gate.js';
import { HOLDER, ISSUER } from '../../../../support/credentials/shown.js';
import { LIES } from './lies.js';

const codeOf = (verdict: unknown) => (verdict instanceof PresentationRefusal ? verdict.code : undefined);

function heldBy(format: GateFormat, showing: Showing = {}, asking: Asking = {}): HeldGate {
  const verdict = judgeGate(partsOf(format, showing), questionOf(format, asking));
  if (verdict instanceof PresentationRefusal) throw new Error(`${verdict.code}: ${verdict.message}`);
  return verdict;
}

/** The same verdict by the cells of the ground alone, as an objection shows them. */
function byItsCells(refusal: PresentationRefusal, parts: GateParts, format: GateFormat, asking: Asking) {
  const names = gateCellsOf(refusal, format);
  const some = Object.fromEntries(Object.entries(parts).filter(([name]) => names.includes(name as never)));
  return codeOf(judgeGateGround(refusal, some, questionOf(format, asking)));
}

/** What the issuer signed of the usual credential. */
function signedOf(format: GateFormat): Uint8Array {
  const issued = partsOf(format).issued as string;
  if (format === 'mso_mdoc') return signedBytesOf(issuerAuthOf(fromBase64Url(issued)!).sign1);
  return utf8(issued.split('.').slice(0, 2).join('.'));
}

describe('gates: the judge', () => {
  for (const format of GATE_FORMATS) {
    it(`lets what is good stand, and says how the issuer is trusted (${format})`, () => {
      const held = heldBy(format);
      const evidence = { kind: 'x509-lotl', level: 'Low', trustListId: 'eu#7', isStale: false, anchor: ANCHOR_HASH };
      expect(held.trust).to.deep.equal({ level: 'Low', evidence: [evidence] });
      expect(held.holder).to.equal(p256Thumbprint(HOLDER.publicKey));
      expect(held.isStatusChecked).to.equal(true);
    });

    it(`takes an absent status where the requirement is open, or the credential names no list (${format})`, () => {
      const open = { requirement: { revocationCheckPolicy: 'FailOpen' as const } };
      expect(heldBy(format, { status: undefined }, open).isStatusChecked).to.equal(false);
      expect(heldBy(format, { status: null }).isStatusChecked).to.equal(false);
    });

    it(`takes an anchor that the definition pins, where no list has it (${format})`, () => {
      const trustPolicy = { sources: [{ kind: 'x509-lotl', anchors: [ANCHOR_HASH] }] };
      const { trust } = heldBy(format, {}, { requirement: { trustPolicy }, trust: { lists: () => [] } });
      expect(trust.evidence[0]).to.deep.equal({ kind: 'x509-lotl', level: 'Low', anchor: ANCHOR_HASH });
    });

    it(`shows a stale list and takes it, where the policy is not strict (${format})`, () => {
      const { trust } = heldBy(format, {}, { trust: { lists: (id) => [listOf(id, { nextUpdateMs: 0 })] } });
      expect(trust.evidence[0]).to.include({ isStale: true });
    });

    it(`takes a key that a record has, and the verifier that the requirement names (${format})`, () => {
      const requirement = { holder: 'record' as const, verifiedBy: 'office' };
      expect(heldBy(format, {}, { requirement, verifier: 'qr1verifier' }).trust.level).to.equal('Low');
    });

    it(`takes the leaf of a record without a path (${format})`, () => {
      const issuerOf = (hash: string) => (hash === ISSUER_KEY_HASH ? { participantId: 'p', did: 'did:x' } : undefined);
      const requirement = { trustPolicy: { sources: [{ kind: 'register', allowedIssuers: ['p'] }] } };
      const frame = { anchor: undefined };
      // Its status is under the same key: no anchor vouches for another one.
      const open = { ...requirement, revocationCheckPolicy: 'FailOpen' as const };
      const { trust } = heldBy(format, { frame, status: null }, { requirement: open, trust: { issuerOf } });
      expect(trust.evidence).to.deep.equal([{ kind: 'register', level: 'Low' }]);
      const token = { leaf: 'issuer' as const, key: ISSUER };
      expect(heldBy(format, { frame, status: token }, { requirement, trust: { issuerOf } }).isStatusChecked).to.equal(
        true,
      );
    });

    it(`takes the use that the statement counts, in its scope (${format})`, () => {
      for (const [per, scope] of [
        ['register', HEADER.registerId],
        ['instance', `${HEADER.registerId}/${HEADER.instanceId}`],
      ] as const) {
        const statement = { use: useOf(scope, signedOf(format)) };
        expect(heldBy(format, {}, { requirement: { uses: { max: 2, per } }, statement }).trust.level).to.equal('Low');
      }
    });

    it(`finds no ground against what is good (${format})`, () => {
      const grounds = ['issuer', 'signature', 'type', 'validity', 'status', 'claims', 'binding', 'holder', 'use'];
      for (const ground of grounds as readonly 'issuer'[])
        expect(judgeGateGround({ ground, part: undefined }, partsOf(format), questionOf(format)), ground).to.equal(
          undefined,
        );
      for (const part of ['frame', 'issued', 'claims', 'proof', 'status'])
        expect(judgeGateGround({ ground: 'form', part }, partsOf(format), questionOf(format)), part).to.equal(
          undefined,
        );
    });

    it(`refuses each change of a part, on a ground whose cells suffice (${format})`, () => {
      const good = partsOf(format);
      const codes = new Set<string | undefined>();
      const check = (parts: GateParts, what: string) => {
        const verdict = judgeGate(parts, questionOf(format));
        expect(verdict, what).to.be.instanceOf(PresentationRefusal);
        const refusal = verdict as PresentationRefusal;
        expect(byItsCells(refusal, parts, format, {}), what).to.equal(refusal.code);
        codes.add(refusal.code);
      };
      for (const name of ['issued', 'proof', 'status'] as const) {
        const text = good[name] as string;
        for (let at = 0; at < text.length; at += 37)
          check(
            withPart(good, name, () => swapped(text, at)),
            `${name} ${at}`,
          );
      }
      const claims = good.claims as readonly (string | readonly [string, string])[];
      for (const [i, claim] of claims.entries()) {
        const text = typeof claim === 'string' ? claim : claim[1];
        for (let at = 0; at < text.length; at += 17) {
          const other = swapped(text, at);
          const changed = typeof claim === 'string' ? other : [claim[0], other];
          check({ ...good, claims: (claims as readonly never[]).with(i, changed as never) }, `claim ${i} ${at}`);
        }
        check({ ...good, claims: claims.filter((_, of) => of !== i) as never }, `without claim ${i}`);
        check({ ...good, claims: [...claims, claim] as never }, `twice claim ${i}`);
      }
      for (const name of ['challenge', 'audience', 'anchor'] as const) {
        const frame = good.frame as Readonly<Record<string, string>>;
        const text = frame[name] ?? '';
        const last = name === 'anchor' ? 16 : text.length;
        for (let at = 0; at < last; at += 5)
          check({ ...good, frame: { ...frame, [name]: swapped(text, at) } }, `${name} ${at}`);
      }
      expect([...codes]).to.include.members(['form/frame', 'form/issued', 'signature', 'binding', 'form/status']);
    });
  }

  it('takes an issuer without certificates by the key that the frame has and a list names', () => {
    const issuer = { iss: 'did:web:a.example' };
    const frame = { anchor: undefined, issuerKey: toBase64(ISSUER_SPKI) };
    const hasKey = (name: string, hash: string) => name === issuer.iss && hash === ISSUER_KEY_HASH;
    const trust = { lists: (id: string) => [listOf(id, { hasKey })] };
    const { trust: found } = heldBy('sd-jwt-vc', { issuer, frame, status: null }, { trust });
    expect(found.evidence[0]).to.include({ trustListId: 'eu#7' });
    const other = { anchor: undefined, issuerKey: toBase64(ISSUER_SPKI.slice(0, -1)) };
    const verdict = judgeGate(
      partsOf('sd-jwt-vc', { issuer, frame: other, status: null }),
      questionOf('sd-jwt-vc', { trust }),
    );
    expect(codeOf(verdict)).to.equal('issuer');
  });

  it('takes the consent to this action', () => {
    const requirement = { consent: 'transaction-data' as const };
    expect(heldBy('sd-jwt-vc', { consent: true }, { requirement }).trust.level).to.equal('Low');
  });

  it('takes a proof as old as the requirement allows, and a holder whose clock is a minute ahead', () => {
    expect(heldBy('sd-jwt-vc', { ageSeconds: 900 }).trust.level).to.equal('Low');
    expect(heldBy('sd-jwt-vc', { ageSeconds: -60 }).trust.level).to.equal('Low');
    const requirement = { proofMaxAge: 'PT1H' };
    expect(heldBy('sd-jwt-vc', { ageSeconds: 3600 }, { requirement }).trust.level).to.equal('Low');
  });

  it('counts one use of a credential, whichever of its signatures is shown', () => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const parts = partsOf('sd-jwt-vc');
    const [header, payload, signature] = (parts.issued as string).split('.') as [string, string, string];
    const bytes = fromBase64Url(signature)!;
    const s = order - BigInt(`0x${Buffer.from(bytes.subarray(32)).toString('hex')}`);
    const other = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
    const issued = `${header}.${payload}.${toBase64Url(other)}`;
    const asking = (scope: string) => ({
      requirement: { uses: { max: 1, per: 'register' as const } },
      statement: { use: useOf(scope, signedOf('sd-jwt-vc')) },
    });
    const ground = { ground: 'use' as const, part: undefined };
    const judge = (scope: string) =>
      judgeGateGround(ground, { ...parts, issued }, questionOf('sd-jwt-vc', asking(scope)));
    expect(codeOf(judge(HEADER.registerId))).to.equal(undefined);
    expect(codeOf(judge('other'))).to.equal('use');
  });

  for (const { code, lie, format, parts, asking } of LIES)
    it(`refuses ${lie}: ${code} (${format})`, () => {
      const verdict = judgeGate(parts, questionOf(format, asking));
      expect(codeOf(verdict)).to.equal(code);
      const refusal = verdict as PresentationRefusal;
      expect(byItsCells(refusal, parts, format, asking)).to.equal(code);
      expect(/L-1|Ada|1990|"C"/.test(refusal.message)).to.equal(false);
    });
});
