// The form of evidence, and what makes it valid: each rule alone refuses a document that is wrong in nothing else.
import { expect } from 'chai';
import { utf8 } from '../../../../../core/base/bytes.js';
import { canonical } from '../../../../../core/base/json.js';
import {
  EVIDENCE_MOVES_MAX,
  EVIDENCE_ROSTER_CHANGES_MAX,
  ROUND_MAX,
} from '../../../../../core/base/limits/ledger/consensus.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Evidence } from '../../../../../core/chain/evidence/evidence.js';
import { isEvidence } from '../../../../../core/chain/evidence/form.js';
import { knownIssues } from '../../../../../core/chain/evidence/known.js';
import { type EvidenceProof, verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { Certificate, DocketHeader } from '../../../../../core/model/register.js';
import { decodeTransaction } from '../../../../../core/transaction/encode.js';
import { good } from '../../../../support/base/good.js';
import { guardCases } from '../../../../support/base/guard-cases.js';
import { asVersion1, evidenceIn, forgedBranch } from '../../../../support/register/evidence-files.js';
import { seatValidator } from '../../../../support/register/governance.js';
import { act, alice, aSeat, Ledger, publish, VALIDATOR } from '../../../../support/register/ledger.js';

const ledger = new Ledger();
seatValidator(ledger, aSeat('second'));
const publication = publish();
ledger.seal(publication);
const action = act({ actionId: '0', publicationTxId: publication.txId }, alice);
ledger.seal(action);
const last = ledger.dockets.length - 1;
const document = evidenceIn(ledger, { height: last, anchor: last - 1 });
const { head, docket, genesis, anchor, rosterChanges } = document;
const [change] = rosterChanges;
if (!head || !anchor || !change) throw new Error('a head, an anchor and a change of the roster');
/** A member that nothing proves. */
const more = { more: 1 };

/** Members of a document, wrong ones too. */
type Members = Readonly<Partial<Record<keyof Evidence, unknown>>>;

describe('the form of evidence', () => {
  const takes = (said: Members) => isEvidence({ ...document, ...said });

  guardCases<Members>('isEvidence', takes, {
    "value['version'] === 2": { version: 3 },
    "hasOnly(value, [...EVIDENCE_MEMBERS, 'head', ...beside])": more as never,
    "isSealed(value['head'], [])": { head: { ...head, ...more } },
    "(!anchored || isAnchor(value['anchor']))": { anchor: { ...anchor, ...more } },
    "isBody(value, ['historyPath'])": { txId: 'none' },
    "(!Object.hasOwn(value, 'earlier') || isEarlier(value['earlier']))": { earlier: null },
  });

  const move = { transaction: document.transaction, docket };
  guardCases<Members>('isEarlier', takes, {
    'Array.isArray(value)': { earlier: { length: 1, every: undefined } },
    'value.length <= EVIDENCE_MOVES_MAX': { earlier: Array(EVIDENCE_MOVES_MAX + 1).fill(move) },
    'value.every(isPlace)': { earlier: [{ ...move, ...more }] },
  });

  guardCases<Members>('isTransactionAt', takes, {
    'isObject(transaction)': { transaction: [] },
    "isSealed(docket, ['index', 'path', 'bodyPath', ...inHistory])": { docket: { ...docket, ...more } },
    "Number.isSafeInteger(docket['index'])": { docket: { ...docket, index: 0.5 } },
    "isPath(docket['path'])": { docket: { ...docket, path: ['none'] } },
    "isPath(docket['bodyPath'])": { docket: { ...docket, bodyPath: ['none'] } },
    'isInHistory(docket, inHistory)': { docket: { ...docket, historyPath: ['none'] } },
  });

  guardCases<Members>('isBody', takes, {
    "isUuid(value['registerId'])": { registerId: 'none' },
    "isHex(value['txId'], 32)": { txId: 'none' },
    'isTransactionAt(value, inHistory)': { transaction: [] },
    "isSealed(genesis, ['transaction', ...inHistory])": { genesis: { ...genesis, ...more } },
    "isObject(genesis['transaction'])": { genesis: { ...genesis, transaction: [] } },
    'Array.isArray(rosterChanges)': { rosterChanges: 'none' },
    'rosterChanges.length <= EVIDENCE_ROSTER_CHANGES_MAX': {
      rosterChanges: Array.from({ length: EVIDENCE_ROSTER_CHANGES_MAX + 1 }, () => change),
    },
    "rosterChanges.every((change) => isSealed(change, ['roster', ...inHistory]) && isRoster(change['roster']))": {
      rosterChanges: [change, { ...change, ...more }],
    },
    '[genesis, ...rosterChanges].every((each) => isInHistory(each, inHistory))': {
      genesis: { ...genesis, historyPath: undefined },
    },
  });

  interface Parts {
    readonly roster: unknown;
    readonly anchor: unknown;
    readonly head: unknown;
    readonly certificate: Partial<Record<keyof Certificate, unknown>>;
    readonly path: unknown;
  }
  guardCases<Parts>('isRoster', ({ roster = change.roster }) => takes({ rosterChanges: [{ ...change, roster }] }), {
    "hasOnly(value, ['validators', 'mode'])": { roster: { ...change.roster, ...more } },
    "(value['mode'] === undefined || value['mode'] === 'majority' || value['mode'] === 'bft')": {
      roster: { ...change.roster, mode: 'none' },
    },
    "isSeats(value['validators'])": { roster: { ...change.roster, validators: [VALIDATOR, VALIDATOR] } },
  });

  guardCases<Parts>('isAnchor', ({ anchor: said = anchor }) => takes({ anchor: said }), {
    "hasOnly(value, ['header', 'historyPath', 'roster'])": { anchor: { ...anchor, ...more } },
    "isHeader(value['header'])": { anchor: { ...anchor, header: { ...anchor.header, ...more } } },
    "isPath(value['historyPath'])": { anchor: { ...anchor, historyPath: 'none' } },
    "(value['roster'] === undefined || isRoster(value['roster']))": { anchor: { ...anchor, roster: more } },
  });

  guardCases<Parts>(
    'isSealed',
    ({ certificate }) => takes({ head: { ...head, certificate: { ...head.certificate, ...certificate } } }),
    {
      "(kind === 'COMMIT' || kind === 'GENESIS' || kind === 'PREPARE')": { certificate: { kind: 'NONE' } },
      'isNumber(height, Number.MAX_SAFE_INTEGER)': { certificate: { height: 'none' } },
      'isNumber(round, ROUND_MAX)': { certificate: { round: 'none' } },
      'isHex(of, 32)': { certificate: { docketHash: 'none' } },
      'isHex(rosterHash, 32)': { certificate: { rosterHash: 'none' } },
      'Array.isArray(signatures)': { certificate: { signatures: 'none' } },
      "signatures.every((entry) => hasOnly(entry, ['voterIndex', 'signature']))": {
        certificate: { signatures: [more] },
      },
    },
  );

  guardCases<Parts>(
    'isNumber',
    ({ certificate }) => takes({ head: { ...head, certificate: { ...head.certificate, ...certificate } } }),
    {
      'Number.isSafeInteger(value)': { certificate: { round: 0.5 } },
      'value >= 0': { certificate: { round: -1 } },
      'value <= max': { certificate: { round: ROUND_MAX + 1 } },
    },
  );

  guardCases<Parts>('isPath', ({ path = docket.path }) => takes({ docket: { ...docket, path } }), {
    'Array.isArray(value)': { path: 'none' },
    'value.length <= PATH_MAX': { path: Array.from({ length: 54 }, () => document.txId) },
    'value.every((hash) => isHex(hash, 32))': { path: ['none'] },
  });
});

describe('what evidence proves', () => {
  const verdict = (of: Evidence, height: number) => {
    const known = height < 0 ? {} : { head: { hash: ledger.dockets[height]!.docket.hash, height } };
    const found = verifyEvidence(of, verifySync, known);
    return isFailure(found) ? found.issue.path : (found as EvidenceProof).verdict;
  };

  interface Reading {
    readonly of: Evidence;
    /** Of the docket that the reader knows; below zero for none. */
    readonly height: number;
  }
  guardCases<Reading>('proofOf', ({ of = document, height = last }) => verdict(of, height) === 'valid', {
    'document.head': { of: asVersion1(document) },
    point: { height: -1 },
    'point.height === head.height': { height: last - 1 },
  });

  // Of a file that begins at a docket which its reader does not know. True where it is refused.
  guardCases<Reading & { readonly begins: boolean }>(
    'knownIssues',
    ({ height = 1, begins = true }) => {
      const of = begins ? { ...document, anchor: { ...anchor, roster: change.roster } } : document;
      const point = { hash: ledger.dockets[height]!.docket.hash, height };
      return knownIssues(of, genesis.certificate.docketHash, { head: point }).some(
        ({ path }) => path === '/anchor/roster',
      );
    },
    {
      'begins !== undefined': { begins: false },
      'point?.height !== begins': { height: last - 1 },
      'point?.height !== last.height': { height: last },
    },
  );

  it('goes on from no docket that is not below that of the transaction', () => {
    for (const height of [last - 1, last]) {
      expect(verdict(evidenceIn(ledger, { height, anchor: height - 1 }), -1)).to.equal('consistent');
      expect(verdict(evidenceIn(ledger, { height, anchor: height }), -1)).to.equal('/anchor/header');
    }
  });
});

describe('an anchor that was made up with the history around it', () => {
  const made = { transaction: action, height: 471, headHeight: 500, timestampMs: 2_000_000_000_000 };
  const reached = (anchored: Partial<DocketHeader>) => {
    const roster = { validators: [VALIDATOR] };
    const found = verifyEvidence(
      forgedBranch(ledger, { ...made, roster, rosterChanges: [], anchor: 1, anchored }),
      verifySync,
    );
    return isFailure(found) ? found.issue.path : (found as EvidenceProof).verdict;
  };

  it('is of this register, and of the rosters of the document', () => {
    const { rosterHash } = ledger.dockets[1]!.docket.header;
    const own = { rosterHash, nextRosterHash: rosterHash };
    const another = 'ab'.repeat(32);
    expect(reached(own)).to.equal('consistent');
    expect(reached({ ...own, registerId: '00000000-0000-4000-8000-000000000002' })).to.equal('/anchor/header');
    expect(reached({ ...own, rosterHash: another })).to.equal('/anchor/header/rosterHash');
    expect(reached({ ...own, nextRosterHash: another })).to.equal('/anchor/header/rosterHash');
  });
});

describe('evidence of a publication', () => {
  const { header, payload, signatures } = publication;
  const { metadata: _, ...unstated } = header;
  const bare = good(decodeTransaction(utf8(canonical({ header: unstated, payload, signatures }))));

  it('misses the statement of a publication, and of nothing else', () => {
    // Sealed by validators, so that the verifier alone looks at it.
    const missed = [bare, action, publication].map((transaction) => {
      const roster = { validators: [VALIDATOR] };
      const made = { transaction, height: 471, headHeight: 500, timestampMs: 2_000_000_000_000 };
      const found = verifyEvidence(forgedBranch(ledger, { ...made, roster, rosterChanges: [] }), verifySync);
      return isFailure(found) && found.issue.path === '/transaction/header/metadata/statement';
    });
    expect(missed).to.deep.equal([true, false, false]);
  });
});
