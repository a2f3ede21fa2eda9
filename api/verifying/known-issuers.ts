// Whom this node knows for an organisation that verifies: its imported trust lists, the issuers of this node by the
// keys that they published, and those of a did:web whose documents the caller has. Nothing is fetched.
import { setImmediate as turn } from 'node:timers/promises';
import { concat, equalBytes } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { StatedIssuer } from '../../core/credentials/jose/jws.js';
import type { KnownIssuers } from '../../core/credentials/presenting/issuers.js';
import { CURVES } from '../../core/crypto/keys/curves.js';
import { isDidWeb, keyInDidDocument } from '../../core/crypto/keys/did-web.js';
import { p256OfJwk } from '../../core/crypto/keys/jwk.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import type { KeptTrustList } from '../../core/trust/lists/snapshot.js';
import { namesIssuer, type TrustList, type TrustView } from '../../core/trust/policy.js';
import type { TrustPolicy } from '../../core/trust/policy-form.js';
import { type Anchor, readCertificate } from '../../core/trust/x509/certificate.js';
import { issuerUrl } from '../credentials/issuers.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'config' | 'credentials' | 'tenants' | 'trustLists'>;

interface OwnKey {
  readonly issuer: string;
  readonly keyId: string;
  readonly participantId: string;
  readonly spki: Uint8Array;
}

export interface KnownBy {
  /** Its lists are read. */
  readonly policy: TrustPolicy;
  /** Documents of DIDs (`didDocumentsOf`). */
  readonly documents: ReadonlyMap<string, JsonObject>;
}

export async function knownIssuers(
  deps: Deps,
  organisationId: string,
  { policy, documents }: KnownBy,
): Promise<KnownIssuers> {
  const met = new Map<string, OwnKey>();
  /** The DID of each key that was found in a document. */
  const resolved = new Map<string, string>();
  const lists = new Map<string, readonly TrustList[]>();
  const anchors: Anchor[] = [];
  for (const id of new Set(policy.sources.flatMap(({ trustListId }) => trustListId ?? []))) {
    const kept = await listsOf(deps, organisationId, id);
    lists.set(
      id,
      kept.map(({ list }) => list),
    );
    for (const each of kept) for (const anchor of each.anchors) anchors.push(anchor);
  }
  return {
    view: {
      tenantList: tenantList(deps, organisationId),
      lists: (id) => lists.get(id) ?? [],
      issuerOf(keyHash) {
        const own = met.get(keyHash);
        return own && { participantId: own.participantId, did: own.issuer };
      },
      hasDidKey: (did, keyHash) => resolved.get(keyHash) === did,
      isDistrusted: () => false,
      isStrict: deps.trustLists.settings.strictFreshness,
    },
    anchors,
    keyOf(stated) {
      const own = certifiedKey(deps, organisationId, stated) ?? ownKey(deps, stated) ?? metKey(met, stated);
      if (own !== undefined) met.set(sha256Hex(own.spki), own);
      if (own !== undefined) return own;
      const { issuer = '', keyId } = stated;
      const document = documents.get(issuer);
      const spki = document && keyInDidDocument(document, { did: issuer, keyId });
      if (spki !== undefined) resolved.set(sha256Hex(spki), issuer);
      return spki && { issuer, spki };
    },
  };
}

/**
 * The documents of the DIDs among the stated issuers. A stranger has nothing fetched: the policy of the request names
 * each of them, or a list that it names and that the view has (docs/decisions/0208).
 */
export function didDocumentsOf(
  { verifier }: Pick<ApiDeps, 'verifier'>,
  stated: readonly StatedIssuer[],
  {
    policy,
    organisationId,
    view,
  }: { readonly policy: TrustPolicy; readonly organisationId: string; readonly view?: Pick<TrustView, 'lists'> },
): Promise<ReadonlyMap<string, JsonObject>> {
  const named = stated.flatMap(({ issuer }) =>
    issuer !== undefined && namesIssuer(policy, issuer, view) ? issuer : [],
  );
  return verifier.didDocuments.documentsOf(named.filter(isDidWeb), turnKey({ organisationId, subject: '' }));
}

interface ReadList {
  readonly list: TrustList;
  readonly anchors: readonly Anchor[];
}

/** The list of an organisation, else that of the platform, with the lists of its territories. */
async function listsOf({ trustLists }: Deps, organisationId: string, id: string): Promise<readonly ReadList[]> {
  const read: ReadList[] = [];
  for (const { organisationId: owner, trustListId } of trustLists.placesFor(organisationId, id)) {
    // A row has some megabytes.
    await turn();
    const list = trustLists.find(owner, trustListId);
    if (isFailure(list)) continue;
    read.push(listOf(list, await trustLists.anchorsOf(list)));
    // Lists that it pointed to before are refreshed no more.
    if (trustListId === id && !list.followPointers) break;
  }
  return read;
}

function listOf({ trustListId: id, snapshot }: KeptTrustList, anchors: readonly Anchor[]): ReadList {
  const hashes = new Set(anchors.map(({ hash }) => hash));
  const list: TrustList = {
    ...{ id, sequence: snapshot.sequenceNumber },
    // A closed list is stale at any time.
    nextUpdateMs: snapshot.nextUpdateMs ?? 0,
    hasAnchor: (hash) => hashes.has(hash),
    hasKey: () => false,
  };
  return { list, anchors };
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

/** The key of the certificate, where the organisation published it itself: whoever certified it. */
function certifiedKey(deps: Deps, organisationId: string, { chain, issuer }: StatedIssuer): OwnKey | undefined {
  const [der] = chain;
  const leaf = der && readCertificate(der);
  if (leaf === undefined || isFailure(leaf)) return undefined;
  const own = keysOf(deps, organisationId).filter(({ spki }) => equalBytes(spki, leaf.key.spki));
  return own.find((key) => key.issuer === issuer) ?? own[0];
}

/** By the address of the issuer and the id of its key. */
function ownKey(deps: Deps, { chain, issuer, keyId }: StatedIssuer): OwnKey | undefined {
  const { config, credentials, tenants } = deps;
  if (issuer === undefined || chain.length > 0) return undefined;
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

function keysOf({ config, credentials, tenants }: Deps, organisationId: string): readonly OwnKey[] {
  const organisation = tenants.organisation(organisationId);
  if (organisation === undefined) return [];
  const isRoot = organisation.subdomain === credentials.settings.rootIssuer;
  const names = [issuerUrl(config, organisation), ...(isRoot ? [config.publicUrl] : [])];
  return credentials.issuers
    .of(organisationId)
    .keys.flatMap(({ jwk, keyId }) =>
      names.map((issuer) => ({ issuer, keyId, participantId: organisationId, spki: spkiOf(jwk) })),
    );
}

function spkiOf(jwk: unknown): Uint8Array {
  return concat(CURVES['P-256'].prefix, p256OfJwk(jwk) as Uint8Array);
}
