// Parts of a move of an instance, shown with what proves them. The caller reads as a wallet that it may use to decrypt.
import type { Static } from 'typebox';
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { Json } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { statedGateOf } from '../../../../core/chain/evidence/gate.js';
import { GATE_CELLS, gatePointer } from '../../../../core/credentials/gate/cells.js';
import { publishedDefinition } from '../../../../core/instance/publications.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import { instanceFor, readerOf } from '../../../access/instances.js';
import type { ApiCall } from '../../../define.js';
import type { CreateOpening, OpeningBody } from '../../../schemas/workflow/opening.js';
import { type GateToShow, gateEvidenceOf } from '../../../workflow/gate-evidence.js';
import type { WorkflowDeps } from '../deps.js';

type Shown = Static<typeof OpeningBody>;

/** BODY_INVALID where nothing is asked for; issues of `instanceFor`, `readerOf`, `gateOf` and `Workflow.show`. */
export async function shownParts(
  call: ApiCall<WorkflowDeps>,
  at: { readonly instanceId: string; readonly registerId: string | undefined },
  { txId, pointers = [], gate: gateId, wallet }: Static<typeof CreateOpening>,
): Promise<Result<Shown>> {
  if (pointers.length === 0 && gateId === undefined)
    return fail(issue('BODY_INVALID', '', 'Expected pointers of parts, or the name of a gate.'));
  const view = await instanceFor(call, at.instanceId, at.registerId);
  if (isFailure(view)) return view;
  const reader = await readerOf(call, view, wallet);
  if (isFailure(reader)) return reader;
  const gate = gateId === undefined ? undefined : gateOf(call, view, { txId, id: gateId });
  if (gate !== undefined && isFailure(gate)) return gate;
  const { registerId, id: instanceId } = view;
  const all = [...pointers, ...(gate?.pointers ?? [])];
  // Of a gate in the clear there is nothing to open.
  const shown =
    all.length === 0 ? {} : await call.deps.workflow.show({ registerId, instanceId, txId, pointers: all, reader });
  if (isFailure(shown)) return shown.mapIssues((problem) => ofGate(problem, pointers.length));
  if (gate === undefined) return shown as unknown as Shown;
  const { opening } = shown as { readonly opening?: unknown };
  const evidence = await gateEvidenceOf(call.deps.chain, gate.reg, { ...gate, opening: opening as Json | undefined });
  return isFailure(evidence) ? evidence : ({ ...shown, gate: evidence } as unknown as Shown);
}

/** Pointers behind those of the caller are of the gate. */
function ofGate(problem: Issue, count: number): Issue {
  const at = /^\/pointers\/(\d+)$/.exec(problem.path)?.[1];
  return at === undefined || Number(at) < count
    ? problem
    : issue('BODY_INVALID', '/gate', 'The wallet does not read the evidence of this gate.');
}

interface AskedGate extends Omit<GateToShow, 'opening'> {
  readonly reg: number;
  /** Of its cells; none where its evidence stands in the clear. */
  readonly pointers: readonly string[];
}

/** TRANSACTION_NOT_FOUND, PUBLICATION_NOT_FOUND, and BODY_INVALID for a gate that the action does not state. */
function gateOf(
  { deps: { ledger, chain } }: ApiCall<WorkflowDeps>,
  { registerId, id: instanceId }: InstanceView,
  { txId, id }: { readonly txId: string; readonly id: string },
): Result<AskedGate> {
  const reg = ledger.registers().find((record) => record.id === registerId)?.reg;
  const view = reg === undefined ? undefined : chain.view(reg);
  const tx = view?.transaction(txId);
  if (reg === undefined || !view || !tx || instanceIdOf(tx) !== instanceId)
    return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'The instance has no sealed transaction with this TxId.'));
  const { blueprintId, publicationTxId = '' } = tx.header;
  const definition = publishedDefinition(view, blueprintId, publicationTxId);
  if (!definition)
    return fail(issue('PUBLICATION_NOT_FOUND', '/instanceId', 'This node lacks the definition of the instance.'));
  const stating = statedGateOf({ tx, definition }, id);
  if (stating === undefined) return fail(issue('BODY_INVALID', '/gate', 'The action states no gate of this name.'));
  const pointers = stating.gate.isPublic ? [] : GATE_CELLS.map((cell) => gatePointer(id, cell));
  return { reg, tx, definition, id, pointers };
}
