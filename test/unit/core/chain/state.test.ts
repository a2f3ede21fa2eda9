// The state of a register as a fold over its dockets, and dockets that do not follow.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { fromHex, fromUtf8 } from '../../../../core/base/bytes.js';
import { hashHex } from '../../../../core/base/hash.js';
import { canonical } from '../../../../core/base/json.js';
import { verifyEvidence } from '../../../../core/chain/evidence/proof.js';
import { genesisState } from '../../../../core/chain/genesis/docket.js';
import { checkDocket, nextTimestamp, selectTransactions } from '../../../../core/chain/state.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import type { Docket, DocketHeader } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { stateHashOf } from '../../../../core/register/state-keys.js';
import { good } from '../../../support/base/good.js';
import { placesOf } from '../../../support/base/results.js';
import { RULES_NEXT } from '../../../support/definitions/rules-next.js';
import { evidenceIn } from '../../../support/register/evidence-files.js';
import { act, alice, bob, Ledger, NOW, publish, VALIDATOR, verified } from '../../../support/register/ledger.js';

const codes = (result: object): string => placesOf(result).join(', ') || 'ok';

function reheaded(docket: Docket, changed: Partial<DocketHeader>): Docket {
  const header = { ...docket.header, ...changed };
  return { ...docket, header, hash: docketHash(header) };
}

