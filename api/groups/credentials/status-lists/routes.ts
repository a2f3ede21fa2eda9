// Status lists of issued credentials (Token Status List), for everybody: who is asked does not learn about whom.
import Type from 'typebox';
import { STATUS_CWT } from '../../../../core/credentials/status/cwt.js';
import { rawRoute, route } from '../../../define.js';
import { namedObject, Uuid } from '../../../schemas/base/common.js';

const BASE = '/api/v1/credentials/status-lists';
const query = Type.Object({
  issuer: Type.Optional(
    Type.String({
      maxLength: 63,
      description: 'Subdomain of the organisation; that of the issuer at the root when absent.',
    }),
  ),
});

export const statusListRoutes = {
  listStatusLists: route({
    ...{ method: 'GET', url: BASE, can: 'public' },
    summary: 'List the status lists of an issuer',
    description: 'Status list aggregation: for verifiers that fetch all lists ahead. Any page may read it (CORS).',
    input: { query },
    output: namedObject('StatusListAggregation', { status_lists: Type.Array(Type.String()) }),
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  getStatusList: rawRoute({
    ...{ method: 'GET', url: `${BASE}/:listId`, can: 'public' },
    summary: 'Read the token of a status list',
    description:
      'A signed list of statuses: 0 valid, 1 revoked, 2 suspended. Its address is the uri in the claim status of a credential. Any page may read it (CORS). There are no lists of former times.',
    input: {
      params: Type.Object({ listId: Uuid }),
      query: Type.Object({
        time: Type.Optional(Type.String({ maxLength: 20, description: 'A list of a former time: refused with 501.' })),
      }),
    },
    answers: {
      status: 200,
      type: 'application/statuslist+jwt',
      schema: Type.String(),
      description: 'A status list token, as a JWT.',
      forms: { [STATUS_CWT]: 'The same as a CWT, which verifiers of mdocs ask for.' },
    },
    errors: ['CREDENTIAL_NOT_FOUND', 'NOT_ACCEPTABLE', 'HEADER_INVALID', 'NOT_IMPLEMENTED', 'STATUS_UNAVAILABLE'],
  }),
};
