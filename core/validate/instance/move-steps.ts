// Rows of the pipeline for moves of an instance of language 2 that state no data of an action: confirmations,
// hand-overs, claims, deliveries, objections and resolutions.

import type { ValidationStep } from '../parts/context.js';
import { claims } from './claims.js';
import { confirmation } from './confirmation.js';
import { DELIVERY_STEPS } from './delivery-steps.js';
import { handover } from './handover.js';
import { objection } from './objection.js';
import { resolution } from './resolution.js';

const ACTION: ValidationStep['kinds'] = ['action'];

/** Rows in the order in which they run. */
export const MOVE_STEPS: readonly ValidationStep[] = [
  {
    name: 'confirmation',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_CONF_002', 'VAL_CONF_003', 'VAL_CONF_004', 'VAL_BP_015', 'VAL_FLOW_009'],
    stops: true,
    // The missing roles, and the time until which they may come, are known where it is sealed.
    once: false,
    check: confirmation,
  },
  {
    name: 'handover',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_CHAIN_002', 'VAL_HAND_001', 'VAL_HAND_002', 'VAL_HAND_003', 'VAL_HAND_004', 'VAL_FLOW_005'],
    stops: true,
    // Holders and consents are those where it is sealed.
    once: false,
    check: handover,
  },
  {
    name: 'claims',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_CHAIN_002', 'VAL_FLOW_006', 'VAL_FLOW_005', 'VAL_FLOW_010', 'VAL_BP_012'],
    stops: true,
    // Candidates and claims are those where it is sealed.
    once: false,
    check: claims,
  },
  ...DELIVERY_STEPS,
  {
    name: 'objection',
    kinds: ACTION,
    fault: 'reject',
    codes: [
      'VAL_OBJ_001',
      'VAL_OBJ_002',
      'VAL_OBJ_003',
      'VAL_OBJ_004',
      'VAL_OBJ_005',
      'VAL_OBJ_006',
      'VAL_OBJ_007',
      'VAL_OBJ_009',
    ],
    stops: true,
    // Whether the run is in force, and the window open, is told where it is sealed.
    once: false,
    check: objection,
  },
  {
    name: 'resolution',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_RES_001', 'VAL_RES_002', 'VAL_RES_003', 'VAL_RES_004'],
    stops: true,
    // Holders, and who agreed, are those where it is sealed.
    once: false,
    check: resolution,
  },
];
