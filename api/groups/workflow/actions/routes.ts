// Actions of workflows by wallet and register: what may be begun, what was done, and the acts themselves.
import Type from 'typebox';
import { route } from '../../../define.js';
import { Hash } from '../../../schemas/base/common.js';
import { ACTION_ERRORS, IN_THE_BACKGROUND } from '../../../schemas/workflow/action-codes.js';
import {
  ActionAccepted,
  ActionBody,
  ActionDetails,
  ActionResult,
  RejectBody,
  RejectResult,
  StartingActions,
  WalletRegister,
} from '../../../schemas/workflow/workflow.js';

export const actionRoutes = {
  listStartingActions: route({
    method: 'GET',
    url: '/api/actions/:wallet/:register/blueprints',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'List what a wallet may begin on a register',
    description: 'The newest publication of each of the last 100 published blueprints.',
    input: { params: WalletRegister },
    output: StartingActions,
    errors: ['REGISTER_NOT_FOUND', 'WALLET_NOT_FOUND'],
  }),
  getAction: route({
    method: 'GET',
    url: '/api/actions/:wallet/:register/:tx',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'Read an action with the fields that are disclosed to a wallet',
    input: { params: Type.Object({ ...WalletRegister.properties, tx: Hash }) },
    output: ActionDetails,
    errors: [
      'WALLET_ACCESS_DENIED',
      'WALLET_LOCKED',
      'TRANSACTION_NOT_FOUND',
      'REGISTER_NOT_FOUND',
      'INSTANCE_TOO_LONG',
    ],
  }),
  submitAction: route({
    method: 'POST',
    url: '/api/actions',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Submit an action',
    description:
      'Checks the data, calculates, decides where the instance goes, seals what is disclosed to each party, signs with the wallet and submits. ' +
      'Without instanceId it opens an instance. The same submission again gives the same answer. ' +
      IN_THE_BACKGROUND,
    bodySize: 'content',
    input: { body: ActionBody },
    output: { 200: ActionResult, 202: ActionAccepted },
    idempotent: true,
    errors: [...ACTION_ERRORS, 'PUBLICATION_NOT_FOUND', 'VAL_BP_001'],
  }),
  rejectAction: route({
    method: 'POST',
    url: '/api/actions/reject',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Reject the action that follows a transaction',
    description:
      'transactionHash is the transaction that leads to the action; actionId is needed only where it leads to several of the wallet.',
    bodySize: 'content',
    input: { body: RejectBody },
    output: { 200: RejectResult, 202: RejectResult },
    idempotent: true,
    errors: [...ACTION_ERRORS, 'VAL_BP_014', 'TRANSACTION_NOT_FOUND'],
  }),
};
