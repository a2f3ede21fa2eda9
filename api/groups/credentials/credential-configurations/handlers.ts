// The types and keys of an issuer: loads, asks core/credentials/issuing, commits, shows.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { quarterEnd } from '../../../../core/credentials/issuing/issued.js';
import { changedTypes } from '../../../../core/credentials/issuing/type-rules.js';
import type { Issuer, IssuerKey } from '../../../../storage/tables/credentials/issuers.js';
import { findAdministered } from '../../../access/organisations.js';
import { DEVICE_ISSUER } from '../../../credentials/devices/delegating.js';
import type { Handlers } from '../../../define.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import { isoTime } from '../../../views/transactions.js';
import type { CredentialDeps } from '../deps.js';
import type { credentialConfigurationRoutes } from './routes.js';

export const credentialConfigurationHandlers: Handlers<typeof credentialConfigurationRoutes, CredentialDeps> = {
  listCredentialConfigurations({ params }, call) {
    const organisation = findAdministered(call, params.orgId, '/orgId');
    if (isFailure(organisation)) return organisation;
    return viewOf(call.deps.credentials.issuers.of(organisation.id));
  },

  async setCredentialConfigurations({ params, body, headers }, call) {
    const { credentials, audit, commit, clock } = call.deps;
    const organisation = findAdministered(call, params.orgId, '/orgId');
    if (isFailure(organisation)) return organisation;
    // In one turn up to the commit.
    const before = credentials.issuers.of(organisation.id);
    const problem = failIfChanged(headers['if-match'], versionOf(before));
    if (problem) return problem;
    const types = changedTypes(before.types, body.configurations);
    if (isFailure(types)) return types;
    const kept = body.keys ?? before.keys.map(({ wallet }) => wallet);
    const unknown = kept.findIndex((address) => before.keys.every(({ wallet }) => wallet !== address));
    if (unknown >= 0) return fail(issue('BODY_INVALID', `/keys/${unknown}`, 'The organisation publishes no such key.'));
    const isKept = ({ wallet }: IssuerKey) => wallet === DEVICE_ISSUER || kept.includes(wallet);
    const needed = before.keys.find((key) => !isKept(key) && isNeeded(before, key, clock.now()));
    if (needed) return fail(inUse(before, needed));
    const after = { ...before, types, keys: before.keys.filter(isKept) };
    const details = { types: types.length, keys: after.keys.length };
    await commit([
      credentials.issuers.put(organisation.id, after),
      audit.byCaller(call, {
        ...{ eventType: 'CredentialConfigurationsSet', organisationId: organisation.id, details },
      }),
    ]);
    return viewOf(after);
  },
};

function inUse(issuer: Issuer, key: IssuerKey) {
  const { wallet, offers = 0 } = key;
  const untilMs = endOfNeed(issuer, key);
  const signed = untilMs === 0 ? '' : `, and what it signed may be in force until ${isoTime(untilMs)}`;
  const message = `Offers that wait for the key of ${wallet}: ${offers}${signed}. Leave it out then.`;
  return issue('ISSUER_KEY_IN_USE', '/keys', message);
}

/** All that several may change, and nothing that changes by itself. */
function versionOf({ types, keys }: Issuer) {
  return { types: types.map(({ offers: _, ...type }) => type), keys: keys.map(({ keyId }) => keyId) };
}

function isNeeded(issuer: Issuer, key: IssuerKey, nowMs: number): boolean {
  return (key.offers ?? 0) > 0 || endOfNeed(issuer, key) > nowMs;
}

/** The end of the last quarter in which something that it signed may end; 0 for a key that signed nothing. */
function endOfNeed({ lists }: Issuer, { wallet }: IssuerKey): number {
  return Math.max(0, ...lists.filter((list) => list.wallet === wallet).map(({ quarter }) => quarterEnd(quarter)));
}

function viewOf(issuer: Issuer) {
  const keys = issuer.keys.filter(({ wallet }) => wallet !== DEVICE_ISSUER);
  const view = {
    configurations: issuer.types.map(({ offers = 0, ...type }) => ({ ...type, waitingOffers: offers })),
    keys: keys.map((key) => {
      const untilMs = endOfNeed(issuer, key);
      const { wallet: walletAddress, keyId, offers: waitingOffers = 0 } = key;
      return { walletAddress, keyId, waitingOffers, neededUntil: untilMs === 0 ? null : isoTime(untilMs) };
    }),
  };
  return withVersion(view, versionOf(issuer));
}
