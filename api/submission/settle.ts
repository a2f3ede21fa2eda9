// The way from an accepted submission to the uploads of its caller: the files that an action names are waiting no more.
// It stores no chunk and refuses nothing.
import type { FileReference } from '../../core/envelope/envelope.js';
import { ownerIdOf } from '../access/wallet-standing.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'commit' | 'uploads'>;

type Caller = Pick<ApiCall<Deps>, 'caller' | 'deps'>;

/** An accepted action names these files. */
export async function settleFiles({ caller, deps }: Caller, files: readonly FileReference[]): Promise<void> {
  const ops = deps.uploads.settle(ownerIdOf(caller), files);
  if (ops.length > 0) await deps.commit(ops);
}
