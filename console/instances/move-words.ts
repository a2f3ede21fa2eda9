// The names that the sentences of a move have, and the operation that makes it.
import type { OperationId } from '../../api/client/published/operation-calls.js';
import { actionTitle } from '../act/fields-shown.js';
import type { MoveKind, MoveOffered, MovesRead } from './moves.js';

export const MOVE_OPERATIONS: Readonly<Record<MoveKind, OperationId>> = {
  confirm: 'confirmRun',
  decline: 'confirmRun',
  resolve: 'resolveInstance',
  object: 'objectInstance',
  challenge: 'challengeInstance',
  deliver: 'deliverInstance',
  claim: 'claimRole',
  release: 'releaseRole',
  keep: 'submitTransaction',
  handover: 'submitTransaction',
  cancel: 'cancelInstance',
};

export function moveValues(
  { kind, role, actionId, count = 0, gate = '' }: MoveOffered,
  { definition, instance }: Pick<MovesRead, 'definition' | 'instance'>,
) {
  const nameOf = (id: string) => definition.participants.find((each) => each.id === id)?.name ?? id;
  const consent = instance.cancellation?.consent;
  return {
    ...{ kind, count, gate },
    role: role === undefined ? '' : nameOf(role),
    action: actionId === undefined ? '' : actionTitle(definition, Number(actionId)),
    need: consent?.need ?? 0,
    of: consent?.of.map(nameOf).join(', ') ?? '',
  };
}
