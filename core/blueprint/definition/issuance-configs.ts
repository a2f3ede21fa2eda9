// The credentials that an action issues, whether its definition states one or a list.
import type { Action, CredentialIssuanceConfig } from './types.js';

export interface PlacedConfig {
  readonly config: CredentialIssuanceConfig;
  /** Its name among those of the action: stated, or by its place. */
  readonly id: string;
  /** JSON Pointer in the member of the action: empty where one stands alone. */
  readonly place: string;
}

const NONE: readonly PlacedConfig[] = [];

/** In their order. */
export function issuanceConfigsOf({ credentialIssuanceConfig: stated }: Action): readonly PlacedConfig[] {
  if (!stated) return NONE;
  const isList = Array.isArray(stated);
  const configs = (isList ? stated : [stated]) as readonly CredentialIssuanceConfig[];
  return configs.map((config, i) => ({ config, id: config.id ?? `c${i}`, place: isList ? `/${i}` : '' }));
}
