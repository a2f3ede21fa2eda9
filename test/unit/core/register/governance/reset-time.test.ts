// The act that heals the time of a register: it takes back a head of the future, never a time that was right, and every
// check of the chain agrees with it.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import { verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { checkDocket } from '../../../../../core/chain/state.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { proposalIdOf } from '../../../../../core/register/governance/operation.js';
import { proposalRow } from '../../../../../core/register/governance/rows.js';
import { evidenceIn } from '../../../../support/register/evidence-files.js';
import { approval, ballot, governed, judge, operation, proposal } from '../../../../support/register/governance.js';
import { act, alice, Ledger, NOW, owner, publish, REGISTER_ID, verified } from '../../../../support/register/ledger.js';

const YEAR = 365 * 24 * 60 * 60 * 1000;
const time = (ms: number) => new Date(ms).toISOString();
const TRUE_TIME = NOW + 60_000;
const said = (floorMs = TRUE_TIME, members = {}) => operation('reset-time', { timeFloor: time(floorMs), ...members });
const reset = (floorMs = TRUE_TIME) => proposal(said(floorMs, { proposedAt: time(floorMs) }), [owner]);

/** A register that was sealed by a clock that is ten years ahead. */
function poisoned(ledger = new Ledger()) {
  const pin = publish();
  ledger.sealAt(NOW + 10 * YEAR, pin);
  return { ledger, pin, nextMs: NOW + 10 * YEAR + 1 };
}

const judged = (ledger: Ledger, floorMs?: number) => judge(ledger, reset(floorMs), ledger.state.timestampMs + 1);

describe('the act that resets the time of a register', () => {
  it('lets the next docket be of the present, judged by the clock again', () => {
    const { ledger, pin, nextMs } = poisoned();
    const late = act({ actionId: '0', publicationTxId: pin.txId, expiresAt: time(TRUE_TIME + 10_000) }, alice);
    expect(judge(ledger, late, nextMs)).to.contain('VAL_TIME_003');
    const docket = ledger.sealAt(nextMs, reset());
    expect(docket.header.timestampMs, 'the docket keeps its own time').to.equal(nextMs);
    expect(ledger.state.timestampMs).to.equal(TRUE_TIME);
    const fresh = { view: ledger.view, signaturesOk: verified, nowMs: TRUE_TIME + 5000, time: 'fresh' as const };
    const at = (ms: number) => {
      const found = checkDocket(ledger.docket([late], ms), ledger.state, fresh);
      return isFailure(found) ? found.issue.code : 'good';
    };
    expect(at(TRUE_TIME)).to.equal('DOCKET_TIME_INVALID');
    expect(at(TRUE_TIME + 60_000)).to.equal('DOCKET_TIME_INVALID');
    expect(at(TRUE_TIME + 5000)).to.equal('good');
    ledger.sealAt(TRUE_TIME + 5000, late);
    const evidence = evidenceIn(ledger, { height: 1 });
    expect(verifyEvidence(evidence, verifySync, { genesisHash: ledger.state.genesisHash })).to.have.property('verdict');
  });

  it('takes back no time that is right, and none of before the founding', () => {
    const { ledger, nextMs } = poisoned();
    const bad = 'VAL_PERM_004 /payload/operation/timeFloor';
    expect(judged(ledger, TRUE_TIME)).to.equal('ok');
    expect(judged(ledger, nextMs - 1), 'the time of the head').to.equal(bad);
    expect(judged(ledger, nextMs - 2)).to.equal('ok');
    expect(judged(ledger, NOW)).to.equal('ok');
    expect(judged(ledger, NOW - 1)).to.equal(bad);
    expect(judge(ledger, reset(), nextMs + 1), 'a docket that the clock dates').to.equal(bad);
    ledger.sealAt(nextMs, reset());
    ledger.sealAt(TRUE_TIME + 5000, publish(undefined, 'another'));
    expect(judge(ledger, reset(NOW), TRUE_TIME + 6000), 'once it is healed').to.equal(bad);
    for (const timeFloor of ['2026-01-02', 7 as unknown as string])
      expect(judge(ledger, proposal(said(0, { timeFloor }), [owner]))).to.equal(
        'VAL_STRUCT_011 /payload/operation/timeFloor',
      );
  });

  it('is voted by the owners, is not kept back for longer than any act, and closes what else is open', () => {
    const { ledger, nextMs } = poisoned(governed([alice, 'Admin']));
    const week = 7 * 24 * 60 * 60 * 1000;
    const old = said(TRUE_TIME, { proposedAt: time(TRUE_TIME - week) });
    expect(judge(ledger, proposal(old, [owner]), nextMs)).to.equal('VAL_TIME_003 /payload/operation/proposedAt');
    const other = operation('set-consensus-policy', { policy: { tenure: 5 }, proposedAt: time(nextMs) });
    ledger.sealAt(nextMs, proposal(other, [owner]));
    const healing = said();
    ledger.sealAt(nextMs + 1, proposal(healing, [owner]));
    expect(ledger.state.timestampMs, 'one of two owners').to.equal(nextMs + 1);
    ledger.sealAt(nextMs + 2, ballot(healing, [approval(alice, healing)], alice));
    expect(ledger.state.timestampMs).to.equal(TRUE_TIME);
    const rowOf = (one: typeof other) => proposalRow(ledger.view, proposalIdOf(REGISTER_ID, one));
    expect(rowOf(healing)).to.include({ status: 'Recorded' });
    expect(rowOf(other)).to.include({ status: 'Rejected', reason: 'time-reset' });
  });
});
