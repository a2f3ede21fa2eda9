// Edits of a draft: what each one makes, what it refuses and why, and which findings it makes and solves.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { BLUEPRINT_BYTES_MAX } from '../../../../core/base/limits/node/designs.js';
import { isFailure } from '../../../../core/base/result.js';
import { draftOf } from '../../../../core/edits/draft.js';
import { emptyBlueprint } from '../../../../core/edits/empty.js';
import { EDIT_ROWS } from '../../../../core/edits/table.js';
import { at, draft, edited, refusal } from './drafts.js';

/** An edit, what is at a place then, and what it says. */
type Good = readonly [edit: JsonObject, path: string, value: Json | undefined, words: string];

const GOOD: readonly Good[] = [
  [{ edit: 'set_title', title: 'A bill' }, 'title', 'A bill', 'Changed the title.'],
  [{ edit: 'set_terms', member: 'currencies', value: { EUR: 2 } }, 'currencies.EUR', 2, 'Set currencies.'],
  [{ edit: 'set_terms', member: 'cancellation', value: null }, 'cancellation', undefined, 'Took cancellation away.'],
  [
    { edit: 'set_text', language: 'fr', key: 'title', text: 'Facture' },
    'texts.fr',
    { title: 'Facture' },
    'Set the text title (fr).',
  ],
  [
    { edit: 'set_text', language: 'de', key: '2.title', text: null },
    'texts.de',
    { 'buyer.name': 'Käufer', '2/paid': 'Bezahlt' },
    'Took the text 2.title (de) away.',
  ],
  [
    { edit: 'add_role', id: 'bank', name: 'Bank' },
    'participants.bank',
    { id: 'bank', name: 'Bank' },
    'Added the role bank (Bank).',
  ],
  [
    { edit: 'set_role', role: 'buyer', name: null, claimFor: 'PT4H' },
    'participants.buyer',
    { id: 'buyer', claimFor: 'PT4H' },
    'Changed name, claimFor of the role buyer.',
  ],
  [
    { edit: 'rename_role', role: 'buyer', to: 'customer' },
    'actions.2.sender',
    'customer',
    'The role buyer is called customer, wherever it is named.',
  ],
  [
    { edit: 'remove_role', role: 'buyer' },
    'actions.1.disclosures',
    [],
    'Removed the role buyer, and what was disclosed to it.',
  ],
  [
    { edit: 'add_action', title: 'Remind', sender: 'supplier' },
    'actions.3',
    { id: 3, title: 'Remind', sender: 'supplier' },
    'Added action 3 (Remind), which supplier does.',
  ],
  [{ edit: 'set_action', action: 2, title: 'Settle' }, 'actions.2.title', 'Settle', 'Changed title of action 2 (Pay).'],
  [{ edit: 'move_action', action: 1 }, 'actions.1.id', 1, 'Moved action 1 (Send the invoice) to the end.'],
  [
    { edit: 'remove_action', action: 2 },
    'actions.1.routes',
    [{ id: 'pay', nextActionIds: [] }],
    'Removed action 2 (Pay).',
  ],
  [
    { edit: 'set_schema_field', action: 1, field: 'fee', type: 'decimal', places: 2, min: '0' },
    'actions.1.calculations.fee',
    undefined,
    'Added the member fee (decimal, required) of action 1 (Send the invoice).',
  ],
  [
    { edit: 'set_form_control', action: 2, field: 'paid', title: 'Sum' },
    'actions.2.form.layout',
    'VerticalLayout',
    'The form of action 2 (Pay) asks for paid by a Numeric control.',
  ],
  [
    { edit: 'set_disclosure', action: 2, role: 'supplier', fields: ['paid'], reads: false },
    'actions.2.disclosures',
    [{ participantAddress: 'supplier', dataPointers: ['/paymentReference', '/outstanding'] }],
    'supplier does not read paid of action 2 (Pay).',
  ],
  [
    { edit: 'set_disclosure', action: 2, role: 'bank', fields: ['paid'], reads: true, from: { after: 'P1D' } },
    'actions.2.disclosures',
    [
      { participantAddress: 'supplier', dataPointers: ['/*'] },
      { participantAddress: 'bank', dataPointers: ['/paid'], from: { after: 'P1D' } },
    ],
    'bank reads paid of action 2 (Pay).',
  ],
  [
    { edit: 'add_calculation', action: 1, field: 'double', rule: { '*': [2, { var: 'in.taxRate' }] } },
    'actions.1.calculations.double',
    { '*': [2, { var: 'in.taxRate' }] },
    'Added the calculation of double in action 1 (Send the invoice).',
  ],
  [
    { edit: 'add_route', action: 1, id: 'large', nextActionIds: [2], condition: true },
    'actions.1.routes',
    [
      { id: 'large', nextActionIds: [2], condition: true },
      { id: 'pay', nextActionIds: [2] },
    ],
    'Action 1 (Send the invoice) leads to 2, on a condition.',
  ],
  [
    { edit: 'add_route', action: 1, id: 'pay', nextActionIds: [] },
    'actions.1.routes',
    [{ id: 'pay', nextActionIds: [] }],
    'Action 1 (Send the invoice) leads to the end.',
  ],
  [
    { edit: 'set_join', action: 2, fork: 1, need: 2 },
    'actions.2.joins',
    { fork: 1, need: 2 },
    'Action 2 (Pay) waits for 2 of the branches of action 1.',
  ],
  [
    { edit: 'set_join', action: 2, requiredPriorActions: [1] },
    'actions.2.requiredPriorActions',
    [1],
    'Action 2 (Pay) waits for actions 1.',
  ],
  [
    { edit: 'set_rejection', action: 2, targetActionId: 1, isTerminal: true },
    'actions.2.rejectionConfig',
    { targetActionId: 1, isTerminal: true },
    'A rejection of action 2 (Pay) ends the instance.',
  ],
  [
    { edit: 'add_timer', action: 1, id: 'late', after: 'P3D', remind: ['buyer'] },
    'actions.1.timers',
    [{ id: 'late', after: 'P3D', remind: ['buyer'] }],
    'Added the timer late of action 1 (Send the invoice).',
  ],
  [
    { edit: 'set_vote', action: 2, of: [{ role: 'buyer' }], need: 1, yes: 'a', no: 'b' },
    'actions.2.approval.need',
    1,
    'Votes of buyer decide action 2 (Pay): it takes 1.',
  ],
  [
    { edit: 'set_confirm', action: 1, by: ['buyer'], within: 'P2D', otherwise: 'count' },
    'actions.1.confirm.within',
    'P2D',
    'buyer confirm action 1 (Send the invoice) within P2D; silence agrees.',
  ],
  [
    { edit: 'add_credential_requirement', action: 1, id: 'g', type: 'Licence' },
    'actions.1.credentialRequirements',
    [{ id: 'g', type: 'Licence' }],
    'Now action 1 (Send the invoice) asks its sender for Licence.',
  ],
  [
    {
      edit: 'add_issuance',
      action: 2,
      credentialType: 'Receipt',
      claimMappings: [],
      recipientParticipantId: 'supplier',
    },
    'actions.2.credentialIssuanceConfig.credentialType',
    'Receipt',
    'Now action 2 (Pay) issues Receipt to supplier.',
  ],
  [
    { edit: 'remove_part', action: 2, part: 'rejection' },
    'actions.2.rejectionConfig',
    undefined,
    'Took its rejection of action 2 (Pay) away.',
  ],
  [
    { edit: 'remove_part', action: 2, part: 'timer', name: 'overdue' },
    'actions.2.timers',
    undefined,
    'Took the timer overdue of action 2 (Pay) away.',
  ],
  [
    { edit: 'remove_part', action: 1, part: 'calculation', name: 'total' },
    'actions.1.calculations',
    undefined,
    'Took the calculation total of action 1 (Send the invoice) away.',
  ],
  [
    { edit: 'remove_part', action: 1, part: 'route', name: 'pay' },
    'actions.1.routes',
    undefined,
    'Took the route pay of action 1 (Send the invoice) away.',
  ],
];

