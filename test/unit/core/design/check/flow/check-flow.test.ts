// Reports to a designer about the control flow: errors, with the path in the words of the blueprint.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../../core/base/json.js';
import type { Definition } from '../../../../../../core/blueprint/definition/types.js';
import { type Finding, Findings } from '../../../../../../core/blueprint/findings/finding.js';
import { checkBlueprint, isPublishable } from '../../../../../../core/design/check/check.js';
import { checkFlow } from '../../../../../../core/design/check/flow/check-flow.js';
import { shippedTemplate, TEMPLATES } from '../../../../../../core/design/templates/shipped.js';
import { instantiate, type Template } from '../../../../../../core/design/templates/template.js';

/** Action 4 joins behind a choice: it waits for 2 and comes by 3. */
function loan(last: JsonObject = { requiredPriorActions: [2] }): JsonObject {
  const when = { '==': [{ var: 'way' }, 'r'] };
  const action = (id: number, title: string, more: JsonObject): JsonObject => ({ id, title, sender: 'bank', ...more });
  return {
    language: 2,
    title: 'Loan',
    description: 'A loan.',
    participants: [{ id: 'bank' }, { id: 'client' }],
    actions: [
      action(1, 'Check', {
        isStartingAction: true,
        dataSchemas: [{ type: 'object', properties: { way: {} }, required: ['way'] }],
        routes: [
          { id: 'r', nextActionIds: [2], condition: when },
          { id: 's', nextActionIds: [3], isDefault: true },
        ],
      }),
      action(2, 'Ask', { routes: [{ nextActionIds: [4] }] }),
      action(3, 'Skip', { routes: [{ nextActionIds: [4] }] }),
      action(4, 'Pay', { routes: [], ...last }),
    ],
  };
}

/** The same with both at once or one alone, and a join that waits for both. */
function hanging(): JsonObject {
  const forked = loan({ requiredPriorActions: [2, 3] });
  const [first, ...others] = forked.actions as JsonObject[];
  const both = { id: 'both', nextActionIds: [2, 3], condition: { '>': [{ var: 'way' }, 1] } };
  const routes = [both, ...((first as JsonObject).routes as JsonObject[])];
  return { ...forked, actions: [{ ...(first as JsonObject), routes }, ...others] };
}

function about(findings: readonly Finding[], code: string): Finding {
  const found = findings.find((one) => one.code === code);
  expect(found, `${code} among ${JSON.stringify(findings)}`).to.not.equal(undefined);
  return found as Finding;
}

