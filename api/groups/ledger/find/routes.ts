// Things that the caller may read, found by the beginning of their names.
import { FIND_LENGTH_MIN, FIND_REGISTERS_MAX, FIND_SHOWN_MAX } from '../../../../core/base/limits/node/requests.js';
import { route } from '../../../define.js';
import { FindQuery, FoundThings } from '../../../schemas/registers/summaries.js';

export const findRoutes = {
  findByName: route({
    method: 'GET',
    url: '/api/find',
    can: 'CanReadTransactions',
    summary: 'Find registers, dockets, transactions, instances, blueprints, participants and wallets by a beginning',
    description:
      `Takes ${FIND_LENGTH_MIN} characters at least of a TxId, an address, or the id of an instance, a blueprint, a participant or a register. Names of registers and organisations are found by the beginning of a word. ` +
      'A DID, a docket as HASH@HEIGHT and the whole address of a wallet are found too. It looks at the registers that the caller lists, ' +
      `${FIND_REGISTERS_MAX} of them at most, and tells ${FIND_SHOWN_MAX} things at most.`,
    input: { query: FindQuery },
    output: FoundThings,
    errors: ['QUERY_INVALID'],
  }),
};
