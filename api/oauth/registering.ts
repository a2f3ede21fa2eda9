// Programs that register themselves (RFC 7591), where the operator allows it. Each row ends: in an hour, unless a
// person lets the program in.
import { toHex } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import {
  SELF_REGISTERED_MAX,
  SELF_REGISTERED_NETWORK_MAX,
  SELF_REGISTERED_UNUSED_MS,
} from '../../core/base/limits/node/accounts.js';
import type { RegisteredClient } from '../../core/tenant/programs/clients.js';
import {
  GRANTS_OF_SELF_REGISTERED,
  RegistrationRefusal,
  readRegistration,
} from '../../core/tenant/programs/registration.js';
import { networkOf } from '../auth/fair-key.js';
import { type ApiCall, type Refusal, reply } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { oauthRefusal } from '../requests/family-refusals.js';

type Call = Pick<
  ApiCall<Pick<ApiDeps, 'clock' | 'commit' | 'config' | 'log' | 'programs' | 'random'>>,
  'deps' | 'address'
>;

export async function registerItself({ deps, address }: Call, document: JsonObject) {
  const { clock, commit, config, log, programs, random } = deps;
  if (!config.dynamicRegistration)
    return oauthRefusal(
      'access_denied',
      issue('PROGRAM_REGISTRATION_OFF', '', 'Programs do not register themselves here.'),
    );
  const read = readRegistration(document);
  if (read instanceof RegistrationRefusal) return oauthRefusal(read.error, issue('BODY_INVALID', '', read.message));
  const network = networkOf(address);
  const known = programs.clients.selfRegistered();
  const ofNetwork = known.filter((client) => client.network === network);
  if (known.length >= SELF_REGISTERED_MAX || ofNetwork.length >= SELF_REGISTERED_NETWORK_MAX) return full();
  const nowMs = clock.now();
  const client: RegisteredClient = {
    ...{ clientId: `self-${toHex(random.bytes(16))}`, ...read, network },
    ...{ createdAt: new Date(nowMs).toISOString(), endsAtMs: nowMs + SELF_REGISTERED_UNUSED_MS },
  };
  await commit([programs.clients.put(client)]);
  const { clientId, name, redirectUris, scopes } = client;
  log
    .child({ audit: true })
    .info({ eventType: 'ProgramRegisteredItself', clientId, address }, 'A program registered itself.');
  return reply(201, {
    ...{ client_id: clientId, client_id_issued_at: Math.floor(nowMs / 1000), client_name: name },
    ...{ redirect_uris: [...redirectUris], scope: scopes.join(' '), token_endpoint_auth_method: 'none' as const },
    ...{ grant_types: [...GRANTS_OF_SELF_REGISTERED], response_types: ['code'] },
  });
}

function full(): Refusal {
  const message =
    'The node keeps as many programs as it may, of all or of one network: those without a person go in an hour.';
  return oauthRefusal('temporarily_unavailable', issue('PROGRAMS_FULL', '', message));
}
