// The players of the roles of a blueprint, as the command line takes them (`--party role=wallet`): an address, or the
// name of a wallet of the caller, which only the node knows.
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';
import { nearest } from '../../core/base/nearest.js';
import { CommandError, type Context, EXIT } from '../command/command.js';
import { connect } from '../remote/session.js';
import { addressOfName, isAddress, ownWallets } from './acting.js';

export type Parties = readonly (readonly [role: string, wallet: string])[];

export const PARTY_OPTION = {
  flags: '--party <role=wallet>',
  description: 'who acts in a role: an address, or the name of a wallet of yours on the node (repeat)',
  repeat: true,
} as const;

/** The pairs of an option that is repeated. */
export function pairsIn(input: Context['input'], option: 'set' | 'party'): Parties {
  return input.list(option).map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new CommandError(`--${option} ${text} is not name=value`, { exit: EXIT.usage });
    return [text.slice(0, at), text.slice(at + 1)];
  });
}

/** The roles with their addresses; the node is asked where a name stands. */
export async function partiesIn(context: Context): Promise<Parties> {
  const parties = pairsIn(context.input, 'party');
  if (parties.every(([, wallet]) => isAddress(wallet))) return parties;
  const own = await ownWallets(await connect(context));
  return parties.map(([role, wallet]) => [role, isAddress(wallet) ? wallet : addressOfName(own, wallet)]);
}

/** The blueprint with the wallets of these roles, in place of those that it has. A role that it has not is refused. */
export function withParties(blueprint: JsonObject, parties: Parties): JsonObject {
  if (parties.length === 0) return blueprint;
  const roles = Array.isArray(blueprint.participants) ? (blueprint.participants as readonly Json[]) : [];
  const ids = roles.flatMap((role) => (isObject(role) && typeof role.id === 'string' ? [role.id] : []));
  const stranger = parties.find(([role]) => !ids.includes(role));
  if (stranger) {
    const near = nearest(stranger[0], ids);
    throw new CommandError(`the blueprint has no role ${stranger[0]}`, {
      exit: EXIT.usage,
      hint: near === undefined ? `Its roles: ${ids.join(', ')}.` : `Did you mean ${near}?`,
    });
  }
  const wallets = new Map(parties);
  const participants = roles.map((role) => {
    const walletAddress = isObject(role) && typeof role.id === 'string' ? wallets.get(role.id) : undefined;
    return walletAddress === undefined ? role : { ...(role as JsonObject), walletAddress };
  });
  return { ...blueprint, participants };
}
