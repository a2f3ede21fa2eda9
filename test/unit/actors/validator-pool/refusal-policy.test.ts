// A node with an old head may refuse for good the transactions that every head would refuse, and nothing else.
import { expect } from 'chai';
import { BEHIND, RefusalPolicy } from '../../../../actors/validator-pool/refusal-policy.js';
import { type IssueCode, issue } from '../../../../core/base/issue.js';
import type { Verdict } from '../../../../core/moves/parts/context.js';
import { aTransaction } from '../../../support/register/a-chain.js';

const TX = aTransaction({ n: 1 });

const rejected = (...codes: readonly IssueCode[]): Verdict => ({
  ok: false,
  fault: 'reject',
  issues: codes.map((code) => issue(code, '', code)),
});
const retry: Verdict = { ok: false, fault: 'retry', issues: [issue('VAL_CHAIN_001', '', 'unknown')] };

function scene(isBehind: boolean) {
  const at = { isBehind };
  const words = new RefusalPolicy({ isBehind: () => at.isBehind });
  const told = (verdict: Verdict) => words.issuesFor(TX, verdict).map(({ code }) => code);
  return { at, words, told };
}

/** Of an action: what no docket changes, and what the next one may. */
const FINAL: readonly IssueCode[] = [
  ...(['VAL_STRUCT_011', 'VAL_STRUCT_002', 'VAL_SIZE_001', 'VAL_REPLAY_001'] as const),
  ...(['VAL_TIME_001', 'VAL_TIME_003', 'VAL_SIG_002', 'VAL_SIG_003', 'VAL_SIG_004', 'VAL_SCHEMA_004'] as const),
];
const OPEN: readonly IssueCode[] = [
  ...(['VAL_POLICY_001', 'VAL_SCHEMA_001', 'VAL_BP_VERSION_001', 'VAL_CHAIN_002'] as const),
  ...(['VAL_CHAIN_FORK', 'VAL_BP_001', 'VAL_BP_002', 'VAL_BP_003'] as const),
];

describe('the final refusals of a pool', () => {
  it('are every issue while no peer is known to be ahead', () => {
    const { told } = scene(false);
    for (const code of [...FINAL, ...OPEN]) expect(told(rejected(code))).to.deep.equal([code]);
  });

  it('are only those of every head while a peer is ahead, and else to come back', () => {
    const { told } = scene(true);
    for (const code of FINAL) expect(told(rejected(code)), code).to.deep.equal([code]);
    for (const code of OPEN) expect(told(rejected(code)), code).to.deep.equal([BEHIND.code]);
    expect(told(rejected('VAL_CHAIN_FORK', 'VAL_SIG_002'))).to.deep.equal(['VAL_SIG_002']);
    expect(BEHIND.code).to.equal('NODE_UNAVAILABLE');
  });

  it('change nothing for what is good or waits for another transaction', () => {
    for (const isBehind of [true, false]) {
      const { told, words } = scene(isBehind);
      expect(told({ ok: true })).to.deep.equal([]);
      expect(told(retry)).to.deep.equal(['VAL_CHAIN_001']);
      for (const verdict of [{ ok: true }, retry] as const) expect(words.end(TX, verdict)).to.equal(undefined);
      expect(words.takeDue()).to.deep.equal([]);
    }
  });

  it('end no promise with an old head, and judge it again when the node has caught up', () => {
    const { at, words } = scene(true);
    expect(words.end(TX, rejected('VAL_SIG_002'))).to.have.property('code', 'VAL_SIG_002');
    expect(words.end(TX, rejected('VAL_CHAIN_FORK'))).to.equal(undefined);
    expect(words.isFinal(TX, issue('VAL_CHAIN_FORK', '', ''))).to.equal(false);
    expect(words.takeDue(), 'still behind').to.deep.equal([]);
    at.isBehind = false;
    expect(words.takeDue()).to.deep.equal([TX.txId]);
    expect(words.takeDue()).to.deep.equal([]);
    expect(words.end(TX, rejected('VAL_CHAIN_FORK'))).to.have.property('code', 'VAL_CHAIN_FORK');
  });
});
