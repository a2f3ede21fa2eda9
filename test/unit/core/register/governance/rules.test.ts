// The rules of a register: raised by governance with the signed word of every validator, and in force from the next
// docket on. A program that does not know them never guesses them.
import { expect } from 'chai';
import type { Failure } from '../../../../../core/base/result.js';
import { RULES_LATEST } from '../../../../../core/base/version.js';
import { checkDocket, selectTransactions } from '../../../../../core/chain/state.js';
import { candidacyDigest, type Readiness, readinessDigest } from '../../../../../core/register/governance/candidacy.js';
import type { RulesSupport } from '../../../../../core/register/governance/rules-support.js';
import { RULES_NEXT } from '../../../../support/definitions/rules-next.js';
import {
  candidacy,
  judge,
  operation,
  proposal,
  readiness,
  seatValidator,
  supportOf,
} from '../../../../support/register/governance.js';
import {
  aSeat,
  Ledger,
  owner,
  publish,
  REGISTER_ID,
  signAsSeat,
  VALIDATOR,
  verified,
} from '../../../../support/register/ledger.js';

const SECOND = aSeat('second');
const FRESH = aSeat('fresh');

function raise(rules: number, support: readonly RulesSupport[]) {
  return proposal(operation('set-rules-version', { rules, support }), [owner]);
}

/** The owner's act that gives the seat of the first validator another key. */
function rekey(ledger: Ledger, members: object = {}) {
  const { genesisHash } = ledger.state;
  const { validatorId, consensusKey } = FRESH;
  const validator = { validatorId, consensusKey };
  const digest = candidacyDigest({ registerId: REGISTER_ID, genesisHash, validator, replaces: VALIDATOR.validatorId });
  const said = { validatorId: VALIDATOR.validatorId, validator, genesisHash, proof: signAsSeat(FRESH, digest) };
  return proposal(operation('rekey-validator', { ...said, ...members }), [owner]);
}

