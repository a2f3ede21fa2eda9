// The documents of an issuer as a wallet reads them: OpenID4VCI 1.0 section 12.2 and RFC 8414. A document that names
// another issuer than was asked is refused: else one host could speak for another.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { CREDENTIAL_TYPES_MAX } from '../../base/limits/node/wallets.js';
import { need } from '../fault.js';
import { ATTESTED_CLIENT, demandedAttestation, type KeyDemand } from './attesting.js';
import { demandedEncryption, type IssuerEncryption } from './encryption.js';
import { rowNamed } from './formats.js';
import { type MetOffer, textOf } from './offer.js';

export interface MetIssuer {
  readonly issuer: string;
  /** For people. */
  readonly name?: string;
  readonly credentialEndpoint: string;
  readonly nonceEndpoint?: string;
  readonly deferredEndpoint?: string;
  readonly notificationEndpoint?: string;
  /** Where tokens are given, where that is not the issuer itself. */
  readonly servers: readonly string[];
  /** Encryption that it demands. */
  readonly encryption?: IssuerEncryption;
  /** Copies that one request may ask for. */
  readonly batchSize: number;
  readonly configurations: ReadonlyMap<string, OfferedType>;
}

export interface OfferedType {
  readonly format: string;
  /** `vct`, a doctype, or the first type of a definition beside that of all. */
  readonly credentialType: string;
  /** By which it is asked for at the authorization server. */
  readonly scope?: string;
  /** For people. */
  readonly name?: string;
  /** Names of claims, as far as the issuer tells them. */
  readonly claims: readonly string[];
  /** The maker of the wallet has to attest its keys. */
  readonly keyAttestation?: KeyDemand;
}

export interface MetServer {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  /** Where a person signs in. */
  readonly authorizationEndpoint?: string;
  /** Where a request is pushed before (RFC 9126). */
  readonly pushEndpoint?: string;
  /** It takes no other. */
  readonly requiresPush: boolean;
  /** It names itself in the answer (RFC 9207). */
  readonly namesItself: boolean;
  /** Challenges of the method S256 (RFC 7636). */
  readonly takesChallenges: boolean;
  /** It binds tokens to keys of ES256. */
  readonly takesDpop: boolean;
  /** Whether the maker of a wallet attests it as a client: always, or where the server refuses it without. */
  readonly clientAttestation: 'demanded' | 'taken' | 'none';
}

/** An offer, with what its issuer says of itself. */
export interface FoundOffer {
  readonly offer: MetOffer;
  readonly metadata: MetIssuer;
  /** By the names of their configurations. */
  readonly types: ReadonlyMap<string, OfferedType>;
}

const NAME_MAX = 200;
const CLAIMS_TOLD_MAX = 64;
/** Ways in which clients authenticate (RFC 8414 section 2). */
const METHODS = 'token_endpoint_auth_methods_supported';

/** The address of a document: its name is put before the path of the issuer (RFC 8414 section 3). */
export function wellKnown(issuer: string, name: string): string | undefined {
  if (!URL.canParse(issuer)) return undefined;
  const { origin, pathname, search, hash } = new URL(issuer);
  // The origin of what is not of the web has this name.
  return origin !== 'null' && search === '' && hash === ''
    ? `${origin}/.well-known/${name}${pathname.replace(/\/$/, '')}`
    : undefined;
}

