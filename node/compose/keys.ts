// Opens everything that the master key protects: wallets, the system wallet, the seat key and the key of tokens. A
// master key that does not fit stops the start before anything is changed.
import type { ConsensusKeys } from '../../actors/ports.js';
import { toBase64Url } from '../../core/base/bytes.js';
import type { Log } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { signingRate } from '../../core/wallet/signing-rate.js';
import type { Store } from '../../storage/open.js';
import { EncryptedTexts } from '../../storage/secrets/encrypted-texts.js';
import { FactorSecrets } from '../../storage/secrets/factor-secrets.js';
import { Keystore } from '../../storage/secrets/keystore.js';
import { holdsSecrets, nodeSecret } from '../../storage/secrets/node-secrets.js';
import { RsaDeriver } from '../../storage/secrets/rsa-deriver.js';
import { SystemWallet } from '../../storage/secrets/system-wallet.js';
import { Usage } from '../../storage/tables/accounts/usage.js';
import { WalletStore } from '../../storage/tables/accounts/wallets.js';
import type { Config } from '../config/schema.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { openConsensusKeys } from '../platform/consensus-signer.js';
import { masterKey } from '../platform/secrets.js';

export interface OpenKeys {
  readonly keystore: Keystore;
  readonly wallets: WalletStore;
  readonly usage: Usage;
  readonly systemWallet: SystemWallet;
  readonly consensus: ConsensusKeys;
  /** HS256 key of tokens. */
  readonly signingKey: string;
  /** Requests that wait for their turn, and answers that are kept for a repeat, are encrypted under keys of it. */
  readonly operationKey: Uint8Array;
  readonly factorSecrets: FactorSecrets;
  /** Encrypts what accounts and organisations keep secret. */
  readonly accountSecrets: EncryptedTexts;
  /** Wipes the master key. Nothing signs or opens a secret after it. */
  close(): Promise<void>;
}

/**
 * Throws an Error with a sentence for the operator when a key file cannot be used or the master key is of another
 * store.
 */
export async function openKeys(config: Config, store: Store, log: Log): Promise<OpenKeys> {
  const { kv, journal } = store;
  const master = masterKey({
    dataDir: config.node.dataDir,
    masterSecret: config.secrets.masterSecret,
    masterKeyFile: config.secrets.masterKeyFile,
    hasSecrets: await holdsSecrets(kv),
  });
  const rsa = new RsaDeriver();
  const ports = { kv, journal, random: systemRandom, clock: systemClock };
  try {
    const keystore = orThrow(await Keystore.open({ ...ports, rsa }, master));
    const usage = new Usage(kv, journal);
    const wallets = new WalletStore(kv, journal, usage);
    const commit: typeof journal.commit = (ops) => journal.commit(ops);
    const systemWallet = orThrow(
      await SystemWallet.ensure(
        { ...ports, keystore, wallets, log, commit },
        signingRate(config.limits.systemSigningsPerMinute),
      ),
    );
    const consensus = await openConsensusKeys(ports, master);
    const signingKey =
      config.auth.signingKey ?? toBase64Url(await nodeSecret(ports, master, { name: 'token-key', length: 48 }));
    const operationKey = await nodeSecret(ports, master, { name: 'operation-key', length: 32 });
    const accountKey = await nodeSecret(ports, master, { name: 'account-key', length: 32 });
    const accountSecrets = new EncryptedTexts(accountKey, systemRandom);
    const factorSecrets = new FactorSecrets(accountSecrets, accountKey);
    const close = async () => {
      keystore.close();
      consensus.close();
      await rsa.close();
    };
    return {
      ...{ keystore, wallets, usage, systemWallet, consensus: consensus.keys },
      ...{ signingKey, operationKey, accountSecrets, factorSecrets, close },
    };
  } catch (error) {
    await rsa.close();
    throw error;
  } finally {
    // The keystore and the consensus keys have copies of their own, which they wipe when they are closed.
    master.fill(0);
  }
}

function orThrow<T>(value: Result<T>): T {
  if (isFailure<unknown>(value)) throw new Error(value.issue.message);
  return value;
}