describe('the rules of a register', () => {
  it('rise by one, with the word of every validator, and hold from the next docket on', () => {
    const ledger = new Ledger();
    seatValidator(ledger, SECOND);
    const both = supportOf(2, VALIDATOR, SECOND);
    expect(judge(ledger, raise(3, supportOf(3, VALIDATOR, SECOND)))).to.equal('VAL_PERM_004 /payload/operation/rules');
    expect(judge(ledger, raise(1, both))).to.equal('VAL_PERM_004 /payload/operation/rules');
    expect(judge(ledger, raise(2, supportOf(2, VALIDATOR)))).to.equal('VAL_PERM_004 /payload/operation/support');
    const older = [...supportOf(2, VALIDATOR), ...supportOf(1, SECOND)];
    expect(judge(ledger, raise(2, older))).to.equal('VAL_PERM_004 /payload/operation/support');
    const lie = [both[0]!, { ...supportOf(1, SECOND)[0]!, rules: 2 }];
    expect(judge(ledger, raise(2, lie))).to.contain('VAL_SIG_002');
    const docket = ledger.seal(raise(2, both));
    expect(docket.header.rules, 'the docket of the act itself').to.equal(1);
    expect(ledger.state.rules).to.equal(2);
    expect(ledger.view.state('rules')).to.deep.equal({ rules: 2 });
    expect(ledger.seal(publish()).header.rules).to.equal(2);
    expect(judge(ledger, raise(2, both))).to.equal('VAL_PERM_004 /payload/operation/rules');
    // Whether an act holds never depends on what this program knows: all programs answer alike.
    ledger.seal(raise(3, supportOf(3, VALIDATOR, SECOND, FRESH)));
    expect(ledger.state.rules).to.equal(3);
  });

  it('rise with a bounded list, one statement of each key', () => {
    const ledger = new Ledger();
    const form = (support: unknown, rules: unknown = 2) =>
      judge(ledger, raise(rules as number, support as readonly RulesSupport[]));
    const [good] = supportOf(2, VALIDATOR);
    const bad = 'VAL_STRUCT_011 /payload/operation/support';
    expect(form([])).to.equal(bad);
    expect(form([good, good])).to.equal(bad);
    expect(form(Array.from({ length: 32 }, (_, i) => supportOf(2, aSeat(`seat ${i}`))[0]))).to.equal(bad);
    expect(form([{ ...good, more: 1 }])).to.equal(bad);
    for (const rules of [0, 1.5, 65_536])
      expect(form([good], rules), String(rules)).to.equal('VAL_STRUCT_011 /payload/operation/rules');
  });

  it('are the one change of their docket', () => {
    const ledger = new Ledger();
    const add = proposal(operation('add-validator', candidacy(ledger.state, SECOND)), [owner]);
    const docket = ledger.docket([raise(2, supportOf(2, VALIDATOR))]);
    const given = { view: ledger.view, signaturesOk: verified };
    const { transactions, refused } = selectTransactions({
      ...{ ...given, state: ledger.state, timestampMs: docket.header.timestampMs },
      transactions: [...docket.transactions, add],
    });
    expect(transactions).to.deep.equal(docket.transactions);
    expect(refused.map(({ verdict }) => verdict.issues[0]?.code)).to.deep.equal(['GOVERNANCE_CHANGE_PENDING']);
    expect((checkDocket(docket, ledger.state, given) as { effect: { rules?: number } }).effect.rules).to.equal(2);
    ledger.seal(raise(2, supportOf(2, VALIDATOR)));
    expect(judge(ledger, add)).to.equal('ok');
  });

  it('are known to each node that gets a seat', () => {
    const ledger = new Ledger();
    ledger.seal(raise(RULES_NEXT, supportOf(RULES_NEXT, VALIDATOR)));
    ledger.seal(proposal(operation('add-validator', candidacy(ledger.state, SECOND)), [owner]));
    const activate = (given: object) => {
      const said = { ...readiness(ledger, SECOND), ...given };
      const signature = signAsSeat(SECOND, readinessDigest(said));
      const { validatorId } = SECOND;
      const ready = { ...said, signature };
      return proposal(operation('activate-validator', { validatorId, readiness: ready }), [owner]);
    };
    const { rules: _unsaid, ...silent } = readiness(ledger, SECOND);
    const { validatorId } = SECOND;
    const first = proposal(operation('activate-validator', { validatorId, readiness: silent as Readiness }), [owner]);
    expect(judge(ledger, first)).to.equal('VAL_STRUCT_011 /payload/operation/readiness');
    expect(judge(ledger, activate({ rules: 1 }))).to.equal('GOVERNANCE_READINESS_INVALID /payload/operation/readiness');
    expect(judge(ledger, activate({ rules: 0 }))).to.equal('VAL_STRUCT_011 /payload/operation/readiness');
    expect(judge(ledger, activate({ rules: 7 }))).to.equal('ok');
    expect(judge(ledger, rekey(ledger))).to.equal('VAL_PERM_004 /payload/operation/support');
    expect(judge(ledger, rekey(ledger, { support: supportOf(2, SECOND) }))).to.equal(
      'VAL_PERM_004 /payload/operation/support',
    );
    expect(judge(ledger, rekey(ledger, { support: supportOf(2, FRESH) }))).to.equal('ok');
  });

  it('are never guessed: beyond what this program knows no docket is judged', () => {
    const ledger = new Ledger();
    const state = { ...ledger.state, rules: RULES_LATEST + 1 };
    const docket = ledger.docket([publish()]);
    const later = { ...docket, header: { ...docket.header, rules: state.rules } };
    const found = (checkDocket(later, state, { view: ledger.view, signaturesOk: verified }) as Failure).issues;
    expect(found.map(({ code }) => code)).to.deep.equal(['UPGRADE_NEEDED']);
    expect(found[0]?.message).to.contain(`rules ${state.rules}`).and.to.contain(`knows 1 to ${RULES_LATEST}`);
  });
});