describe('the state of a register', () => {
  it('keeps the golden genesis docket', () => {
    const path = 'test/vectors/genesis-docket.json';
    const ledger = new Ledger();
    const { docket, certificate } = ledger.dockets[0]!;
    const now = {
      transaction: fromUtf8(docket.transactions[0]!.bytes),
      header: docket.header,
      hash: docket.hash,
      certificate,
    };
    if (!existsSync(path) && process.env.QUORATE_WRITE_VECTORS)
      writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
    expect(now).to.deep.equal(JSON.parse(readFileSync(path, 'utf8')));
    expect(ledger.state).to.deep.include({ height: 0, genesisHash: docket.hash, txCount: 1, timestampMs: NOW });
    expect(ledger.state.members.map((member) => member.role)).to.deep.equal(['Owner']);
  });

  it('refuses a genesis docket that is not the one of its transaction', () => {
    const { docket } = new Ledger().dockets[0]!;
    const judge = (changed: Docket, ok = true) =>
      codes(genesisState(changed, { verify: verifySync, signaturesOk: () => ok }));
    expect(judge(docket)).to.equal('ok');
    expect(judge(docket, false)).to.equal('VAL_SIG_002 /signatures');
    expect(judge({ ...docket, transactions: [] })).to.equal('DOCKET_SIZE_INVALID /transactions');
    expect(judge(reheaded(docket, { stateHash: 'f'.repeat(64) }))).to.equal('DOCKET_STATE_MISMATCH /header');
    expect(judge(reheaded(docket, { height: 1 }))).to.equal('DOCKET_STATE_MISMATCH /header');
    for (const rules of [0, RULES_NEXT])
      expect(judge(reheaded(docket, { rules }))).to.equal('DOCKET_RULES_UNKNOWN /header/rules');
    expect(judge(reheaded(docket, { proposer: 'a'.repeat(64) }))).to.equal('DOCKET_ROSTER_MISMATCH /header/proposer');
    const [tx] = docket.transactions;
    const payload = { ...(tx!.payload as object), name: 'Another' } as never;
    expect(judge({ ...docket, transactions: [{ ...tx!, payload }] })).to.equal(
      'ATTESTATION_SIGNATURE_INVALID /payload/attestations/0/signature',
    );
  });

  it('refuses a docket at the member that is wrong', () => {
    const ledger = new Ledger();
    const publication = publish();
    const docket = ledger.docket([publication]);
    const judge = (changed: Docket, given: object = {}) =>
      codes(checkDocket(changed, ledger.state, { view: ledger.view, signaturesOk: verified, ...given }));
    const head = (changed: Partial<DocketHeader>, given: object = {}) => judge(reheaded(docket, changed), given);
    expect(judge(docket)).to.equal('ok');
    expect(head({ registerId: '00000000-0000-4000-8000-000000000000' })).to.equal(
      'DOCKET_PARENT_UNKNOWN /header/registerId',
    );
    expect(head({ height: 2 })).to.equal('VAL_CHAIN_003 /header/height');
    expect(head({ prevHash: 'a'.repeat(64) })).to.equal('VAL_CHAIN_004 /header/prevHash');
    for (const rules of [0, RULES_NEXT]) expect(head({ rules })).to.equal('DOCKET_RULES_UNKNOWN /header/rules');
    expect(judge(ledger.docket([]))).to.equal('DOCKET_EMPTY /transactions');
    expect(head({ timestampMs: NOW })).to.equal('DOCKET_TIME_INVALID /header/timestampMs');
    const ahead = { timestampMs: NOW + 5001 };
    expect(head(ahead, { nowMs: NOW, time: 'fresh' })).to.equal('DOCKET_TIME_INVALID /header/timestampMs');
    expect(head(ahead, { nowMs: NOW })).to.equal('ok');
    // No clock judges a proposal of a later round, but a time that Date cannot hold would throw in whatever spells it.
    expect(head({ timestampMs: 8_640_000_000_000_001 })).to.equal('DOCKET_HASH_MISMATCH /header');
    expect(head({ rosterHash: 'a'.repeat(64) })).to.equal('DOCKET_ROSTER_MISMATCH /header/rosterHash');
    expect(head({ proposer: 'a'.repeat(64) })).to.equal('DOCKET_ROSTER_MISMATCH /header/rosterHash');
    expect(head({ nextRosterHash: 'a'.repeat(64) })).to.equal('DOCKET_ROSTER_MISMATCH /header/nextRosterHash');
    expect(head({ stateHash: 'a'.repeat(64) })).to.equal('DOCKET_STATE_MISMATCH /header/stateHash');
    expect(head({ historyRoot: 'a'.repeat(64) })).to.equal('DOCKET_HISTORY_MISMATCH /header/historyRoot');
    expect(head({ txRoot: 'a'.repeat(64) })).to.equal('DOCKET_ROOT_MISMATCH /header/txRoot');
    expect(head({ bytes: 1 })).to.equal('DOCKET_SIZE_INVALID /header/bytes');
    expect(judge({ ...docket, hash: 'a'.repeat(64) })).to.equal('DOCKET_HASH_MISMATCH /hash');
    expect(judge(docket, { signaturesOk: () => false })).to.equal('VAL_SIG_002 /transactions/0/signatures');
    const crowded = {
      ...ledger.state,
      policy: { ...ledger.state.policy, consensus: { ...ledger.state.policy.consensus, docketTransactionsMax: 0 } },
    };
    expect(codes(checkDocket(docket, crowded, { view: ledger.view, signaturesOk: verified }))).to.equal(
      'DOCKET_SIZE_INVALID /header/txCount',
    );
  });

  it('lets a child follow its parent in one docket, never the other way round, and seals nothing twice', () => {
    const ledger = new Ledger();
    const publication = publish();
    const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
    const answer = act(
      {
        actionId: '1',
        publicationTxId: publication.txId,
        instanceId: instanceIdOf(start),
        previousTransactionId: start.txId,
      },
      bob,
    );
    const select = (...transactions: (typeof start)[]) => {
      const { transactions: kept, refused } = selectTransactions({
        state: ledger.state,
        view: ledger.view,
        transactions,
        timestampMs: nextTimestamp(ledger.state, NOW),
        signaturesOk: verified,
      });
      return [kept.length, ...refused.map(({ verdict }) => `${verdict.fault} ${verdict.issues[0]?.code}`)].join(' ');
    };
    expect(select(publication, start, answer)).to.equal('3');
    expect(select(publication, answer, start)).to.equal('2 retry VAL_CHAIN_001');
    expect(select(publication, start, start)).to.equal('2 reject VAL_REPLAY_001');
    ledger.seal(publication, start, answer);
    expect(select(start)).to.equal('0 reject VAL_REPLAY_001');
    expect(ledger.state).to.include({ height: 1, txCount: 4 });
  });

  it('hashes the changes onto the state before', () => {
    const a = stateHashOf('0'.repeat(64), [{ key: 'k', value: { n: 1 } }]);
    const changes = [
      { key: 'a "key"', value: { z: [1, null], b: 'é' } },
      { key: 'b', value: null },
    ];
    expect(stateHashOf('0'.repeat(64), changes)).to.equal(
      hashHex('state', fromHex('0'.repeat(64)), canonical(changes)),
    );
    expect(a).to.not.equal(stateHashOf('0'.repeat(64), [{ key: 'k', value: { n: 2 } }]));
    expect(a).to.not.equal(stateHashOf('1'.repeat(64), [{ key: 'k', value: { n: 1 } }]));
    expect(nextTimestamp(new Ledger().state, 0)).to.equal(NOW + 1);
  });
});

describe('a docket that a quorum certified', () => {
  const from = () => {
    const ledger = new Ledger();
    const publication = publish();
    ledger.seal(publication);
    const tx = act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 0 } }, alice);
    return { ledger, tx };
  };
  const given = ({ view }: Ledger) => ({ view, signaturesOk: () => true, isCertified: () => true });

  it('is not judged again by what of an action never changes, which it is else', () => {
    const { ledger, tx } = from();
    const docket = ledger.docket([tx]);
    expect(codes(checkDocket(docket, ledger.state, given(ledger)))).to.equal('ok');
    const whole = checkDocket(docket, ledger.state, { view: ledger.view, signaturesOk: verified });
    expect(codes(whole)).to.match(/^VAL_SCHEMA_004 /);
  });

  it('is judged by places, rules of the instance, roots and state all the same', () => {
    const { ledger, tx } = from();
    const judged = (docket: Docket) => codes(checkDocket(docket, ledger.state, given(ledger)));
    const docket = ledger.docket([tx]);
    expect(judged(reheaded(docket, { stateHash: '0'.repeat(64) }))).to.match(/^DOCKET_STATE_MISMATCH /);
    expect(judged(reheaded(docket, { bodyRoot: '0'.repeat(64) }))).to.match(/^DOCKET_ROOT_MISMATCH /);
    expect(judged(ledger.docket([ledger.dockets[1]!.docket.transactions[0]!]))).to.match(/^VAL_REPLAY_001 /);
    const unpinned = act({ actionId: '0', publicationTxId: 'ab'.repeat(32), payload: { amount: 0 } }, alice);
    const wrong = { ...docket, transactions: [unpinned] };
    expect(judged(wrong)).to.not.equal('ok');
  });
});

