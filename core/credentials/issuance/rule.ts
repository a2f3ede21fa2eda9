// A credential of a definition as its issuer and its validators read it: with the defaults of the language, and no
// member left to guess.
import type { Json, JsonObject } from '../../base/json.js';
import { durationMs } from '../../blueprint/definition/duration.js';
import { issuanceConfigsOf } from '../../blueprint/definition/issuance-configs.js';
import { parsePointer } from '../../blueprint/definition/pointer.js';
import type { Action, CredentialIssuanceConfig } from '../../blueprint/definition/types.js';
import { claimPathOf } from '../../blueprint/names/gate-names.js';
import { TRUST_ANCHORS, type TrustAnchor } from '../issuing/copy-content.js';
import type { IssuedFormat } from '../issuing/formats.js';
import { COLOUR, type TypeDisplay } from '../issuing/type-rules.js';
import type { AskedPath } from '../sd-jwt/paths.js';
import { isUri, typeOfRegister } from './names.js';

export interface MappedClaim {
  readonly path: AskedPath;
  /** Tokens of the field in the data of the run. */
  readonly source: readonly string[];
  readonly display: readonly JsonObject[];
}

export interface IssuanceRule {
  readonly id: string;
  readonly format: IssuedFormat;
  readonly trustAnchor?: TrustAnchor;
  /** The role that receives it. */
  readonly recipient: string;
  readonly validForMs?: number;
  readonly copies: number;
  readonly revokedBy: readonly string[];
  readonly holder: 'any' | 'record';
  readonly txCode: 'none' | 'inbox' | 'mail';
  readonly attestation?: NonNullable<CredentialIssuanceConfig['attestation']>;
  readonly usagePolicy: NonNullable<CredentialIssuanceConfig['usagePolicy']>;
  readonly maxPresentations?: number;
  /** How wallets show it. */
  readonly shown: TypeDisplay;
  /** The `vct` or docType of its credentials. */
  readonly typeIn: (registerId: string) => string;
  readonly claims: readonly MappedClaim[];
  /** The claims that the holder shows or keeps, one by one. */
  readonly disclosable: readonly AskedPath[];
}

const NONE: readonly IssuanceRule[] = [];
const rules = new WeakMap<Action, readonly IssuanceRule[]>();

/** In their order; found once for as long as the definition is held. */
export function issuanceRulesOf(action: Action): readonly IssuanceRule[] {
  if (!action.credentialIssuanceConfig) return NONE;
  let read = rules.get(action);
  if (!read) {
    read = issuanceConfigsOf(action).map(({ config, id }) => ruleOf(config, id));
    rules.set(action, read);
  }
  return read;
}

function ruleOf(config: CredentialIssuanceConfig, id: string): IssuanceRule {
  const { credentialType, trustAnchor, maxPresentations, displayConfig, attestation } = config;
  const anchor = TRUST_ANCHORS.find((name) => name === trustAnchor);
  const validForMs = durationMs(config.expiryDuration ?? '');
  const isMdoc = config.format === 'mso_mdoc';
  const about = new Map((config.claims ?? []).map((claim) => [claim.path, claim]));
  const names = config.claimMappings.map(({ claimName }) => claimName);
  const shown = (config.disclosable ?? names).filter((name) => about.get(name)?.always !== true);
  return {
    ...{ id, format: isMdoc ? 'mso_mdoc' : 'dc+sd-jwt', recipient: config.recipientParticipantId },
    ...(anchor !== undefined && { trustAnchor: anchor }),
    ...(validForMs !== undefined && { validForMs }),
    ...{ copies: config.copies ?? 1, revokedBy: config.revokedBy ?? [], holder: config.holder ?? 'any' },
    ...{ txCode: config.txCode ?? 'none', usagePolicy: config.usagePolicy ?? 'Reusable' },
    ...(attestation && { attestation }),
    ...(maxPresentations !== undefined && { maxPresentations }),
    shown: readDisplay(credentialType, displayConfig),
    typeIn: (registerId) =>
      isMdoc || isUri(credentialType) ? credentialType : typeOfRegister(registerId, credentialType),
    claims: config.claimMappings.map(({ claimName, sourceField }) => ({
      path: claimPathOf(claimName),
      source: parsePointer(sourceField) ?? [],
      display: about.get(claimName)?.display ?? [],
    })),
    disclosable: isMdoc ? [] : shown.map(claimPathOf),
  };
}

function readDisplay(type: string, stated: JsonObject = {}): TypeDisplay {
  const { backgroundColor, textColor } = stated;
  return {
    // An address ends with the name.
    name: /^https?:.*\/([^/?#]+)$/.exec(type)?.[1] ?? type,
    ...(isColour(backgroundColor) && { backgroundColor }),
    ...(isColour(textColor) && { textColor }),
  };
}

function isColour(value: Json | undefined): value is string {
  return typeof value === 'string' && new RegExp(COLOUR).test(value);
}
