// Calls of the wallet operations as one persona or another, and what most of them start with.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { accessGrantRoutes } from '../../../api/groups/wallets/access-grants/routes.js';
import { walletRoutes } from '../../../api/groups/wallets/wallets/routes.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { type Answer, call, type RequestParts } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import type { World } from '../world/world.js';

export const DATA = toBase64(Buffer.from('the data'));
export const ATTESTATION = 'quorate:register-attestation';
export type WalletOperation = keyof typeof walletRoutes | keyof typeof accessGrantRoutes;
export type Ask = (id: WalletOperation, parts: RequestParts) => Promise<Answer>;

const routes = { ...walletRoutes, ...accessGrantRoutes };

/** Tokens are made at the first call of a persona, and again after `forget`. */
export class WalletCaller {
  private readonly tokens = new Map<Persona, string>();

  constructor(readonly world: () => World) {}

  as(persona: Persona): Ask {
    return async (id, parts) => {
      const token = this.tokens.get(persona) ?? (await this.world().token(persona));
      this.tokens.set(persona, token);
      return call(this.world(), routes[id], parts, { token });
    };
  }

  forget(): void {
    this.tokens.clear();
  }
}

export async function hd(who: Ask, body: object = {}): Promise<Answer['json']> {
  const answer = await who('createHdWallet', { body: { name: 'Test', algorithm: 'ED25519', ...body } });
  expect(answer.status, answer.text).to.equal(201);
  return answer.json;
}

export async function organisationWallet(who: Ask): Promise<Answer['json']> {
  const answer = await who('createWallet', {
    body: { title: 'Organisation', keyType: 'ED25519', organizationId: EXAMPLE.organisationId },
  });
  expect(answer.status, answer.text).to.equal(201);
  return answer.json;
}

export function refused(answer: Answer, status: number, code: string, path?: string): void {
  expect([answer.status, answer.json.code], answer.text).to.deep.equal([status, code]);
  if (path !== undefined) expect(answer.json.path).to.equal(path);
}
