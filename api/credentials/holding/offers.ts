// An offer that a person was given, with what its issuer says of itself: enough to ask whether it is to be taken.
import { issue } from '../../../core/base/issue.js';
import type { Json } from '../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { FormatFault, faultOr } from '../../../core/credentials/fault.js';
import { attestationProblem } from '../../../core/credentials/holding/attesting.js';
import {
  type FoundOffer,
  type MetIssuer,
  type MetServer,
  type OfferedType,
  readIssuerMetadata,
  readServerMetadata,
  wellKnown,
} from '../../../core/credentials/holding/metadata.js';
import { offerInUri, readOffer } from '../../../core/credentials/holding/offer.js';
import { answerInvalid, type RemoteCall, readRemote } from './remote.js';

export interface AskedOffer {
  readonly offer?: Json | undefined;
  readonly offerUri?: string | undefined;
}

/** BODY_INVALID for what cannot be read as an offer; ISSUER_ANSWER_INVALID; the codes of outgoing requests. */
export async function findOffer(call: RemoteCall, asked: AskedOffer): Promise<Result<FoundOffer>> {
  if ((asked.offer === undefined) === (asked.offerUri === undefined))
    return invalid('/offer', 'Expected either offer or offerUri.');
  const path = asked.offer === undefined ? '/offerUri' : '/offer';
  const json = asked.offerUri === undefined ? asked.offer : await offerAt(call, asked.offerUri);
  if (isFailure(json)) return json;
  const offer = faultOr(() => readOffer(json as Json));
  if (offer instanceof FormatFault) return invalid(path, offer.message);
  const metadata = await metadataOf(call, offer.issuer);
  if (isFailure(metadata)) return metadata;
  const types = new Map<string, OfferedType>();
  for (const id of offer.configurations) {
    const type = metadata.configurations.get(id);
    if (type === undefined)
      return answerInvalid(
        'The offer is of a credential that the metadata of the issuer do not have in a format of this wallet.',
      );
    const { keyAttestation: demand } = type;
    const problem = demand && attestationProblem(demand, call.deps.credentials.settings);
    if (problem !== undefined) return answerInvalid(problem);
    types.set(id, type);
  }
  return { offer, metadata, types };
}

/** The server that gives tokens for the offer. ISSUER_ANSWER_INVALID, and the codes of outgoing requests. */
export async function serverOf(call: RemoteCall, { offer, metadata }: FoundOffer): Promise<Result<MetServer>> {
  const server = offer.server ?? metadata.servers[0] ?? metadata.issuer;
  if (metadata.servers.length > 0 && !metadata.servers.includes(server))
    return answerInvalid('The offer names a server that the metadata of the issuer do not have.');
  const url = wellKnown(server, 'oauth-authorization-server');
  return url === undefined
    ? answerInvalid('The authorization server is not an address.')
    : readRemote(call, { url }, (json) => readServerMetadata(json, server));
}

async function offerAt(call: RemoteCall, text: string): Promise<Result<Json>> {
  const place = faultOr(() => offerInUri(text));
  if (place instanceof FormatFault) return invalid('/offerUri', place.message);
  if ('offer' in place) return place.offer;
  const document = await readRemote(call, place, (json) => json);
  return isFailure(document) ? document : (document ?? null);
}

function metadataOf(call: RemoteCall, issuer: string): Promise<Result<MetIssuer>> | Result<MetIssuer> {
  const url = wellKnown(issuer, 'openid-credential-issuer');
  if (url === undefined) return invalid('/offer', 'The issuer of the offer is not an address.');
  return readRemote(call, { url }, (json) => readIssuerMetadata(json, issuer));
}

const invalid = (path: string, message: string) => fail(issue('BODY_INVALID', path, message));