describe('evidence', () => {
  const ledger = new Ledger();
  const publication = publish();
  const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
  ledger.seal(publication, start);
  const evidence = evidenceIn(ledger, { height: 1, index: 1 });
  const verifyText = (text: string) => codes(verifyEvidence(JSON.parse(text), verifySync));
  const source = JSON.stringify(evidence);

  it('proves a sealed transaction from the document alone', () => {
    const proof = good(verifyEvidence(JSON.parse(source), verifySync));
    expect(proof).to.deep.include({
      verdict: 'consistent',
      txId: start.txId,
      height: 1,
      genesisHash: ledger.state.genesisHash,
    });
    expect(proof.facts).to.have.length(5);
    const genesis = evidenceIn(ledger, { height: 0 });
    expect(verifyText(JSON.stringify(genesis))).to.equal('ok');
  });

  it('fails at the member that was changed', () => {
    const change = (edit: (document: typeof evidence & Record<string, never>) => void): string => {
      const document = JSON.parse(source);
      edit(document);
      return codes(verifyEvidence(document, verifySync));
    };
    const other = 'a'.repeat(64);
    const set = (path: string, to: unknown) =>
      change((document) => {
        const names = path.split('/');
        const last = names.pop() as string;
        const holder = names.reduce(
          (at: Record<string, unknown>, name) => at[name] as Record<string, unknown>,
          document as never,
        );
        holder[last] = to;
      });
    expect(set('format', 'x')).to.equal('EVIDENCE_INVALID ');
    expect(set('docket/header/txRoot', 'zz')).to.equal('EVIDENCE_INVALID ');
    expect(set('txId', other)).to.equal('VAL_HASH_002 /txId');
    expect(set('transaction/payload/amount', 6)).to.equal('VAL_HASH_001 /transaction/header/payloadHash');
    expect(set('transaction/header/actionId', '1')).to.equal('VAL_HASH_002 /txId');
    expect(set('transaction/signatures/0/signatureValue', 'AAAA')).to.equal('VAL_SIG_002 /transaction/signatures');
    expect(set('transaction/signatures', [])).to.equal('VAL_SIG_004 /transaction/header/senderWallet');
    expect(set('docket/path/0', other)).to.equal('DOCKET_ROOT_MISMATCH /docket/path');
    expect(set('docket/bodyPath/0', other)).to.equal('DOCKET_ROOT_MISMATCH /docket/bodyPath');
    expect(set('docket/index', 0)).to.equal('DOCKET_ROOT_MISMATCH /docket/path');
    expect(set('docket/header/txRoot', other)).to.equal('CERTIFICATE_INVALID /docket/certificate/docketHash');
    expect(set('docket/certificate/kind', 'PREPARE')).to.equal('CERTIFICATE_INVALID /docket/certificate/kind');
    expect(set('docket/certificate/round', 1)).to.equal(
      'CERTIFICATE_INVALID /docket/certificate/signatures/0/signature',
    );
    expect(set('docket/certificate/signatures', [])).to.equal('CERTIFICATE_INVALID /docket/certificate/signatures');
    expect(set('genesis/certificate/signatures', [])).to.equal('CERTIFICATE_INVALID /genesis/certificate/signatures');
    expect(set('genesis/header/timestampMs', NOW + 1)).to.equal('CERTIFICATE_INVALID /genesis/certificate/docketHash');
    expect(set('genesis/transaction/payload/name', 'Mine')).to.equal(
      'VAL_HASH_001 /genesis/transaction/header/payloadHash',
    );
    expect(set('registerId', '00000000-0000-4000-8000-000000000000')).to.equal('EVIDENCE_INVALID /registerId');
    const { header, certificate } = evidence.docket;
    const roster = { validators: [VALIDATOR] };
    expect(set('rosterChanges', [{ header, certificate, roster, historyPath: [] }])).to.equal(
      'EVIDENCE_INVALID /rosterChanges/0/header/height',
    );
    for (const junk of [null, 1, [], {}, { ...evidence, docket: null }, { ...evidence, rosterChanges: [{}] }])
      expect(codes(verifyEvidence(junk, verifySync))).to.equal('EVIDENCE_INVALID ');
  });
});
