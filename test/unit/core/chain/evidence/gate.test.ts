// Evidence of a gate: an outsider sees what was shown and that the gate held, or that it did not. The document alone
// proves both; what it leaves out never makes a liar of an honest sender.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { type ShownFacts, ShownLedger } from '../../../../../core/chain/evidence/gate-ledger.js';
import { type EvidenceProof, verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { GATE_CELLS, gatePointer } from '../../../../../core/credentials/gate/cells.js';
import { GATE_FORMATS } from '../../../../../core/credentials/gate/rule.js';
import { p256Thumbprint } from '../../../../../core/crypto/keys/jwk.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { KeptGates } from '../../../../../core/envelope/cells/kept.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import { openingOf } from '../../../../../core/envelope/cells/opening.js';
import type { Layout } from '../../../../../core/envelope/layout/layout.js';
import { layoutOfRun } from '../../../../../core/instance/deliveries/owed.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import type { ParticipantRecord } from '../../../../../core/register/people/participants.js';
import type { PinProof } from '../../../../../core/register/trust/root.js';
import { good } from '../../../../support/base/good.js';
import { ANCHOR_HASH, AT } from '../../../../support/credentials/gate.js';
import { type GateFile, gateFileOf, gateOpening } from '../../../../support/credentials/gate-evidence.js';
import { GatedLedger, type Requires, type Shown } from '../../../../support/credentials/gated-ledger.js';
import { HOLDER } from '../../../../support/credentials/shown.js';
import { alice, bob } from '../../../../support/register/ledger.js';
import { recordOf } from '../../../../support/register/people.js';

interface Sealed {
  readonly ledger: GatedLedger;
  readonly tx: Transaction;
  readonly file: GateFile;
}

function sealedWith(requires: Requires = {}, shown: Shown = {}): Sealed {
  const ledger = new GatedLedger([requires], shown.format);
  const tx = ledger.take(shown);
  return { ledger, tx, file: gateFileOf(ledger, tx, shown.isOpen ? undefined : gateOpening(ledger, tx)) };
}

function gateOf(file: object) {
  const { gate } = good(verifyEvidence(file, verifySync)) as EvidenceProof;
  if (!gate) throw new Error('the proof has a gate');
  return gate;
}

/** Code and path of what is refused. */
function refusal(file: object): string {
  const found = verifyEvidence(file, verifySync);
  return isFailure(found) ? `${found.issue.code} ${found.issue.path}` : found.verdict;
}

const changed = (file: GateFile, gate: object): GateFile => ({ ...file, gate: { ...file.gate, ...gate } }) as GateFile;

describe('core/chain/evidence/gate', () => {
  const { ledger, tx, file } = sealedWith({ holder: 'record' });

  for (const format of GATE_FORMATS)
    it(`says who showed what, and that the gate held (${format})`, () => {
      const one = sealedWith({}, { format });
      const gate = gateOf(one.file);
      expect(gate).to.deep.include({ id: 'licence', verdict: 'held', at: AT, level: 'Low', isStatusChecked: true });
      expect(gate).to.deep.include({ sources: ['x509-lotl eu#7'], rests: ['distrust', 'records'] });
      expect(gate).to.have.property('holder', p256Thumbprint(HOLDER.publicKey));
      expect(Object.values(gate.claims)).to.include.members(['L-17', 'Ada']);
      expect(one.file.gate.pins.length).to.equal(1);
      expect(one.file.gate.sealed.map(({ header }) => header.height)).to.deep.equal([2]);
    });

  it('proves the record that holds the key of the sender, where the gate asks for it', () => {
    expect(gateOf(file).verdict).to.equal('held');
    expect(file.gate.sealed.length).to.equal(2);
  });

  it('takes evidence in the clear without an opening', () => {
    const open = sealedWith({ evidence: 'public' }, { isOpen: true });
    expect(open.file).to.not.have.property('opening');
    expect(gateOf(open.file).verdict).to.equal('held');
  });

  it('shows a lie of the sender by what it sealed', () => {
    const lies: readonly (readonly [ground: string, requires: Requires, shown: Shown])[] = [
      ['type', {}, { showing: { type: 'urn:example:other:1' } }],
      ['status', {}, { showing: { status: { value: 1 } } }],
      ['claims/number', {}, { showing: { claims: { number: 'L-18' } } }],
      ['binding', {}, { showing: { nonce: 'another' } }],
    ];
    for (const [ground, requires, shown] of lies) {
      const lie = sealedWith(requires, shown);
      expect(gateOf(lie.file), ground).to.deep.include({ verdict: 'refused', ground });
      // The words of the ledger change nothing of it.
      expect(gateOf(changed(lie.file, { sealed: [] })).verdict, ground).to.equal('refused');
    }
  });

  it('finds no lie where the file leaves open what the ledger said', () => {
    const open = (gate: object, of = file) => {
      const { verdict, ...said } = gateOf(changed(of, gate));
      return `${verdict} ${'ground' in said ? said.ground : ''}`;
    };
    expect(open({ pins: [] })).to.equal('unproven issuer');
    expect(open({ sealed: [] })).to.equal('unproven binding');
    expect(open({ sealed: file.gate.sealed.slice(0, 1) })).to.equal('unproven holder');
    const unpinned = sealedWith({ trustPolicy: { sources: [{ kind: 'register' }] } });
    expect(open({}, unpinned.file), 'an issuer that no record has').to.equal('unproven issuer');
  });

  it('refuses a gate, a definition or a run that is another one', () => {
    const other = ledger.at;
    expect(refusal(changed(file, { id: 'identity' }))).to.equal('EVIDENCE_INVALID /gate/id');
    const elsewhere = sealedWith({ statusMaxAge: 'PT1H', holder: 'record' });
    expect(refusal(changed(file, { publication: elsewhere.file.gate.publication }))).to.equal(
      'EVIDENCE_INVALID /gate/publication',
    );
    expect(refusal({ ...elsewhere.file, opening: file.opening })).to.equal('EVIDENCE_INVALID /opening/txId');
    other.instanceId = 'inst-2';
    const second = ledger.run();
    other.ledger.seal(second);
    other.instanceId = 'inst-1';
    const secondFile = gateFileOf(ledger, second, gateOpening(ledger, second));
    expect(gateOf(secondFile).verdict).to.equal('held');
    expect(refusal({ ...secondFile, opening: file.opening })).to.equal('EVIDENCE_INVALID /opening/txId');
    const moved = { ...(file.opening as unknown as JsonObject), txId: second.txId };
    expect(refusal({ ...secondFile, opening: moved })).to.equal('EVIDENCE_INVALID /opening/classes');
  });

  it('refuses an opening that was changed, or shows a part of the gate', () => {
    const opening = file.opening as unknown as { readonly classes: readonly JsonObject[] };
    const at = opening.classes.findIndex((item) => 'open' in item);
    const cells = opening.classes[at]?.open as readonly JsonObject[];
    const shown = (open: readonly Json[]) => ({
      ...file,
      opening: { ...opening, classes: opening.classes.with(at, { ...opening.classes[at], open } as never) },
    });
    for (const [i, cell] of cells.entries())
      expect(refusal(shown(cells.with(i, { ...cell, value: 'other' }))), String(cell.pointer)).to.equal(
        'EVIDENCE_INVALID /opening/classes',
      );
    const part = ledger.at.show(tx, ['/@gate/licence', '/@gate/licence/claims']);
    expect(refusal({ ...file, opening: part })).to.equal('EVIDENCE_INVALID /opening/classes');
    const { opening: _, ...without } = file;
    expect(refusal(without)).to.equal('EVIDENCE_INVALID /opening');
  });

  it('refuses each path that was changed, and what was sealed too late', () => {
    const { pins, sealed } = file.gate;
    const [pin] = pins as readonly [(typeof pins)[number]];
    const [record, holder] = sealed as readonly [(typeof sealed)[number], (typeof sealed)[number]];
    const pinned = (more: object) => refusal(changed(file, { pins: [{ ...pin, ...more }] }));
    const astray = 'EVIDENCE_INVALID /gate/pins/0';
    expect(pinned({ entry: 'ab'.repeat(32) })).to.equal(astray);
    expect(pinned({ list: { ...pin.list, sequence: 8 } })).to.equal(astray);
    expect(pinned({ list: { ...pin.list, kind: 'keys' } })).to.equal(astray);
    expect(pinned({ listPath: { ...pin.listPath, index: 1 } })).to.equal(astray);
    expect(pinned({ more: 1 })).to.equal(astray);
    const below = (more: object) => refusal(changed(file, { sealed: [{ ...record, ...more }, holder] }));
    const at = 'EVIDENCE_INVALID /gate/sealed/0';
    const { header } = record;
    expect(below({ path: ['ab'.repeat(32)] })).to.equal(`${at}/path`);
    expect(below({ transaction: holder.transaction })).to.equal(`${at}/path`);
    expect(below({ historyPath: [] })).to.equal(`${at}/historyPath`);
    expect(below({ header: { ...header, timestampMs: header.timestampMs + 1 } })).to.equal(`${at}/historyPath`);
    expect(below({ header: file.docket.header })).to.equal(`${at}/header/height`);
    expect(below({ header: { ...header, registerId: '00000000-1111-4222-8333-444444444445' } })).to.equal(
      `${at}/header/registerId`,
    );
    expect(below({ more: 1 })).to.equal(at);
    const { publication } = file.gate;
    expect(below({ transaction: publication }), 'a definition is no word of the ledger').to.equal(`${at}/path`);
    expect(refusal(changed(file, { more: 1 }))).to.equal('EVIDENCE_INVALID /gate');
    expect(refusal(changed(file, { publication: null }))).to.equal('EVIDENCE_INVALID /gate/publication');
    expect(refusal(changed(file, { pins: Array(101).fill(pin) }))).to.equal('EVIDENCE_INVALID /gate/pins');
    expect(refusal(changed(file, { sealed: Array(9).fill(record) }))).to.equal('EVIDENCE_INVALID /gate/sealed');
  });

  it('reads evidence that is kept from the opening of who has it', () => {
    const kept: Record<string, KeptGates[string]> = {};
    const keeping = new GatedLedger([{ evidence: 'kept', readers: ['y'] }]);
    const run = keeping.take({ onKept: (gates) => Object.assign(kept, gates) });
    const opened = keeping.at.given(run, bob, kept) as OpenedCells;
    const layout = layoutOfRun(keeping.at.definition, run) as Layout;
    const pointers = GATE_CELLS.map((cell) => gatePointer('licence', cell));
    const opening = good(openingOf({ txId: run.txId, run: run.header, layout, opened }, pointers));
    expect(gateOf(gateFileOf(keeping, run, JSON.parse(JSON.stringify(opening)))).verdict).to.equal('held');
  });
});

describe('core/chain/evidence/gate-ledger', () => {
  const pin = (more: object, entry: PinProof['entry'] = ANCHOR_HASH): PinProof =>
    ({ list: { listId: 'eu/CY', kind: 'x509', sequence: 7, ...more }, entry }) as never;
  const shown = (more: Partial<ShownFacts>) =>
    new ShownLedger({ pins: [], records: [], issuances: new Map(), isStrict: false, atMs: Date.parse(AT), ...more });
  const record = (more: object) => ({ ...recordOf('office', [bob]), ...more }) as unknown as ParticipantRecord;

  it('takes a client id of an active record, and of the wallet that is asked for', () => {
    const ledger = shown({ records: [record({ verifierIds: ['here'] })] });
    expect([ledger.isVerifier('here'), ledger.isVerifier('here', bob.address)]).to.deep.equal([true, true]);
    expect([ledger.isOpen('binding'), ledger.rests]).to.deep.equal([false, ['distrust', 'records']]);
    expect([ledger.isVerifier('here', alice.address), ledger.isVerifier('there')]).to.deep.equal([false, false]);
    expect(ledger.isOpen('binding')).to.equal(true);
    expect(shown({ records: [record({ verifierIds: ['here'], status: 'Deprecated' })] }).isVerifier('here')).to.equal(
      false,
    );
  });

  it('takes keys of lists and of records, and says what that rests on', () => {
    const key = { issuer: 'did:web:a.example', key: ANCHOR_HASH };
    const [list] = shown({ pins: [pin({ kind: 'keys' }, key)] }).trust.lists('eu');
    expect([list?.hasKey(key.issuer, key.key), list?.hasKey('did:web:b.example', key.key)]).to.deep.equal([
      true,
      false,
    ]);
    const ledger = shown({ records: [record({ credentialKeys: [ANCHOR_HASH] })] });
    expect(ledger.trust.issuerOf(ANCHOR_HASH)).to.include({ participantId: 'office' });
    expect(ledger.rests).to.deep.equal(['distrust', 'records', 'vouching']);
    expect(ledger.isOpen('issuer')).to.equal(false);
    expect(ledger.trust.issuerOf('ab')).to.equal(undefined);
    expect([ledger.isOpen('issuer'), ledger.isOpen('status')]).to.deep.equal([true, true]);
  });

  it('leaves the issuer open where a list is stale and the policy is strict', () => {
    const pins = [pin({ source: { sha256: ANCHOR_HASH, issuedAt: AT, nextUpdate: '2026-01-01T00:00:00.000Z' } })];
    for (const isStrict of [true, false]) {
      const ledger = shown({ pins, isStrict });
      expect(ledger.trust.lists('eu')[0]?.hasAnchor(ANCHOR_HASH)).to.equal(true);
      expect(ledger.isOpen('issuer')).to.equal(isStrict);
    }
  });

  it('shows that an Issuance is there, and leaves its status to the ledger', () => {
    const issuance = { tx: 'did:x', root: ANCHOR_HASH, copies: 2 };
    const ledger = shown({ issuances: new Map([['did:x', issuance]]) });
    expect(ledger.issuanceOf('did:x')).to.deep.equal({ ...issuance, status: 'valid' });
    expect([ledger.isOpen('status'), ledger.rests]).to.deep.equal([false, ['distrust', 'status']]);
    expect(ledger.issuanceOf('did:y')).to.equal(undefined);
    expect(ledger.isOpen('status')).to.equal(true);
  });
});