/** An edit, and `CODE /path` of its refusal. */
const REFUSED: readonly (readonly [Json, string])[] = [
  ['add_role', 'EDIT_INVALID '],
  [{ id: 'bank' }, 'EDIT_INVALID '],
  [{ edit: 'add_rol', id: 'bank' }, 'EDIT_INVALID /edit'],
  [{ edit: 'add_role' }, 'EDIT_INVALID /id'],
  [{ edit: 'add_role', id: 7 }, 'EDIT_INVALID /id'],
  [{ edit: 'add_role', id: 'bank', nam: 'Bank' }, 'EDIT_INVALID /nam'],
  [{ edit: 'add_role', id: 'buyer' }, 'EDIT_REFUSED /id'],
  [{ edit: 'set_role', role: 'bank' }, 'EDIT_REFUSED /role'],
  [{ edit: 'rename_role', role: 'bank', to: 'b' }, 'EDIT_REFUSED /role'],
  [{ edit: 'rename_role', role: 'buyer', to: 'supplier' }, 'EDIT_REFUSED /to'],
  [{ edit: 'remove_role', role: 'bank' }, 'EDIT_REFUSED /role'],
  [{ edit: 'set_title' }, 'EDIT_REFUSED '],
  [{ edit: 'set_terms', member: 'actions', value: [] }, 'EDIT_INVALID /member'],
  [{ edit: 'set_terms', member: 'facts', value: [1] }, 'BODY_INVALID /facts'],
  [{ edit: 'set_text', language: 'not a language', key: 'title', text: 'x' }, 'EDIT_INVALID /language'],
  [{ edit: 'add_action', id: 2, title: 'Pay', sender: 'buyer' }, 'EDIT_REFUSED /id'],
  [{ edit: 'set_action', action: 9, title: 'x' }, 'EDIT_REFUSED /action'],
  [{ edit: 'set_action', action: 1, sender: null }, 'EDIT_INVALID /sender'],
  [{ edit: 'move_action', action: 9 }, 'EDIT_REFUSED /action'],
  [{ edit: 'move_action', action: 1, before: 1 }, 'EDIT_REFUSED /before'],
  [{ edit: 'remove_action', action: 9 }, 'EDIT_REFUSED /action'],
  [{ edit: 'remove_action', action: 2, next: 2 }, 'EDIT_REFUSED /next'],
  [{ edit: 'remove_action', action: 2, next: 9 }, 'EDIT_REFUSED /next'],
  [{ edit: 'set_schema_field', action: 1, field: 'x' }, 'EDIT_REFUSED '],
  [{ edit: 'set_schema_field', action: 1, field: 'x', type: 'text', schema: {} }, 'EDIT_REFUSED '],
  [{ edit: 'set_schema_field', action: 9, field: 'x', type: 'text' }, 'EDIT_REFUSED /action'],
  [{ edit: 'set_form_control', action: 1, field: 'x' }, 'EDIT_REFUSED /field'],
  [{ edit: 'set_disclosure', action: 1, role: 'buyer', fields: ['/a~2'], reads: true }, 'EDIT_REFUSED /fields/0'],
  [
    { edit: 'set_disclosure', action: 1, role: 'buyer', fields: ['*'], reads: false, from: { after: 'P1D' } },
    'EDIT_REFUSED /from',
  ],
  [{ edit: 'set_join', action: 2 }, 'EDIT_REFUSED '],
  [{ edit: 'set_join', action: 2, fork: 1, requiredPriorActions: [1] }, 'EDIT_REFUSED '],
  [{ edit: 'add_timer', action: 9, id: 'x' }, 'EDIT_REFUSED /action'],
  [{ edit: 'add_timer', action: 2, id: 'x', at: { vra: 'x', var: 'x' } }, 'BODY_INVALID /actions/1/timers/1/at/vra'],
  [{ edit: 'set_vote', action: 2, of: [], need: 1, yes: 'a', no: 'b' }, 'EDIT_INVALID /of'],
  [{ edit: 'add_scenario', name: 'x', steps: [{ act: 1 }] }, 'SCENARIO_INVALID /1/steps/0/act'],
  [{ edit: 'remove_scenario', name: 'x' }, 'EDIT_REFUSED /name'],
  [{ edit: 'remove_part', action: 2, part: 'timer' }, 'EDIT_REFUSED /name'],
  [{ edit: 'remove_part', action: 2, part: 'vote', name: 'x' }, 'EDIT_REFUSED /name'],
  [{ edit: 'remove_part', action: 2, part: 'vote' }, 'EDIT_REFUSED /name'],
  [{ edit: 'remove_part', action: 2, part: 'join' }, 'EDIT_REFUSED /name'],
  ...['field', 'control', 'calculation', 'route', 'timer', 'credential_requirement', 'issuance'].map(
    (part): readonly [Json, string] => [{ edit: 'remove_part', action: 2, part, name: 'none' }, 'EDIT_REFUSED /name'],
  ),
];

