// Evidence of what a timer did: no signature is asked of it, and everything else that a register asks is.
import { expect } from 'chai';
import { utf8 } from '../../../../../core/base/bytes.js';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import type { Evidence } from '../../../../../core/chain/evidence/evidence.js';
import { type EvidenceProof, verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { readTimer } from '../../../../../core/chain/evidence/timer.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { instanceAt, instanceIdOf } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { checkpointText } from '../../../../../core/register/checkpoint.js';
import { decodeTransaction } from '../../../../../core/transaction/encode.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { Refused, verdictOf } from '../../../../independent/verifier.js';
import { issuesOf } from '../../../../support/base/results.js';
import { called } from '../../../../support/program/command.js';
import { evidenceIn, forgedBranch } from '../../../../support/register/evidence-files.js';
import { act, alice, Ledger, publish, REGISTER_ID } from '../../../../support/register/ledger.js';
import { step } from '../../../../support/register/people.js';

const DEFINITION = {
  language: 2,
  title: 'Consent',
  participants: [{ id: 'asks' }, { id: 'office' }],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    step(2, 'office', [], { timers: [{ id: 'silence', after: 'P1D', then: { nextActionIds: [] }, data: { n: 0 } }] }),
  ],
} as unknown as JsonObject;

/** A register in which the timer has fired in its newest docket. */
function fired() {
  const ledger = new Ledger();
  const publication = publish(DEFINITION);
  ledger.seal(publication);
  const first = act({ actionId: '1', publicationTxId: publication.txId, payload: { n: 1 } }, alice);
  ledger.seal(first);
  const instanceId = instanceIdOf(first);
  const instance = instanceAt(ledger.view, instanceId);
  const [due] = dueTimers(instance, planOf(DEFINITION as unknown as Definition));
  if (!instance || !due) throw new Error('the timer runs');
  const { blueprintId, publicationTxId } = instance;
  const tx = timerTransaction({ registerId: REGISTER_ID, instanceId, blueprintId, publicationTxId }, due);
  ledger.sealAt(due.dueMs + 1, tx);
  return { ledger, tx, first, instanceId, pin: publication.txId, dueMs: due.dueMs };
}

const scene = fired();
const height = scene.ledger.dockets.length - 1;
const document = evidenceIn(scene.ledger, { height });
const head = { hash: scene.ledger.state.hash, height };

const codeOf = (found: unknown): string => {
  const first = isFailure(found) ? found.issue : undefined;
  return `${first?.code} ${first?.path}`;
};

describe('evidence of a timer', () => {
  it('is valid without a signature, and says what fired, when it was due and what it followed', async () => {
    const proof = verifyEvidence(document, verifySync, { head }) as EvidenceProof;
    expect(proof.verdict).to.equal('valid');
    expect(verdictOf(document, { head: checkpointText(head) }), 'by docs/hashes.md alone').to.equal('valid');
    const { tx, first, instanceId, pin, dueMs } = scene;
    expect(proof.fired).to.deep.equal({
      ...{ timer: 'silence', instanceId, actionId: '2', publicationTxId: pin },
      ...{ previousTransactionId: first.txId, dueAtMs: dueMs },
    });
    expect(proof.facts.join('\n')).to.contain('No wallet signed it').and.not.contain('signatures verify');
    const stated = `${head.hash}@${height}`;
    const { exit, out } = await called(['verify', '--head', stated], {}, { stdin: JSON.stringify(document) });
    expect(exit, out).to.equal(0);
    expect(out).to.match(/^fired by +timer silence of the definition, and no wallet$/m);
    expect(out).to.contain(new Date(dueMs).toISOString()).and.contain(tx.txId);
  });

  it('is refused by the verifier of docs/hashes.md where it is changed, as by the product', () => {
    for (const change of [{ senderWallet: alice.address }, { metadata: { type: 'Timer' } }, { expiresAt: 'never' }]) {
      const header = { ...(document.transaction.header as object), ...change };
      const file = { ...document, transaction: { ...document.transaction, header } };
      expect(issuesOf(verifyEvidence(file, verifySync, { head }))).to.be.an('array');
      expect(() => verdictOf(file, { head: checkpointText(head) })).to.throw(Refused);
    }
  });

  it('says of an action that it was signed, and nothing of timers', () => {
    const proof = verifyEvidence(evidenceIn(scene.ledger, { height: height - 1 }), verifySync) as EvidenceProof;
    expect(proof).to.not.have.property('fired');
    expect(proof.facts.join('\n')).to.contain('its signatures verify');
  });

  it('is refused for an action of a wallet that lost its signatures', () => {
    const bare = evidenceIn(scene.ledger, { height: height - 1 });
    const transaction = { ...bare.transaction, signatures: [] };
    expect(codeOf(verifyEvidence({ ...bare, transaction }, verifySync))).to.equal(
      'VAL_SIG_004 /transaction/header/senderWallet',
    );
  });

  it('is refused where another docket, or another form, could not be of a timer', () => {
    const { header } = scene.ledger.dockets[height]!.docket;
    const { tx, dueMs } = scene;
    const judged = (made: Transaction, docket = header) => codeOf(readTimer(made, docket));
    expect(judged(tx)).to.equal('undefined undefined');
    expect(judged(tx, { ...header, timestampMs: dueMs })).to.equal('VAL_FLOW_007 /docket/header/timestampMs');
    const { signatures } = scene.first;
    expect(judged({ ...tx, signatures })).to.equal('VAL_FLOW_004 /transaction');
    for (const change of [
      { senderWallet: alice.address },
      { recipients: [alice.address] },
      { expiresAt: '2030-01-01T00:00:00.000Z' },
      { metadata: { timer: 'silence', type: 'Timer', contentEncoding: 'encrypted' } },
      { metadata: { type: 'Timer' } },
      { previousTransactionId: undefined },
    ])
      expect(judged({ ...tx, header: { ...tx.header, ...change } } as Transaction)).to.equal(
        'VAL_FLOW_004 /transaction',
      );
  });

  it('is refused for an id that no workflow has', () => {
    const { ledger } = scene;
    for (const blueprintId of ['genesis', 'register-governance-v1', 'register-participants-v1', 'register-x']) {
      const header = { ...scene.tx.header, blueprintId };
      const text = canonical({ header, payload: scene.tx.payload, signatures: [] } as unknown as JsonObject);
      const transaction = decodeTransaction(utf8(text));
      if (isFailure(transaction)) throw new Error(transaction.issue.message);
      const at = { height: 47, headHeight: 50, timestampMs: scene.dueMs + 1000, roster: ledger.state.roster };
      const file = forgedBranch(ledger, { transaction, ...at, rosterChanges: [] });
      expect(codeOf(verifyEvidence(file, verifySync))).to.equal('VAL_SIG_004 /transaction/header/senderWallet');
      expect(() => verdictOf(file)).to.throw(Refused);
    }
    const whole = { ...scene.tx };
    const at = { height: 47, headHeight: 50, timestampMs: scene.dueMs + 1000, roster: ledger.state.roster };
    const file = forgedBranch(ledger, { transaction: whole, ...at, rosterChanges: [] });
    expect(verifyEvidence(file, verifySync)).to.have.property('verdict', 'consistent');
    expect(verdictOf(file)).to.equal('consistent');
  });

  it('is refused with a part that somebody shows of it', () => {
    const opened = { ...document, opening: { groups: [] } } as unknown as Evidence;
    expect(codeOf(verifyEvidence(opened, verifySync))).to.match(/^EVIDENCE_INVALID \/opening/);
  });
});
