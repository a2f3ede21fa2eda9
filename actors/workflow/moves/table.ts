// A row for each move beside actions: how it is made. A move is judged by the record as it is in its turn.
import type { Result } from '../../../core/base/result.js';
import type { InstanceRecord } from '../instance/instance-record.js';
import type { AskOf, MadeType, OutcomeOf } from './asks.js';
import { makeCancellation } from './cancellation/make.js';
import { makeChallenge } from './challenge/make.js';
import { makeClaim } from './claim/make.js';
import { makeConfirmation } from './confirmation/make.js';
import { makeCredentialStatus } from './credential-status/make.js';
import { type DeliveringPorts, makeDelivery } from './delivery/make.js';
import { makeIssuance } from './issuance/make.js';
import { makeObjection } from './objection/make.js';
import type { MovePorts } from './parts/plain-move.js';
import { makeRejection } from './rejection/make.js';
import { makeResolution } from './resolution/make.js';

export type MakingPorts = MovePorts & DeliveringPorts;

type Makers = {
  readonly [T in MadeType]: (
    ports: MakingPorts,
    record: InstanceRecord,
    ask: AskOf<T>,
  ) => Promise<Result<OutcomeOf<T>>>;
};

export const MAKERS: Makers = {
  Cancellation: makeCancellation,
  Challenge: makeChallenge,
  Claim: makeClaim,
  Confirmation: makeConfirmation,
  CredentialStatus: makeCredentialStatus,
  Delivery: makeDelivery,
  Issuance: makeIssuance,
  Objection: makeObjection,
  Rejection: makeRejection,
  Resolution: makeResolution,
};
