// The statements of one member of the data of an instance, as far as a wallet may read them.
import type { Acting } from '../../../../actors/workflow/encryption/acting.js';
import { issue } from '../../../../core/base/issue.js';
import type { Json } from '../../../../core/base/json.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { actionOf } from '../../../../core/blueprint/definition/conformance.js';
import { parsePointer, readPointer } from '../../../../core/blueprint/definition/pointer.js';
import { variablesIn } from '../../../../core/blueprint/logic/logic-reads.js';
import type { Suspicion } from '../../../../core/reading/cells/suspicion.js';
import type { ApiCall } from '../../../define.js';
import { Authors } from '../../../views/authors.js';
import { doneActions } from '../../../workflow/done-actions.js';
import type { InstanceAt } from '../../../workflow/sealed-moves.js';
import type { LedgerDeps } from '../deps.js';
import { placeView, titleOf } from './instance-steps.js';

/** In ledger order. Issues: QUERY_INVALID for a text that is not a pointer, and those of reading the instance. */
export async function statementsOf(
  call: ApiCall<LedgerDeps>,
  { view, record, reader }: InstanceAt & { readonly reader: Acting },
  member: string,
) {
  const tokens = parsePointer(member);
  if (tokens === undefined) return fail(issue('QUERY_INVALID', '/member', 'The member is not a JSON Pointer.'));
  const seen = await call.deps.workflow.visible(view.registerId, view.id, reader);
  if (isFailure(seen)) return seen;
  const authors = new Authors(call.deps.chain, record.reg);
  const statements = (await doneActions(call, view)).flatMap((sealed) => {
    const { txId, header } = sealed.transaction;
    const value = readPointer(seen.facts.get(txId) ?? {}, tokens);
    const suspicion = seen.suspect.find((item) => item.txId === txId && isAbout(item, member));
    if (value === undefined && !suspicion) return [];
    return [
      {
        ...placeView(sealed, record, authors),
        actionId: header.actionId,
        actionTitle: titleOf(view, header.actionId),
        ...(value !== undefined && { value: value as unknown }),
        ...(suspicion && { suspicion: suspicion.reason }),
        calculatedFrom: calculationSources(view, { actionId: header.actionId, tokens }),
        opening: `/api/instances/${encodeURIComponent(view.id)}/openings`,
      },
    ];
  });
  return statements;
}

/** True for a suspicion about the member, a part of it, or what it is a part of. */
function isAbout({ member: suspected }: Suspicion, member: string): boolean {
  return suspected === '' || suspected === member || within(suspected, member) || within(member, suspected);
}

function within(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}/`);
}

function calculationSources(
  { definition }: InstanceAt['view'],
  { actionId, tokens }: { readonly actionId: string; readonly tokens: readonly string[] },
): readonly string[] {
  const { calculations = {} } = (definition && actionOf(definition, actionId)) ?? {};
  const rule: Json | undefined = Object.hasOwn(calculations, tokens[0] ?? '')
    ? calculations[tokens[0] as string]
    : undefined;
  return rule === undefined ? [] : variablesIn(rule);
}