/** Throws a fault. Configurations of formats that no wallet here holds are left out. */
export function readIssuerMetadata(json: Json | undefined, issuer: string): MetIssuer {
  need(isObject(json) && json.credential_issuer === issuer, 'The metadata are of another issuer.');
  const { nonce_endpoint: nonce, notification_endpoint: notification, authorization_servers: servers = [] } = json;
  const { deferred_credential_endpoint: deferred } = json;
  need(Array.isArray(servers), 'The member authorization_servers is not a list.');
  const name = nameIn(json.display);
  const encryption = demandedEncryption(json);
  const batch = json.batch_credential_issuance;
  const size = isObject(batch) ? batch.batch_size : undefined;
  return {
    ...{ issuer, credentialEndpoint: textOf(json.credential_endpoint, 'The credential_endpoint') },
    ...(name !== undefined && { name }),
    ...(nonce !== undefined && { nonceEndpoint: textOf(nonce, 'The nonce_endpoint') }),
    ...(deferred !== undefined && { deferredEndpoint: textOf(deferred, 'The deferred_credential_endpoint') }),
    ...(notification !== undefined && { notificationEndpoint: textOf(notification, 'The notification_endpoint') }),
    ...(encryption !== undefined && { encryption }),
    servers: servers.map((server: Json) => textOf(server, 'An authorization server')),
    batchSize: Number.isSafeInteger(size) ? Math.max(1, size as number) : 1,
    configurations: configurationsOf(json.credential_configurations_supported),
  };
}

function configurationsOf(json: Json | undefined): ReadonlyMap<string, OfferedType> {
  need(isObject(json), 'The metadata have no credential_configurations_supported.');
  const all = Object.entries(json);
  need(all.length <= CREDENTIAL_TYPES_MAX, `The metadata have over ${CREDENTIAL_TYPES_MAX} configurations.`);
  return new Map(
    all.flatMap(([id, configuration]) => {
      if (!isObject(configuration)) return [];
      const { format, credential_metadata: texts, display, scope } = configuration;
      const row = rowNamed(format);
      const credentialType = row?.typeIn(configuration);
      if (row === undefined || typeof credentialType !== 'string') return [];
      const more = isObject(texts) ? texts : {};
      const name = nameIn(more.display ?? display);
      const claims = claimsIn(more.claims ?? configuration.claims);
      const keyAttestation = demandedAttestation(configuration);
      const stated = {
        ...(typeof scope === 'string' && { scope }),
        ...(name !== undefined && { name }),
        ...(keyAttestation !== undefined && { keyAttestation }),
      };
      return [[id, { format: row.format, credentialType, claims, ...stated }] as const];
    }),
  );
}

/** Throws a fault. */
export function readServerMetadata(json: Json | undefined, issuer: string): MetServer {
  need(isObject(json) && json.issuer === issuer, 'The metadata are of another authorization server.');
  const { authorization_endpoint: person, pushed_authorization_request_endpoint: push } = json;
  const lists = (name: string, value: string) => {
    const list = json[name];
    return Array.isArray(list) && list.includes(value);
  };
  return {
    ...{ issuer, tokenEndpoint: textOf(json.token_endpoint, 'The token_endpoint') },
    ...(person !== undefined && { authorizationEndpoint: textOf(person, 'The authorization_endpoint') }),
    ...(push !== undefined && { pushEndpoint: textOf(push, 'The pushed_authorization_request_endpoint') }),
    requiresPush: json.require_pushed_authorization_requests === true,
    namesItself: json.authorization_response_iss_parameter_supported === true,
    takesChallenges: lists('code_challenge_methods_supported', 'S256'),
    takesDpop: lists('dpop_signing_alg_values_supported', 'ES256'),
    clientAttestation: !lists(METHODS, ATTESTED_CLIENT) ? 'none' : lists(METHODS, 'none') ? 'taken' : 'demanded',
  };
}

function nameIn(display: Json | undefined): string | undefined {
  const first: Json | undefined = Array.isArray(display) ? display[0] : undefined;
  const name = isObject(first) ? first.name : undefined;
  return typeof name === 'string' ? name.slice(0, NAME_MAX) : undefined;
}

/** An object in a path has no text of its own, and may have none at all. */
function isPath(path: Json | undefined): path is readonly (string | number | null)[] {
  return Array.isArray(path) && path.every((step: Json) => typeof step !== 'object' || step === null);
}

function claimsIn(json: Json | undefined): readonly string[] {
  if (!Array.isArray(json)) return [];
  const paths = (json as readonly Json[]).slice(0, CLAIMS_TOLD_MAX).map((claim) => (claim as JsonObject | null)?.path);
  return paths.flatMap((path) => (isPath(path) ? [path.join('/').slice(0, NAME_MAX)] : []));
}
