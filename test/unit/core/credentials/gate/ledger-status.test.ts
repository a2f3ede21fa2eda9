// The status of a credential that the register issued: by the link to its Issuance as of the stated height. Who hides
// the link passes with a token of its list alone, and no link speaks for a credential that it does not lead to.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { nonceOf } from '../../../../../core/credentials/gate/bytes.js';
import { type GateView, gateCellsOf, judgeGate, judgeGateGround } from '../../../../../core/credentials/gate/judge.js';
import type { ShownIssuance } from '../../../../../core/credentials/gate/ledger-status.js';
import type { GateParts } from '../../../../../core/credentials/gate/parts.js';
import { gateQuery } from '../../../../../core/credentials/gate/query.js';
import { GATE_FORMATS, gateRuleOf } from '../../../../../core/credentials/gate/rule.js';
import { readDcql } from '../../../../../core/credentials/query/dcql.js';
import { PresentationRefusal } from '../../../../../core/credentials/refusal.js';
import {
  type Asking,
  BOUND,
  CHALLENGE,
  ISSUER_KEY_HASH,
  partsOf,
  questionOf,
  REQUIREMENTS,
} from '../../../../support/credentials/gate.js';
import { linkedShown } from '../../../../support/credentials/linked.js';

const TX = `did:quorate:register:6f9619ff-8b86-4d01-b42d-00cf4fc964ff/tx/${'ab'.repeat(32)}`;
const NONCE = nonceOf(BOUND, CHALLENGE, 'licence');
const issuerOf = (hash: string) => (hash === ISSUER_KEY_HASH ? { participantId: 'p', did: 'did:x' } : undefined);
const OF_RECORD = { trustPolicy: { sources: [{ kind: 'register', allowedIssuers: ['p'] }] } };

describe('gates: the status by the ledger', () => {
  for (const format of GATE_FORMATS) {
    const { parts, root, copies } = linkedShown(format, { tx: TX, nonce: NONCE });
    const sealed: ShownIssuance = { tx: TX, root, copies, status: 'valid' };
    const asking = (issuance: ShownIssuance | undefined = sealed, more: object = {}): Asking => ({
      requirement: { ...OF_RECORD, ...more },
      trust: { issuerOf },
      view: { issuanceOf: (tx) => (tx === TX ? issuance : undefined) } as Partial<GateView>,
    });
    const said = (of: GateParts, given: Asking = asking()): string => {
      const verdict = judgeGate(of, questionOf(format, given));
      if (!(verdict instanceof PresentationRefusal)) return verdict.isStatusChecked ? 'checked' : 'ok';
      const { ground, part } = verdict;
      const shown = gateCellsOf({ ground, part }, format).map((cell) => [cell, of[cell]] as const);
      const alone = Object.fromEntries(shown.filter(([, cell]) => cell !== undefined)) as GateParts;
      expect(judgeGateGround({ ground, part }, alone, questionOf(format, given))?.code).to.equal(verdict.code);
      return verdict.code;
    };
    const withStatus = (status: JsonObject | string | undefined): GateParts => {
      const { status: _, ...others } = parts;
      return { ...others, ...(status !== undefined && { status }) };
    };

    it(`is valid where the link leads to an Issuance that is (${format})`, () => {
      expect(said(parts)).to.equal('checked');
    });

    it(`is refused by cells without a claim where it is not (${format})`, () => {
      for (const status of ['revoked', 'suspended'] as const)
        expect(said(parts, asking({ ...sealed, status }))).to.equal('status');
      expect(said(parts, { ...asking(), view: { issuanceOf: () => undefined } }), 'not sealed by then').to.equal(
        'status',
      );
      expect(said(parts, asking({ ...sealed, root: 'ab'.repeat(32) })), 'another Issuance').to.equal('status');
      expect(said(parts, asking({ ...sealed, copies: 1 })), 'fewer copies').to.equal('status');
      expect(said(parts, asking({ ...sealed, tx: `${TX}0` })), 'another name').to.equal('status');
      expect(gateCellsOf({ ground: 'status', part: undefined }, format)).to.deep.equal(['frame', 'issued', 'status']);
    });

    it(`is asked of who hides the link, unless the token of a list is there (${format})`, () => {
      const hidden = linkedShown(format, { tx: TX, nonce: NONCE, isHidden: true });
      expect(said(hidden.parts)).to.equal('status');
      expect(said(withStatus(undefined))).to.equal('status');
      expect(said(linkedShown(format, { tx: TX, nonce: NONCE, isHidden: true, isListed: true }).parts)).to.equal(
        'status',
      );
      expect(said(hidden.parts, asking(sealed, { revocationCheckPolicy: 'FailOpen' }))).to.equal('ok');
      expect(said(parts, asking({ ...sealed, status: 'revoked' }, { revocationCheckPolicy: 'FailOpen' }))).to.equal(
        'status',
      );
    });

    it(`is of a credential whose issuer a record vouches for, and of no other (${format})`, () => {
      const listed = partsOf(format);
      const { status: link } = parts;
      expect(said({ ...listed, status: link! }, { view: asking().view! })).to.equal('status');
    });

    it(`is not one by the link of another credential, or by something else (${format})`, () => {
      const other = linkedShown(format, { tx: TX, nonce: NONCE, at: 0 });
      expect(said(other.parts)).to.equal('checked');
      expect(said(withStatus(other.parts.status as JsonObject))).to.equal('status');
      const texts = (parts.claims as readonly (string | readonly string[])[]).map((one) => [one].flat().at(-1)!);
      const claim = texts.find((text) => text !== (parts.status as { readonly link: string }).link);
      expect(said(withStatus({ link: claim! }))).to.equal('status');
      expect(said(withStatus({ link: '~' }))).to.equal('status');
      expect(said(withStatus({ link: 'A'.repeat(4097) }))).to.equal('form/status');
      expect(said(withStatus({ link: '', token: '' }))).to.equal('form/status');
    });

    it(`is asked for in the query, and a wallet that has no link answers without it (${format})`, () => {
      const path = format === 'mso_mdoc' ? ['org.quorate.1', 'ledger'] : ['quorate_ledger'];
      const queryOf = (more: object) => gateQuery(gateRuleOf({ ...REQUIREMENTS[format], ...more }, 0));
      const askedOf = (query: JsonObject) => (query.credentials as readonly JsonObject[])[0]!;
      const { claims, claim_sets: sets } = askedOf(queryOf(OF_RECORD));
      expect(claims).to.deep.include({ id: 'c3', path });
      expect(sets).to.deep.equal([
        ['c0', 'c1', 'c2', 'c3'],
        ['c0', 'c1', 'c2'],
      ]);
      expect(askedOf(queryOf({}))).to.not.have.property('claim_sets');
      const bare = { ...OF_RECORD, requiredClaims: [] };
      expect(askedOf(queryOf(bare)).claims).to.deep.equal([{ path }]);
      const two = { sources: [...OF_RECORD.trustPolicy.sources, { kind: 'x509-lotl', trustListId: 'eu' }] };
      expect(askedOf(queryOf({ ...bare, trustPolicy: two }))).to.not.have.property('claims');
      for (const more of [OF_RECORD, bare]) expect(() => readDcql(queryOf(more))).to.not.throw();
    });
  }
});
