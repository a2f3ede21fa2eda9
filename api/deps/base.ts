// The ports of every area.
import type { Clock, Log, Random } from '../../core/base/ports.js';
import type { ConsensusPolicy } from '../../core/model/register.js';
import type { Quotas } from '../../core/tenant/quotas.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Audit } from '../auth/audit.js';
import type { PasskeySite } from '../auth/passkey-ceremonies.js';
import type { Tokens } from '../auth/tokens.js';

/** The public part of the node's configuration: nothing in it is secret. */
export interface ApiConfig {
  /** Names issuer and audiences of tokens (specification section 5.1). */
  readonly installation: string;
  readonly version: string;
  /** The origin under which clients reach this node, without a slash at its end: documents name it. */
  readonly publicUrl: string;
  /** Origins whose pages a browser is led back to after a sign-in at a provider. */
  readonly returnOrigins: ReadonlySet<string>;
  /** The site that passkeys are of, and the pages that may ask for them. */
  readonly passkeys: PasskeySite;
  /**
   * Whose right it is to found an organisation: of those who act for the platform organisation, or of anyone with an
   * account.
   */
  readonly founding: 'platform' | 'anyone';
  /** People join the public organisation alone, where selfRegistrationEnabled of it was never stated. */
  readonly takesPeople: boolean;
  /**
   * The node listens on loopback addresses alone, and no proxy or name is stated by which others reach it: what comes
   * from such an address comes from this computer.
   */
  readonly isAlone: boolean;
  /** How long an invitation into an organisation can be accepted. */
  readonly invitationMs: number;
  /** Programs may register themselves (RFC 7591). */
  readonly dynamicRegistration: boolean;
  /** Services prove themselves by certificates alone (ServiceAuth:DisableSharedSecrets). */
  readonly disableSharedSecrets: boolean;
  /** Whose submissions this node takes to a register: those of anyone with an account, or of readers only. */
  readonly submissions: 'anyone' | 'readers';
  /** The catalogue of schemas of others where an organisation names none; '' without one. */
  readonly schemaCatalogueUrl: string;
  /** The quotas of one organisation; 0 is unbounded. */
  readonly quotas: Quotas;
  /** Consensus policy of registers that are founded here, where the founder states nothing. */
  readonly newRegisters: Pick<ConsensusPolicy, 'mode' | 'docketTransactionsMax' | 'docketBytesMax'>;
  /** All settings as they hold now, without secrets. */
  readonly settings: () => readonly ShownSetting[];
}

/** A setting of the node as its operator sees it. */
export interface ShownSetting {
  readonly path: string;
  readonly env: string;
  readonly description: string;
  /** As JSON; null for a secret, and where there is none. */
  readonly value: string | null;
  /** Its value where nothing is stated, as JSON. */
  readonly standard: string | null;
  readonly isSecret: boolean;
  readonly isStated: boolean;
  readonly isLive: boolean;
  readonly origin: 'default' | 'file' | 'environment' | 'flag';
}

export interface ApiBase {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly config: ApiConfig;
  /** Writes all operations or none, synced; the only way to write. */
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly tokens: Tokens;
  readonly audit: Audit;
}
