// Finding by name: the question is read once, and asked of each register that the caller lists until enough was found.
import type { Static } from 'typebox';
import { FIND_REGISTERS_MAX, FIND_SHOWN_MAX } from '../../../../core/base/limits/node/requests.js';
import { isOfTenant } from '../../../access/registers.js';
import type { Handlers } from '../../../define.js';
import type { FoundThings } from '../../../schemas/registers/summaries.js';
import type { LedgerDeps } from '../deps.js';
import { findIn } from './finding.js';
import type { findRoutes } from './routes.js';
import { readWanted } from './wanted.js';

type Things = Static<typeof FoundThings>['found'];

export const findHandlers: Handlers<typeof findRoutes, LedgerDeps> = {
  async findByName({ query: { q } }, call) {
    const wanted = readWanted(q);
    const listed = call.deps.ledger.registers().filter((record) => isOfTenant(call.caller, record));
    const looked = listed.slice(0, FIND_REGISTERS_MAX);
    const things: Things = [];
    for (const record of looked)
      if (things.length <= FIND_SHOWN_MAX) things.push(...(await findIn(call.deps, record, wanted)));
    return {
      found: things.slice(0, FIND_SHOWN_MAX),
      isWhole: things.length <= FIND_SHOWN_MAX && looked.length === listed.length,
    };
  },
};
