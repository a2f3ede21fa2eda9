// Rows of the error table for what moves of language 2 are refused with: cancellations, votes, confirmations, deliveries,
// hand-overs, objections.
import type { IssueCode } from '../core/base/issue.js';
import { conflict, type ErrorRow, forbidden, unprocessable } from './error-row.js';

export const MOVE_ERRORS_2 = {
  VAL_BP_018: conflict('It is too late to cancel the instance'),
  VAL_BP_019: conflict('The cancellation changes nothing'),
  VAL_DELIVER_001: unprocessable('The wallet is not owed this run'),
  VAL_DELIVER_002: unprocessable('The delivery cannot be proven'),
  VAL_DELIVER_003: forbidden('The wallet may not deliver the run'),
  VAL_DELIVER_004: unprocessable('The role has all the deliveries that it may have'),
  VAL_FLOW_003: conflict('The vote does not count'),
  VAL_FLOW_008: unprocessable('The action is done by other moves'),
  VAL_DELIVER_005: unprocessable('The wallet cannot challenge this run'),
  VAL_DELIVER_006: conflict('The run was challenged before'),
  VAL_CONF_001: conflict('The previous run waits for confirmation'),
  VAL_CONF_002: unprocessable('The run does not wait for confirmation'),
  VAL_CONF_003: forbidden('The wallet does not confirm this run'),
  VAL_CONF_004: conflict('The time to confirm is over'),
  VAL_HAND_001: unprocessable('The role cannot be handed over so'),
  VAL_HAND_002: forbidden('A consent to the hand-over is missing'),
  VAL_HAND_003: conflict('The holder of the role may still refuse'),
  VAL_HAND_004: unprocessable('The new holder has no participant record of its own, or cannot receive'),
  VAL_OBJ_001: unprocessable('What is objected to is no run in force'),
  VAL_OBJ_002: unprocessable('The time to object has passed'),
  VAL_OBJ_003: unprocessable('An opening of the objection is wrong'),
  VAL_OBJ_004: unprocessable('The objection is not proven'),
  VAL_OBJ_005: unprocessable('The objection shows too much'),
  VAL_OBJ_006: forbidden('The wallet has no part in it'),
  VAL_OBJ_007: conflict('The run was proven false before'),
  VAL_OBJ_008: unprocessable('The instance keeps no further fault'),
} as const satisfies Partial<Record<IssueCode, ErrorRow>>;
