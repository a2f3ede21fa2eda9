// Whom this node knows for an organisation that verifies: its imported trust lists, and the issuers of this node by
// the keys that they published. Nothing is fetched.
import { concat } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { isFailure } from '../../core/base/result.js';
import type { StatedIssuer } from '../../core/credentials/jose/jws.js';
import type { KnownIssuers } from '../../core/credentials/presenting/issuers.js';
import { CURVES } from '../../core/crypto/keys/curves.js';
import { p256OfJwk } from '../../core/crypto/keys/jwk.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { KeptTrustList } from '../../core/trust/lists/snapshot.js';
import type { TrustList } from '../../core/trust/policy.js';
import type { TrustPolicy } from '../../core/trust/policy-form.js';
import { issuerUrl } from '../credentials/issuers.js';
import type { ApiDeps } from '../deps/deps.js';
import type { ReadAnchors } from '../presenting/anchors.js';

type Deps = Pick<ApiDeps, 'config' | 'credentials' | 'tenants' | 'trustLists' | 'verifier'>;

interface OwnKey {
  readonly issuer: string;
  readonly keyId: string;
  readonly participantId: string;
  readonly spki: Uint8Array;
}

/** For the lists that the policy names. */
export function knownIssuers(deps: Deps, organisationId: string, policy: TrustPolicy): KnownIssuers {
  const { verifier, trustLists } = deps;
  const met = new Map<string, OwnKey>();
  const named = policy.sources.flatMap(({ trustListId }) => trustListId ?? []);
  const kept = new Map(named.map((id) => [id, keptList(deps, organisationId, id)] as const));
  const lists = new Map([...kept].map(([id, parts]) => [id, listOf(id, parts, verifier.anchors)] as const));
  return {
    view: {
      tenantList: tenantList(deps, organisationId),
      list: (id) => lists.get(id),
      issuerOf(keyHash) {
        const own = met.get(keyHash);
        return own && { participantId: own.participantId, did: own.issuer };
      },
      isDistrusted: () => false,
      isStrict: trustLists.settings.strictFreshness,
    },
    anchors: [...kept.values()].flat().flatMap(({ snapshot }) => verifier.anchors.of(snapshot)),
    keyOf(stated) {
      const own = ownKey(deps, stated) ?? metKey(met, stated);
      if (own !== undefined) met.set(sha256Hex(own.spki), own);
      return own;
    },
  };
}

/** The list of an organisation, else that of the platform, with the lists of its territories. */
function keptList({ trustLists }: Deps, organisationId: string, id: string): readonly KeptTrustList[] {
  for (const owner of [organisationId, PLATFORM_ORGANISATION_ID]) {
    const list = trustLists.find(owner, id);
    if (isFailure(list)) continue;
    const isPart = ({ trustListId }: KeptTrustList) => trustListId.startsWith(`${id}/`);
    return [list, ...(list.followPointers ? trustLists.of(owner).filter(isPart) : [])];
  }
  return [];
}

/** As one list: it is stale where one of its parts is. */
function listOf(id: string, parts: readonly KeptTrustList[], anchors: ReadAnchors): TrustList | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const hashes = new Set(parts.flatMap(({ snapshot }) => anchors.of(snapshot).map(({ hash }) => hash)));
  return {
    ...{ id, sequence: first.snapshot.sequenceNumber },
    // A closed list is stale at any time.
    nextUpdateMs: Math.min(...parts.map(({ snapshot }) => snapshot.nextUpdateMs ?? 0)),
    hasAnchor: (hash) => hashes.has(hash),
    hasKey: () => false,
  };
}

/** An organisation trusts itself, as the issuer that it is here. */
function tenantList(deps: Deps, organisationId: string): TrustList {
  const keys = keysOf(deps, organisationId);
  return {
    ...{ id: `tenant:${organisationId}`, sequence: 0 },
    // The node certifies all its organisations under one authority: a path to it does not say which.
    hasAnchor: () => false,
    hasKey: (issuer, keyHash) => keys.some((key) => key.issuer === issuer && sha256Hex(key.spki) === keyHash),
  };
}

/** By the address of the issuer and the id of its key. */
function ownKey(deps: Deps, { issuer, keyId }: StatedIssuer): OwnKey | undefined {
  const { config, credentials, tenants } = deps;
  if (issuer === undefined) return undefined;
  const prefix = `${config.publicUrl}/credentials/`;
  const isRoot = issuer === config.publicUrl;
  if (!isRoot && !issuer.startsWith(prefix)) return undefined;
  const subdomain = isRoot ? credentials.settings.rootIssuer : issuer.slice(prefix.length);
  const organisation = tenants.organisationOfSubdomain(subdomain);
  if (organisation?.status !== 'Active') return undefined;
  const key = credentials.issuers.of(organisation.id).keys.find((each) => each.keyId === keyId);
  return key && { issuer, keyId: key.keyId, participantId: organisation.id, spki: spkiOf(key.jwk) };
}

/** A status list of this node names the key of the credential, and no issuer. */
function metKey(met: ReadonlyMap<string, OwnKey>, { issuer, keyId }: StatedIssuer): OwnKey | undefined {
  if (issuer !== undefined) return undefined;
  return [...met.values()].find((own) => own.keyId === keyId);
}

function keysOf({ config, credentials, tenants }: Deps, organisationId: string) {
  const organisation = tenants.organisation(organisationId);
  if (organisation === undefined) return [];
  const isRoot = organisation.subdomain === credentials.settings.rootIssuer;
  const names = [issuerUrl(config, organisation), ...(isRoot ? [config.publicUrl] : [])];
  return credentials.issuers
    .of(organisationId)
    .keys.flatMap(({ jwk }) => names.map((issuer) => ({ issuer, spki: spkiOf(jwk) })));
}

function spkiOf(jwk: unknown): Uint8Array {
  return concat(CURVES['P-256'].prefix, p256OfJwk(jwk) as Uint8Array);
}