describe('core/edits', () => {
  it('makes each edit, and says so', () => {
    for (const [edit, path, value, words] of GOOD) {
      const made = edited(draft(), edit);
      expect(at(made.draft, path), String(edit.edit)).to.deep.equal(value);
      expect(made.words[0]).to.equal(words);
    }
  });

  it('has a row for each edit of the table above, and an example that works for each row', () => {
    const tried = new Set(GOOD.map(([{ edit }]) => edit));
    for (const { name, example } of EDIT_ROWS) {
      if (!name.endsWith('_scenario')) expect(tried, name).to.include(name);
      expect(edited(draft(), { edit: name, ...example }).words, name).to.not.be.empty;
    }
  });

  it('refuses by name what it cannot do, and says where', () => {
    const shown = REFUSED.map(([edit]) => `${JSON.stringify(edit)}: ${refusal(draft(), edit)}`);
    expect(shown).to.deep.equal(REFUSED.map(([edit, expected]) => `${JSON.stringify(edit)}: ${expected}`));
  });

  it('renames a role in texts and scenarios too, and takes an action out of what names it', () => {
    const { draft: renamed } = edited(draft(), { edit: 'rename_role', role: 'buyer', to: 'customer' });
    expect(JSON.stringify([renamed.blueprint, renamed.scenarios])).to.not.match(/"buyer["/.]/);
    expect(at(renamed, 'texts.de')).to.have.property('customer.name', 'Käufer');
    expect(renamed.scenarios).to.deep.equal([
      { name: 'paid at once', steps: [{ action: 1, as: 'supplier', expect: { sees: { customer: {} } } }] },
    ]);
    const { draft: without } = edited(
      draft({ facts: { all: [1, 2], late: [2] } }),
      { edit: 'add_action', title: 'Dun', sender: 'supplier' },
      { edit: 'set_join', action: 3, fork: 2 },
      { edit: 'set_rejection', action: 3, targetActionId: 2 },
      { edit: 'remove_action', action: 2, next: 3 },
    );
    expect(at(without, 'actions.3')).to.deep.equal({
      ...{ id: 3, title: 'Dun', sender: 'supplier' },
      rejectionConfig: { targetActionId: 3 },
    });
    expect([at(without, 'facts'), at(without, 'texts.de')]).to.deep.equal([{ all: [1] }, { 'buyer.name': 'Käufer' }]);
    expect(at(without, 'actions.1.routes')).to.deep.equal([{ id: 'pay', nextActionIds: [3] }]);
  });

  it('tells the findings that an edit makes and solves, wherever actions are in the list', () => {
    const made = edited(draft(), { edit: 'remove_role', role: 'buyer' });
    expect(made.findings.made.map(({ code }) => code)).to.include('BP_FORM');
    const lost = edited(draft(), { edit: 'add_role', id: 'bank' }, { edit: 'add_action', title: 'Dun', sender: 'bnk' });
    expect(lost.findings.made.map(({ code, location }) => `${code} ${location}`)).to.deep.equal([
      'BP_SENDER_UNKNOWN /actions/2/sender',
      'BP_ACTION_UNREACHABLE /actions/2',
    ]);
    const moved = edited(lost.draft, { edit: 'move_action', action: 3, before: 1 });
    expect(moved.findings).to.deep.equal({ made: [], solved: [] });
    const solved = edited(moved.draft, { edit: 'set_action', action: 3, sender: 'bank' });
    expect(solved.findings.solved.map(({ code, location }) => `${code} ${location}`)).to.include(
      'BP_SENDER_UNKNOWN /actions/0/sender',
    );
  });

  it('tells the members that changed', () => {
    expect(edited(draft(), { edit: 'set_action', action: 2, title: 'Settle' }).changes).to.deep.equal([
      { path: 'actions[2].title', change: 'changed', before: 'Pay', after: 'Settle', isBehaviour: false },
    ]);
  });

  it('refuses a draft of language 1, of another form, and one that is too large', () => {
    const codeOf = (blueprint: JsonObject): string => {
      const made = draftOf({ blueprint, scenarios: [] });
      return isFailure(made) ? `${made.issue.code} ${made.issue.path}` : 'good';
    };
    expect(codeOf(emptyBlueprint('New', 'A new workflow.'))).to.equal('good');
    expect(codeOf({ title: 'New' })).to.equal('EDIT_REFUSED /language');
    expect(codeOf({ language: 2, titel: 'New' })).to.equal('BODY_INVALID /titel');
    expect(codeOf({ language: 2, tables: { a: 'x'.repeat(BLUEPRINT_BYTES_MAX) } })).to.equal('BODY_TOO_LARGE ');
    const large = { edit: 'set_terms', member: 'tables', value: { a: 'x'.repeat(BLUEPRINT_BYTES_MAX) } };
    expect(refusal(draft(), large)).to.equal('BODY_TOO_LARGE ');
  });
});
