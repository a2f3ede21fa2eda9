// The ports of the authorization server: programs that people let in.

import type { Clock } from '../../core/base/ports.js';
import type { Result } from '../../core/base/result.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import type { ProgramClient } from '../../core/tenant/programs/clients.js';
import type { ProgramRequest, RequestForm } from '../../core/tenant/programs/request.js';
import type { ProgramClients } from '../../storage/tables/accounts/program-clients.js';
import type { ProgramConsents } from '../../storage/tables/accounts/program-consents.js';
import type { Authorizations } from '../auth/authorizations.js';
import type { GivenSession } from '../auth/program-sign-ins.js';
import type { ClientAssertions } from '../auth/proofs/client-assertions.js';
import type { DpopProofs } from '../auth/proofs/dpop-proofs.js';

/** A request that waits for a person, as it came: it is judged where the person reads it. */
export interface WaitingProgramRequest {
  readonly clientId: string;
  readonly form: RequestForm;
}

/** A person said yes. */
export interface GrantedAccess {
  readonly request: ProgramRequest;
  readonly given: GivenSession;
  /** Of the session that the code gives. */
  readonly sessionId: string;
}

export interface DocumentPorts {
  readonly outgoing: Pick<Outgoing, 'request'>;
  readonly clock: Pick<Clock, 'steady'>;
  /** Turn key of the person who is asked: a stranger has nothing fetched. */
  readonly from: string;
}

export interface ProgramPart {
  /** Programs that administrators registered. */
  readonly clients: ProgramClients;
  /** Programs that a document at their client id describes. */
  readonly documents: { find(clientId: string, ports: DocumentPorts): Promise<Result<ProgramClient>> };
  readonly consents: ProgramConsents;
  readonly authorizations: Authorizations<WaitingProgramRequest, GrantedAccess>;
  /** By which programs with keys prove themselves. */
  readonly assertions: ClientAssertions;
  /** Of the keys that tokens of programs are bound to. */
  readonly proofs: DpopProofs;
}
