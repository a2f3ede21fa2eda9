// Rows of the pipeline about what holders of roles are given later.
import type { TransactionKind } from '../../model/transaction.js';
import type { ValidationStep } from '../parts/context.js';
import { challenge } from './challenge.js';
import { delivery, deliveryKnown, deliveryProof, deliveryRead } from './delivery.js';

const ACTION: readonly TransactionKind[] = ['action'];

export const DELIVERY_STEPS: readonly ValidationStep[] = [
  {
    name: 'delivery',
    kinds: ACTION,
    fault: 'reject',
    codes: [
      ...(['VAL_CHAIN_002', 'VAL_DELIVER_001', 'VAL_DELIVER_002', 'VAL_DELIVER_003'] as const),
      ...(['VAL_DELIVER_004', 'VAL_DELIVER_008'] as const),
    ],
    stops: true,
    // Holders, and what they were given, are those where it is sealed.
    once: false,
    check: delivery,
  },
  {
    name: 'deliveryProof',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_DELIVER_002'],
    stops: true,
    // It is of the transaction alone, and costs some multiplications of points.
    once: 'ever',
    check: deliveryProof,
  },
  {
    name: 'deliveryKnown',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_DELIVER_007'],
    stops: true,
    // The delivered runs are known where the run is sealed.
    once: false,
    check: deliveryKnown,
  },
  {
    name: 'deliveryRead',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_DELIVER_009'],
    stops: true,
    // The same.
    once: false,
    check: deliveryRead,
  },
  {
    name: 'challenge',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_DELIVER_005', 'VAL_DELIVER_006', 'VAL_DELIVER_008', 'VAL_OBJ_002'],
    stops: true,
    // The holder of the role, and whether the run is in force, are known where it is sealed.
    once: false,
    check: challenge,
  },
];
