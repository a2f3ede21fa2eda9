// Permits on a register of a world: the town of the example organisation grants one, and its credential is for a wallet
// of the person who is the citizen and the administrator.
import type { CredentialDriverPorts } from '../../../../actors/credentials/credential-driver.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { UNREHEARSED } from '../../../../cli/harness/unrehearsed.js';
import type { JsonObject } from '../../../../core/base/json.js';
import type { IssuedCredential } from '../../../../core/credentials/issuing/issued.js';
import { DEFAULT_PATH } from '../../../../core/crypto/derivation/hd.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { aRegister, ask } from '../../ledger/fixtures.js';
import { seedExample } from '../../world/personas.js';
import type { World } from '../../world/world.js';
import { seedHoldingWallet, seedIssuerWallet } from '../fixtures.js';

export const PERMIT_TYPE = 'urn:northwind:permit:1';
const BLUEPRINT = 'permit';
const text = { type: 'string' };

/** `x` applies, `y` grants: the credential has the number and the site. */
export function permitDefinition(
  config: JsonObject = {},
  granting: JsonObject = {},
  town: string = EXAMPLE.issuerWalletAddress,
): JsonObject {
  return definitionOf(
    [
      { ...asks({ site: text }), ...shows({ y: ['*'] }), ...to(2) },
      {
        sender: 'y',
        ...asks({ number: text, place: text }),
        ...shows({ x: ['*'] }),
        credentialIssuanceConfig: {
          credentialType: PERMIT_TYPE,
          claimMappings: [
            { claimName: 'number', sourceField: '/number' },
            { claimName: 'place', sourceField: '/place' },
          ],
          recipientParticipantId: 'x',
          expiryDuration: 'P90D',
          copies: 2,
          ...config,
        },
        ...to(),
        ...granting,
      },
    ],
    {
      participants: [
        { id: 'x', walletAddress: EXAMPLE.holdingWalletAddress },
        { id: 'y', walletAddress: town },
        { id: 'z', walletAddress: EXAMPLE.walletAddress },
      ],
    },
  );
}

export interface Permit {
  readonly registerId: string;
  readonly instanceId: string;
  /** TxId of the run that grants it. */
  readonly run: string;
}

/** The register, with the definition and both wallets, which the administrator uses. */
export async function permitRegister(world: World, definition = permitDefinition()): Promise<string> {
  await seedExample(world.deps);
  await seedHoldingWallet(world);
  await grantUse(world, await seedIssuerWallet(world));
  const registerId = await aRegister(world, 'Permits');
  const blueprintJson = { ...definition, id: BLUEPRINT };
  const body = { blueprintId: BLUEPRINT, override: UNREHEARSED, blueprintJson };
  await must(world, 'publishBlueprint', { params: { registerId }, body });
  return registerId;
}

export async function grantPermit(
  world: World,
  registerId: string,
  town: string = EXAMPLE.issuerWalletAddress,
): Promise<Permit> {
  const place = { blueprintId: BLUEPRINT, registerAddress: registerId };
  const { instanceId } = await must(world, 'submitAction', {
    body: { ...place, actionId: '1', senderWallet: EXAMPLE.holdingWalletAddress, payloadData: { site: 'Harbour 1' } },
  });
  const { transactionId: run } = await must(world, 'submitAction', {
    body: {
      ...{ ...place, instanceId, actionId: '2', senderWallet: town },
      payloadData: { number: 'BP-2026-0001', place: 'Harbour 1' },
    },
  });
  return { registerId, instanceId, run };
}

/** To the administrator. */
export async function grantUse({ deps }: World, wallet: Wallet): Promise<void> {
  const grant = {
    ...{ id: `6${wallet.id.slice(1)}`, walletId: wallet.id, accessRight: 'ReadWrite' as const },
    ...{ subject: EXAMPLE.administratorPlatformId, grantedBy: EXAMPLE.administratorPlatformId },
    ...{ grantedAt: deps.clock.now(), allowedDerivationContexts: [DEFAULT_PATH] },
  };
  await deps.commit(deps.wallets.putGrant(wallet, grant));
}

async function must(world: World, id: string, parts: Parameters<typeof ask>[2]) {
  const answer = await ask(world, id, parts);
  if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** A credential of a run. Its issuance is sealed, or its transaction is lost on the way. */
export async function runCredential(world: World, isSealed: boolean): Promise<string> {
  const registerId = await permitRegister(world);
  const { workflow } = world.deps;
  const driver = world.issuing(isSealed ? {} : { workflow: losing(workflow) });
  await driver.start();
  const permit = await grantPermit(world, registerId);
  const isThere = ({ run }: IssuedCredential) =>
    run?.transactionId === permit.run && (!isSealed || run.issuanceTxId !== undefined);
  const find = async () => (await issuedOf(world)).find(isThere);
  await until(async () => (await find()) !== undefined);
  await driver.stop();
  return (await find())?.id ?? '';
}

/** Seals the issuance whose transaction was lost. */
export async function sealIssuance(world: World, credentialId: string): Promise<void> {
  const driver = world.issuing();
  await driver.start();
  const find = async () => (await issuedOf(world)).find(({ id }) => id === credentialId);
  await until(async () => (await find())?.run?.issuanceTxId !== undefined);
  await driver.stop();
}

/** A workflow whose moves are lost on their way to the register. */
export function losing(workflow: World['deps']['workflow']): CredentialDriverPorts['workflow'] {
  return {
    visible: (...asked) => workflow.visible(...asked),
    move: async (_, { instanceId }) => ({ transactionId: '', instanceId, status: 'pending' }) as never,
  };
}

/** Turns of the event loop in which the driver has done what it can. */
const TURNS_MAX = 2000;

/** Resolves once it holds; the drivers of a world work between turns of the event loop. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    if (await holds()) return;
    await new Promise(setImmediate);
  }
  throw new Error('it does not hold after many turns');
}

/** The credentials of runs that the organisation issued, newest first. */
export async function issuedOf({ deps }: World) {
  const page = { skip: 0, top: 20, after: undefined };
  const { items } = await deps.credentials.issued.page(EXAMPLE.organisationId, page);
  return items.filter(({ run }) => run !== undefined);
}

/** Waits for the one of a run whose issuance is sealed. */
export async function issuedFor(world: World, { run }: Permit): Promise<IssuedCredential> {
  const find = async () => (await issuedOf(world)).find((credential) => credential.run?.transactionId === run);
  await until(async () => (await find())?.run?.issuanceTxId !== undefined);
  return (await find()) as IssuedCredential;
}
