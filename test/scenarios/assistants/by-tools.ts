// A construction permit by tools alone: an assistant changes a draft by named edits, rehearses and publishes it, and
// one at each node plays it. Publishing before the rehearsal asks the person, who says no.
import { expect } from 'chai';
import { fromTemplate } from '../../../cli/harness/publishing.js';
import type { JsonObject } from '../../../core/base/json.js';
import { memberOf } from '../stage.js';
import type { Assistant } from './assistant.js';
import { isIssued, type Permit, passed, playByAssistants, rolesOf } from './permit.js';

const ID = 'assistant-permit';

export async function permitByTools(permit: Permit): Promise<void> {
  const { registerId } = permit.stage;
  const designer = permit.assistants.acme as Assistant;
  await design(permit, designer);
  const target = { blueprintId: ID, registerId };
  designer.says({ confirm: false });
  expect(await designer.use('blueprint_publish', target)).to.include({ code: 'CONFIRMATION_DECLINED' });
  expect(designer.questions.at(-1)).to.contain('No rehearsal');
  designer.says({ confirm: true });
  await rehearse(permit, designer);
  const asked = designer.questions.length;
  expect(await passed(designer, 'blueprint_publish', target)).to.nested.include({ 'data.overridden': false });
  expect(designer.questions, 'a rehearsal has passed').to.have.length(asked);
  const instanceId = await playByAssistants(permit, ID);
  await isIssued(permit, instanceId);
  await proven(permit, { instanceId, registerId });
}

async function design(permit: Permit, assistant: Assistant): Promise<void> {
  const parameters = { organisations: {}, wallets: {} };
  const at = memberOf(permit.stage, 'acme');
  const template: JsonObject = await fromTemplate(at, 'construction-permit', { id: ID, parameters });
  const { data: draft } = await passed(assistant, 'blueprint_create', { definition: template });
  const neighbours = { action: 1, field: 'neighbours', type: 'integer', min: 0, max: 100, required: true };
  const edits = [
    { edit: 'set_title', title: 'Construction permit of an assistant' },
    ...rolesOf(permit),
    { edit: 'set_schema_field', ...neighbours, label: 'Neighbours' },
    { edit: 'set_disclosure', action: 1, role: 'planner', fields: ['neighbours'], reads: true },
  ];
  const edited = await passed(assistant, 'draft_edit', { blueprintId: ID, version: draft.version, edits });
  expect(edited, JSON.stringify(edited.data.findings)).to.include({ isValid: true });
  expect(edited.data.words).to.have.length(edits.length);
}

async function rehearse({ steps }: Permit, assistant: Assistant): Promise<void> {
  const { rehearsalId } = await assistant.use('rehearsal_start', { blueprintId: ID });
  let outcome: unknown;
  for (const { by: actingRole, action: actionId, payload } of steps) {
    const step = { blueprintId: ID, rehearsalId, actionId, actingRole, payload };
    ({ outcome } = await assistant.use('rehearsal_step', step));
  }
  expect(outcome).to.equal('Passed');
}

/** The evidence that one organisation gives is checked at the node of another. */
async function proven({ stage: { registerId }, assistants }: Permit, place: object): Promise<void> {
  const { acme, bolt } = assistants as { readonly acme: Assistant; readonly bolt: Assistant };
  const { data: history } = await passed(acme, 'instance_history', place);
  const { transactionId: txId } = history.steps.at(-1);
  const { data: evidence } = await passed(acme, 'tx_evidence', { registerId, txId });
  expect(await passed(bolt, 'evidence_verify', { evidence })).to.include({ verdict: 'consistent' });
}