describe('checkBlueprint: control flow', () => {
  it('refuses a deadlock and says on which path it is', () => {
    const findings = checkBlueprint(loan());
    expect(isPublishable(findings)).to.equal(false);
    const found = about(findings, 'BP_DEADLOCK');
    expect(found.location).to.equal('/actions/3/requiredPriorActions/0');
    expect(found.path).to.deep.equal(['action 1 "Check" takes route "s" to 3', 'action 3 "Skip" leads to 4']);
    expect(found.steps, 'their ids').to.deep.equal([1, 3]);
    expect(found.message).to.equal(
      'action 4 "Pay" waits for action 2, which does not come on this path: action 1 "Check" takes route "s" to 3, action 3 "Skip" leads to 4. ' +
        'Lead every way there through action 2, or leave it out of requiredPriorActions.',
    );
  });

  it('finds a fork that is none', () => {
    expect(about(checkBlueprint(loan({ joins: { fork: 1 } })), 'BP_JOIN_FORK').location).to.equal(
      '/actions/3/joins/fork',
    );
    expect(about(checkBlueprint(loan({ joins: { fork: 9 } })), 'BP_JOIN_FORK').location).to.equal(
      '/actions/3/joins/fork',
    );
  });

  it('finds branches that meet, and offers a join by fork for one that hangs', () => {
    const hangs = hanging();
    const actions = hangs.actions as JsonObject[];
    const withBoth = actions[0] as JsonObject;
    expect(about(checkBlueprint(hangs), 'BP_DEADLOCK').message).to.include('"joins": {"fork": 1}');
    const last = actions[3] as JsonObject;
    const meets = { ...hangs, actions: [withBoth, ...actions.slice(1, 3), { ...last, requiredPriorActions: [] }] };
    expect(about(checkBlueprint(meets), 'BP_BRANCHES_MEET')).to.include({ severity: 'error', location: '/actions/3' });
    const joins = {
      ...hangs,
      actions: [withBoth, ...actions.slice(1, 3), { ...last, requiredPriorActions: [], joins: { fork: 1 } }],
    };
    expect(isPublishable(checkBlueprint(joins))).to.equal(true);
  });

  it('refuses what the search did not see whole', () => {
    const findings = new Findings();
    checkFlow(loan({}) as unknown as Definition, findings, { states: 1, steps: 1 });
    const found = findings.all().map(({ severity, code, location }) => `${severity} ${code} ${location}`);
    expect(found).to.deep.equal(['error BP_SOUNDNESS_UNKNOWN ']);
  });

  it('takes an override of what the search finds, and says so to everybody who reads it', () => {
    const overrides = [{ code: 'BP_DEADLOCK', reason: 'Clients always ask, says the bank.' }];
    const findings = checkBlueprint({ ...hanging(), overrides });
    expect(isPublishable(findings)).to.equal(true);
    const found = about(findings, 'BP_DEADLOCK');
    expect(found.severity).to.equal('warning');
    expect(found.message).to.match(/The definition overrides this: "Clients always ask, says the bank\."\.$/);
    const unknown = new Findings();
    const named = [{ code: 'BP_SOUNDNESS_UNKNOWN', reason: 'Too large to be searched.' }];
    const large = { ...loan({}), overrides: named } as unknown as Definition;
    checkFlow(large, unknown, { states: 1, steps: 1 });
    expect(unknown.all().map(({ severity, code }) => `${severity} ${code}`)).to.deep.equal([
      'warning BP_SOUNDNESS_UNKNOWN',
    ]);
  });

  it('lets an override hide no other fault', () => {
    const of = (...codes: string[]) => codes.map((code) => ({ code, reason: 'Clients always ask, says the bank.' }));
    const codes = (actions: readonly unknown[], overrides: readonly unknown[]): readonly string[] =>
      checkBlueprint({ ...loan(), actions, overrides } as JsonObject)
        .filter(({ severity }) => severity === 'error')
        .map(({ code }) => code);
    const act = (id: number, next: readonly number[], more: JsonObject = {}): JsonObject => ({
      ...{ id, title: `Action ${id}`, sender: 'bank', ...(id === 1 && { isStartingAction: true }) },
      ...{ routes: next.length === 0 ? [] : [{ id: 'on', nextActionIds: [...next] }], ...more },
    });
    // Beside the deadlock there is an action that nothing leads to.
    const { actions } = hanging();
    const dead = [...(actions as JsonObject[]), act(5, [])];
    expect(codes(dead, of('BP_DEADLOCK'))).to.deep.equal(['BP_ACTION_DEAD']);
    expect(codes(dead, of('BP_DEADLOCK', 'BP_ACTION_DEAD'))).to.deep.equal([]);
    const perhaps = [
      { id: 'go', nextActionIds: [8], condition: { '==': [{ var: 'way' }, 'r'] } },
      { id: 'no', nextActionIds: [], isDefault: true },
    ];
    // Two branches meet at 4, and behind it 7 waits for what never comes: the check does not look behind a meeting.
    const meeting = [
      ...[act(1, [2, 3]), act(2, [4]), act(3, [4]), act(4, [5, 6]), act(6, [7])],
      act(5, [], { dataSchemas: (actions as JsonObject[])[0]?.dataSchemas as JsonObject[], routes: perhaps }),
      act(7, [], { requiredPriorActions: [6, 8] }),
      act(8, [7]),
    ];
    expect(codes(meeting, of('BP_BRANCHES_MEET'))).to.deep.equal(['BP_SOUNDNESS_UNKNOWN']);
    expect(codes(meeting, of('BP_BRANCHES_MEET', 'BP_SOUNDNESS_UNKNOWN'))).to.deep.equal([]);
  });

  it('takes no override of another fault or of one that is not there', () => {
    const one = { code: 'BP_DEADLOCK', reason: 'Clients always ask, says the bank.' };
    const none = { ...loan({}), overrides: [one] };
    expect(about(checkBlueprint(none), 'BP_OVERRIDE_UNUSED')).to.include({ location: '/overrides/0' });
    const twice = checkBlueprint({ ...hanging(), overrides: [one, one] });
    expect(about(twice, 'BP_OVERRIDE_UNUSED')).to.include({ severity: 'warning', location: '/overrides/1' });
    for (const wrong of [
      { code: 'BP_JOIN_FORK', reason: one.reason },
      { code: one.code, reason: 'because' },
      { code: one.code },
    ])
      expect(about(checkBlueprint({ ...hanging(), overrides: [wrong] }), 'BP_FORM').location).to.match(/^\/overrides/);
    const forkless = { ...loan({ joins: { fork: 9 } }), overrides: [one] };
    expect(isPublishable(checkBlueprint(forkless))).to.equal(false);
  });

  it('finds nothing in the shipped templates', () => {
    for (const { id } of TEMPLATES) {
      const template = shippedTemplate(id) as Template;
      for (const { parameters } of template.examples ?? []) {
        const made = instantiate(template, parameters) as unknown as JsonObject;
        expect(isPublishable(checkBlueprint(made)), id).to.equal(true);
        expect(checkBlueprint(made).map(({ code }) => code)).to.not.include('BP_DEADLOCK');
      }
    }
  });
});
