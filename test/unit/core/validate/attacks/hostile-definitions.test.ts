// Definitions that a patched node publishes: of any form, and with nulls that its check does not see. No validator
// fails over one, and a register runs what was checked.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { dueTimers } from '../../../../../core/blueprint/instance/open-timers.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { publishedDefinition } from '../../../../../core/instance/publications.js';
import { timerTransaction } from '../../../../../core/transaction/timer.js';
import { validate } from '../../../../../core/validate/validate.js';
import { alice, bob, Ledger, publish, REGISTER_ID } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';

const THEN = 'then';
const ROLES = [
  { id: 'x', walletAddress: alice.address },
  { id: 'y', walletAddress: bob.address },
];

function definition(more: object): JsonObject {
  const actions = [step(1, 'x', [2], { isStartingAction: true }), step(2, 'y', [], more)];
  return { language: 2, title: 'Nulls', participants: ROLES, actions } as unknown as JsonObject;
}

describe('definitions of a patched node', () => {
  it('are refused whatever their form is', () => {
    const { state, view } = new Ledger();
    const codes = (payload: Json): readonly string[] => {
      const verdict = validate(publish(payload), { state, view, signaturesOk: true });
      return verdict.ok ? [] : verdict.issues.map(({ code }) => code);
    };
    const broken = [null, 7, {}, { candidates: [null] }, { candidates: { organisation: 7 } }, { walletAddress: 7 }];
    for (const role of broken)
      expect(codes({ ...definition({}), participants: [role, role] as Json }), JSON.stringify(role)).to.include(
        'VAL_BP_010',
      );
    for (const payload of [7, 'x', [], { language: 2 }] as Json[])
      expect(codes(payload), JSON.stringify(payload)).to.include('VAL_BP_010');
  });

  it('are refused where a later step fails over what an earlier one refused, and it alone', () => {
    const { state, view } = new Ledger();
    const payload = { get: () => (undefined as unknown as { length: number }).length };
    const tx = Object.create(publish(definition({})), { payload }) as ReturnType<typeof publish>;
    const of = { state, view, signaturesOk: true };
    expect(() => validate(tx, of)).to.throw(TypeError);
    const late = validate(tx, { ...of, nowMs: state.timestampMs + 7_200_000 });
    expect(late.ok ? [] : late.issues.map(({ code }) => code)).to.deep.equal(['VAL_TIME_002']);
  });

  it('run as they were checked: a null stands for an absent member', () => {
    const ends = { id: 'end', after: 'P1D', [THEN]: { nextActionIds: [] }, zone: null, calendar: null, data: null };
    const nudge = { id: 'nudge', after: 'PT2H', remind: ['y'], every: null, times: null };
    const at = new People(definition({ timers: [ends, nudge], approval: null, confirm: null, rejectionConfig: null }));
    const first = at.seal(1, alice, { next: [2] });
    const read = publishedDefinition(at.ledger.view, 'loan', at.pin);
    if (!read) throw new Error('it is published');
    const [due, ...others] = dueTimers(at.instance, planOf(read));
    expect([due?.timer.id, due?.timer.data, others]).to.deep.equal(['end', undefined, []]);
    expect(planOf(read).actions.get('2')?.remind).to.have.length(1);
    expect(at.judge(at.move(2, bob, { after: first, next: [] }))).to.equal('ok');
    if (!due) return;
    const of = { registerId: REGISTER_ID, instanceId: INSTANCE, blueprintId: 'loan', publicationTxId: at.pin };
    at.ledger.sealAt(due.dueMs + 1, timerTransaction(of, due));
    expect(at.instance.state).to.equal('Completed');
  });
});
