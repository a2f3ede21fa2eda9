// Makes what the authorization server needs of the node, for its composition and for tests.
import type { Clock, Random } from '../../core/base/ports.js';
import type { Kv } from '../../storage/engine/kv.js';
import type { KvReader } from '../../storage/engine/table.js';
import { ProgramClients } from '../../storage/tables/accounts/program-clients.js';
import { ProgramConsents } from '../../storage/tables/accounts/program-consents.js';
import { Authorizations } from '../auth/authorizations.js';
import { ClientAssertions } from '../auth/proofs/client-assertions.js';
import { DpopProofs } from '../auth/proofs/dpop-proofs.js';
import type { ProgramPart } from '../deps/programs.js';
import { ClientDocuments } from './client-documents.js';

interface ProgramPorts {
  readonly kv: KvReader;
  readonly journal: Pick<Kv, 'getSync'>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly random: Pick<Random, 'bytes'>;
}

export async function programPart({ kv, journal, clock, random }: ProgramPorts): Promise<ProgramPart> {
  return {
    clients: await ProgramClients.open(kv),
    documents: new ClientDocuments(),
    consents: new ProgramConsents(kv, journal),
    authorizations: new Authorizations({ clock, random }),
    assertions: new ClientAssertions(clock),
    proofs: new DpopProofs({ clock, random }),
  };
}
