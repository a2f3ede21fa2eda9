// The actions that a wallet may begin on a register, as far as the caller sees it.
import { STARTABLE_BLUEPRINTS_MAX } from '../../core/base/limits/node/inbox.js';
import { isFailure } from '../../core/base/result.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { startableView } from '../views/actions.js';
import { visibleRegister } from './registers.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain'>;

/**
 * To a member of another tenant the register shows the workflows in which its wallet has a part, by name, record,
 * delegation or as a candidate.
 */
export async function startables(
  call: Pick<ApiCall<Deps>, 'caller' | 'deps' | 'languages'>,
  record: RegisterRecord,
  wallet: string,
) {
  const { chain, clock } = call.deps;
  const view = chain.view(record.reg);
  const rows = await chain.statesUnder(record.reg, 'bp/', STARTABLE_BLUEPRINTS_MAX);
  const partsOnly = isFailure(visibleRegister(call, record.id));
  const asked = { wallet, languages: call.languages, nowMs: clock.now(), partsOnly };
  return rows.flatMap((row) => startableView(view, String(row.latest), asked));
}
