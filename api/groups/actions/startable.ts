// What a wallet may begin on a register, as far as the caller sees it.
import { isIssue } from '../../../core/base/issue.js';
import { STARTABLE_BLUEPRINTS_MAX } from '../../../core/base/limits/node/inbox.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { visibleRegister } from '../registers/access.js';
import { startableView } from './view.js';

/** To a member of another tenant the register shows the workflows that its wallet is named in: none where it has no part in any. */
export async function startables(
  call: Pick<ApiCall<ApiDeps>, 'caller' | 'deps' | 'languages'>,
  record: RegisterRecord,
  wallet: string,
) {
  const { chain } = call.deps;
  const view = chain.view(record.reg);
  const rows = await chain.statesUnder(record.reg, 'bp/', STARTABLE_BLUEPRINTS_MAX);
  const asked = { wallet, languages: call.languages, namedOnly: isIssue(visibleRegister(call, record.id)) };
  return rows.flatMap((row) => startableView(view, String(row.latest), asked));
}
