// The statuses of credentials of runs, as the ledger has them: what is sealed is the truth, and the status list follows
// it. Owed from the commit that found the change until the list has it. It revokes on the ledger what a wallet deleted.

import type { Clock, Log } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import type { CredentialStatus } from '../../core/blueprint/definition/choices.js';
import type { CredentialState, IssuedCredential, StatusChange } from '../../core/credentials/issuing/issued.js';
import { issuanceStatus } from '../../core/register/issued/rows.js';
import { turnOf } from '../../core/wallet/wallet.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { WalletStore } from '../../storage/tables/accounts/wallets.js';
import type { RunIssuance, RunIssuances } from '../../storage/tables/credentials/run-issuances.js';
import type { Ledger } from '../ledger-port.js';
import type { Workflow } from '../workflow/ports.js';
import { changeStatus, type StatusChangePorts } from './changing.js';
import { issuingWallet } from './issuing-wallet.js';
import type { Outcome } from './owed-work.js';

export interface StatusPorts extends StatusChangePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly credentials: StatusChangePorts['credentials'] & { readonly runs: RunIssuances };
  readonly chain: Pick<ChainStore, 'view'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly log: Log;
  readonly wallets: Pick<WalletStore, 'find'>;
  readonly workflow: Pick<Workflow, 'move'>;
  /** The row of the audit trail. */
  readonly recordChange: (credential: IssuedCredential, change: StatusChange) => KvOp;
}

const STATE_OF: Readonly<Record<CredentialStatus, CredentialState>> = {
  valid: 'Valid',
  suspended: 'Suspended',
  revoked: 'Revoked',
};
const CHANGE_TO: Readonly<Record<CredentialState, StatusChange>> = {
  Valid: 'reinstate',
  Suspended: 'suspend',
  Revoked: 'revoke',
};

export class Statuses {
  constructor(private readonly ports: StatusPorts) {}

  turnOf(credentialId: string): string | undefined {
    return this.ports.credentials.runs.find(credentialId)?.organisationId;
  }

  /** Whether the list says another thing than the ledger. */
  isBehind(issuance: RunIssuance): boolean {
    const credential = this.credentialOf(issuance);
    const sealed = this.sealedState(issuance);
    return credential !== undefined && sealed !== undefined && credential.state !== sealed;
  }

  async follow(credentialId: string): Promise<Outcome> {
    const { credentials, commit, recordChange } = this.ports;
    const issuance = credentials.runs.find(credentialId);
    const credential = issuance && this.credentialOf(issuance);
    const sealed = issuance && this.sealedState(issuance);
    if (credential !== undefined && sealed !== undefined && credential.state !== sealed) {
      const change = CHANGE_TO[sealed];
      const record = () => recordChange(credential, change);
      const after = await changeStatus(this.ports, credential, { change, record });
      // A revoked credential of another history of the register: revoked is the end.
      if (isFailure(after)) return this.settle(credentialId, commit);
      if (this.isBehind(issuance as RunIssuance)) return 'again';
    }
    const isLeft = credential?.notified === 'credential_deleted' && sealed !== undefined && sealed !== 'Revoked';
    if (isLeft) return this.revoke(issuance as RunIssuance, credential);
    return this.settle(credentialId, commit);
  }

  /** Sent once, and again where it is not sealed after a while. */
  private async revoke(issuance: RunIssuance, { issuerWallet: issuer }: IssuedCredential): Promise<Outcome> {
    const { commit, log, workflow } = this.ports;
    const { credentialId, registerId, instanceId, issuanceTxId = '' } = issuance;
    const acting = issuingWallet(this.ports, { ...issuance, issuer });
    if (acting === undefined) {
      log.warn({ credentialId, registerId }, 'A deleted credential is not revoked: the wallet of its issuer is gone.');
      return this.settle(credentialId, commit);
    }
    const by = { ...acting, from: turnOf(acting.wallet) };
    const asked = { registerId, instanceId, by, issuance: issuanceTxId, to: 'revoked', waitMs: 0 } as const;
    const sent = await workflow.move('CredentialStatus', asked);
    if (!isFailure(sent)) return 'waits';
    const { code, message: reason } = sent.issue;
    log.warn({ credentialId, registerId, code, reason }, 'A deleted credential was not revoked yet.');
    return 'again';
  }

  private async settle(credentialId: string, commit: StatusPorts['commit']): Promise<Outcome> {
    await commit([this.ports.credentials.runs.settleStatus(credentialId)]);
    return 'done';
  }

  private sealedState({ registerId, issuanceTxId }: RunIssuance): CredentialState | undefined {
    const record = this.ports.ledger.register(registerId);
    if (issuanceTxId === undefined || record === undefined || record.purging) return undefined;
    const status = issuanceStatus(this.ports.chain.view(record.reg), issuanceTxId);
    return status && STATE_OF[status];
  }

  private credentialOf({ organisationId, credentialId }: RunIssuance): IssuedCredential | undefined {
    return this.ports.credentials.issued.find(organisationId, credentialId);
  }
}
