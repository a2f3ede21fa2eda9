// The line of the command line that makes the same move.
import type { InstanceShown } from '../act/act-data.js';
import { AsCommand } from '../parts/as-command.js';
import type { MoveOffered } from './moves.js';
import type { MoveStated, SENDING } from './send-move.js';

interface MoveCommandProps {
  readonly instance: Pick<InstanceShown, 'id'>;
  readonly move: MoveOffered & { readonly kind: keyof typeof SENDING };
  readonly stated: MoveStated;
}

export function MoveCommand({ instance: { id: instance }, move, stated }: MoveCommandProps) {
  const { kind, role = '', txId: tx = '', actionId: action = '', gate, ground } = move;
  const { mover, outcome, isPrivate } = stated;
  const reason = stated.reason.trim() === '' ? undefined : stated.reason.trim();
  const by = { instance, wallet: mover.address };
  switch (kind) {
    case 'confirm':
      return <AsCommand act="instance.confirm" values={{ ...by, tx, role }} />;
    case 'decline':
      return reason && <AsCommand act="instance.decline" values={{ ...by, tx, role, reason }} />;
    case 'resolve':
      return <AsCommand act="instance.resolve" values={{ ...by, outcome }} />;
    case 'object':
      return (
        <AsCommand act={isPrivate ? 'instance.object-private' : 'instance.object'} values={{ ...by, tx, ground }} />
      );
    case 'challenge':
      return <AsCommand act="instance.challenge" values={{ ...by, tx, role: move.role, gate }} />;
    case 'deliver':
      return <AsCommand act="instance.deliver" values={{ ...by, role: move.role }} />;
    case 'claim':
      return <AsCommand act="action.claim" values={{ ...by, action, role: move.role }} />;
    case 'release':
      return <AsCommand act="action.release" values={{ ...by, action, role: move.role }} />;
    case 'cancel':
      return <AsCommand act="instance.cancel" values={{ ...by, reason }} />;
  }
}
