// The closed table of moves, a folder each.
import { action } from './action/row.js';
import { cancellation } from './cancellation/row.js';
import { challenge } from './challenge/row.js';
import { claim, release } from './claim/row.js';
import { confirmation } from './confirmation/row.js';
import { credentialStatus } from './credential-status/row.js';
import { delivery } from './delivery/row.js';
import { handover } from './handover/row.js';
import { issuance } from './issuance/row.js';
import { objection } from './objection/row.js';
import type { MoveTable } from './parts/row.js';
import { rejection } from './rejection/row.js';
import { resolution } from './resolution/row.js';
import { timer } from './timer/row.js';
import { vote } from './vote/row.js';

export const MOVES: MoveTable = {
  Action: action,
  Vote: vote,
  Rejection: rejection,
  Timer: timer,
  Confirmation: confirmation,
  Objection: objection,
  Resolution: resolution,
  Delivery: delivery,
  Challenge: challenge,
  Handover: handover,
  Claim: claim,
  Release: release,
  Issuance: issuance,
  CredentialStatus: credentialStatus,
  Cancellation: cancellation,
};
