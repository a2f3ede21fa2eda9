// A run that the example wallet is asked to confirm, on a register of language 2.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { asks, definitionOf, shows, to } from '../../support/definitions/short-definitions.js';
import { buyer } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Prepare } from '../world/prepared.js';
import { draftRegister, said } from './draft-register.js';

const num = { type: 'integer' };
const ORDER = definitionOf(
  [
    {
      ...asks({ n: num }),
      ...shows({ office: ['*'] }),
      confirm: { by: ['office'], within: 'P1D', otherwise: 'redo' },
      ...to(2),
    },
    { ...asks({ n: num }), ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: buyer.address },
      { id: 'office', walletAddress: EXAMPLE.walletAddress },
    ],
  },
) as unknown as JsonObject;

const confirmable: Prepare = async (world) => {
  await seedExampleWallet(world.deps);
  const at = await draftRegister(world, ORDER);
  expect(said(await at.record('buyer', [buyer]))).to.equal('200 sealed');
  const run = at.move(1, buyer);
  expect(said(await at.submit(run))).to.equal('200 sealed');
  const params = { instanceId: run.instanceId as string };
  return { as: 'administrator', params, query: { registerId: at.registerId } };
};

export const prepareConfirmations: Readonly<Record<string, Prepare>> = { confirmRun: confirmable };
