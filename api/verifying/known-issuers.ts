// Whom this node knows for an organisation that verifies: its imported trust lists, the issuers of this node by the
// keys that they published, and those elsewhere whose documents the caller has. Nothing is fetched.
import { setImmediate as turn } from 'node:timers/promises';
import { equalBytes } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import type { JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { StatedIssuer } from '../../core/credentials/jose/jws.js';
import type { KnownIssuers } from '../../core/credentials/presenting/issuers.js';
import { isDidWeb, keyInDidDocument } from '../../core/crypto/keys/did-web.js';
import { isIssuerAddress, keyInIssuerDocument, spkiOfJwk } from '../../core/crypto/keys/issuer-address.js';
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
  /** Documents of issuers elsewhere (`issuerDocumentsOf`). */
  readonly documents: ReadonlyMap<string, JsonObject>;
}

export async function knownIssuers(
  deps: Deps,
  organisationId: string,
  { policy, documents }: KnownBy,
): Promise<KnownIssuers> {
  const met = new Map<string, OwnKey>();
  /** Keys that were found in documents. */
  const resolved = new Map<string, DocumentKey>();
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
      hasDocumentKey: (name, keyHash) => resolved.get(keyHash)?.issuer === name,
      isDistrusted: () => false,
      isStrict: deps.trustLists.settings.strictFreshness,
    },
    anchors,
    keyOf(stated) {
      const own = certifiedKey(deps, organisationId, stated) ?? ownKey(deps, stated) ?? metKey(met, stated);
      if (own !== undefined) met.set(sha256Hex(own.spki), own);
      if (own !== undefined) return own;
      const key = documentKey(documents, stated) ?? metKey(resolved, stated);
      if (key !== undefined) resolved.set(sha256Hex(key.spki), key);
      return key;
    },
  };
}

interface DocumentKey {
  readonly issuer: string;
  readonly keyId: string | undefined;
  readonly spki: Uint8Array;
}

function documentKey(
  documents: ReadonlyMap<string, JsonObject>,
  { issuer = '', keyId }: StatedIssuer,
): DocumentKey | undefined {
  const document = documents.get(issuer);
  if (document === undefined) return undefined;
  const spki = isDidWeb(issuer)
    ? keyInDidDocument(document, { did: issuer, keyId })
    : keyInIssuerDocument(document, { issuer, keyId });
  return spki && { issuer, keyId, spki };
}

/**
 * The documents of the stated issuers elsewhere that have no certificates. A stranger has nothing fetched: the policy
 * of the request names each of them, or a list that it names and that the view has (docs/decisions/0208, 0264).
 */
export function issuerDocumentsOf(
  { config, verifier }: Pick<ApiDeps, 'config' | 'verifier'>,
  stated: readonly StatedIssuer[],
  {
    policy,
    organisationId,
    view,
  }: { readonly policy: TrustPolicy; readonly organisationId: string; readonly view?: Pick<TrustView, 'lists'> },
): Promise<ReadonlyMap<string, JsonObject>> {
  const named = stated.flatMap(({ issuer, chain }) =>
    issuer !== undefined && chain.length === 0 && namesIssuer(policy, issuer, view) ? issuer : [],
  );
  const isElsewhere = (issuer: string) => isIssuerAddress(issuer) && !isOwnAddress(config, issuer);
  const elsewhere = named.filter((issuer) => isDidWeb(issuer) || isElsewhere(issuer));
  return verifier.issuerDocuments.documentsOf(elsewhere, turnKey({ organisationId, subject: '' }));
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

/** The key of the certificate, where the organisation published it itself, by any authority. */
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
  if (!isOwnAddress(config, issuer)) return undefined;
  const isRoot = issuer === config.publicUrl;
  const subdomain = isRoot ? credentials.settings.rootIssuer : issuer.slice(ownPrefix(config).length);
  const organisation = tenants.organisationOfSubdomain(subdomain);
  if (organisation?.status !== 'Active') return undefined;
  const key = credentials.issuers.of(organisation.id).keys.find((each) => each.keyId === keyId);
  return key && { issuer, keyId: key.keyId, participantId: organisation.id, spki: spkiOf(key.jwk) };
}

function isOwnAddress(config: ApiDeps['config'], issuer: string): boolean {
  return issuer === config.publicUrl || issuer.startsWith(ownPrefix(config));
}

const ownPrefix = ({ publicUrl }: ApiDeps['config']) => `${publicUrl}/credentials/`;

/** A status list of a node names the key of the credential, and no issuer. */
function metKey<T extends Pick<DocumentKey, 'keyId'>>(
  met: ReadonlyMap<string, T>,
  { issuer, keyId }: StatedIssuer,
): T | undefined {
  if (issuer !== undefined || keyId === undefined) return undefined;
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

const spkiOf = (jwk: unknown) => spkiOfJwk(jwk) as Uint8Array;
