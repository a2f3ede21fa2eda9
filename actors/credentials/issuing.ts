// Issues the credentials that runs of workflows owe: plans the copies of each, and has the wallet that sent the run
// seal their root in an Issuance. After a restart the rows and the ledger say how far it came.
import type { Issue } from '../../core/base/issue.js';
import { isObject } from '../../core/base/json.js';
import type { Log } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { IssuanceRule } from '../../core/credentials/issuance/rule.js';
import type { Transaction } from '../../core/model/transaction.js';
import { owedRules } from '../../core/moves/issuance/issuable.js';
import { credentialOf, liveIssuance } from '../../core/register/issued/rows.js';
import { turnOf, useProblem, type Wallet } from '../../core/wallet/wallet.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { WalletStore } from '../../storage/tables/accounts/wallets.js';
import type { OwedIssuance, OwedKey, RunIssuance } from '../../storage/tables/credentials/run-issuances.js';
import type { Ledger } from '../ledger-port.js';
import { definitionAt } from '../workflow/instance/definition-at.js';
import type { Workflow } from '../workflow/ports.js';
import { issuingWallet } from './issuing-wallet.js';
import type { Outcome } from './owed-work.js';
import { type PlanningPorts, planIssuance } from './planning.js';

export interface IssuingPorts extends PlanningPorts {
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'view' | 'transaction'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly wallets: Pick<WalletStore, 'find'>;
  readonly workflow: Pick<Workflow, 'move' | 'visible'>;
  /** A credential of the run can be had from now on. */
  readonly onIssued: (issuance: RunIssuance) => void;
}

/** An owed issuance, with what the ledger has of it. */
interface Job {
  readonly owed: OwedIssuance;
  readonly reg: number;
  readonly run: Transaction;
  /** The one that sent the run: what it was given is read by it. */
  readonly wallet: Wallet;
}

export class IssuanceJobs {
  constructor(private readonly ports: IssuingPorts) {}

  async issue(key: OwedKey): Promise<Outcome> {
    const { credentials, ledger, chain, wallets } = this.ports;
    const owed = credentials.runs.findOwed(key);
    if (owed === undefined) return 'done';
    const record = ledger.register(owed.registerId);
    if (record === undefined || record.purging) return this.drop(owed, 'The register is gone.');
    const { reg } = record;
    const run = chain.transaction(reg, owed.run)?.transaction;
    // Until it is repaired.
    if (run === undefined) return 'waits';
    const wallet = wallets.find(run.header.senderWallet);
    if (wallet === undefined) return this.drop(owed, 'The wallet that sent the run is gone.');
    const txId = credentialOf(chain.view(reg), owed.run, owed.config)?.txId;
    const sealed = txId === undefined ? undefined : chain.transaction(reg, txId)?.transaction;
    const planned = this.planOf(owed);
    if (sealed !== undefined && planned !== undefined && rootIn(sealed) === planned.root)
      return this.settle(owed, planned, sealed.txId);
    return this.send({ owed, reg, run, wallet }, planned);
  }

  private async send(job: Job, before: RunIssuance | undefined): Promise<Outcome> {
    const { owed, reg, run } = job;
    const view = this.ports.chain.view(reg);
    const { blueprintId, publicationTxId = '' } = run.header;
    const definition = definitionAt(view, { blueprintId, publicationTxId });
    if (definition === undefined) return 'waits';
    const former = owed.replaces?.issuanceTxId;
    const rule = owedRules(view, { definition, run }, former).find(({ id }) => id === owed.config);
    // Not in force now, barred, or issued under another plan. Where it counts again it is owed again.
    if (rule === undefined) return this.drop(owed, 'The run owes no credential now.');
    const issuer = issuingWallet(this.ports, { ...owed, issuer: run.header.senderWallet }) ?? {
      ...{ wallet: job.wallet, address: run.header.senderWallet },
    };
    const problem = useProblem(issuer.wallet, 'sign');
    if (problem !== undefined) return this.again(owed, problem);
    const by = { ...issuer, from: turnOf(issuer.wallet) };
    const planned = before ?? (await this.plan(job, { rule, wallet: issuer.wallet }));
    if (isFailure(planned)) return this.again(owed, planned.issue);
    const { registerId, instanceId, config, root, places, validFromMs } = planned;
    const { validUntilMs } = this.credentialOf(planned) ?? {};
    const sent = await this.ports.workflow.move('Issuance', {
      ...{ registerId, instanceId, by, run: owed.run, config, root, copies: places.length, status: 'list', waitMs: 0 },
      validFrom: new Date(validFromMs).toISOString(),
      ...(validUntilMs !== undefined && { validUntil: new Date(validUntilMs).toISOString() }),
      replaces: liveIssuance(view, owed.run, config),
    });
    if (isFailure(sent)) return this.takeRefusal({ ...owed, credentialId: planned.credentialId }, sent.issue);
    return sent.status === 'sealed' ? this.settle(owed, planned, sent.transactionId) : 'waits';
  }

  private async plan(
    { owed, run, wallet: reader }: Job,
    { rule, wallet }: { readonly rule: IssuanceRule; readonly wallet: Wallet },
  ): Promise<Result<RunIssuance>> {
    const by = { wallet: reader, address: run.header.senderWallet, from: turnOf(reader) };
    const seen = await this.ports.workflow.visible(owed.registerId, owed.instanceId, by);
    if (isFailure(seen)) return seen;
    return planIssuance(this.ports, { owed, run, rule, wallet, data: seen.facts.get(run.txId) ?? {} });
  }

  private async settle(owed: OwedIssuance, planned: RunIssuance, issuanceTxId: string): Promise<Outcome> {
    const { credentials, commit, onIssued } = this.ports;
    const credential = this.credentialOf(planned);
    const issued = { ...planned, issuanceTxId };
    await commit([
      ...credentials.runs.put(issued),
      ...(credential?.run ? [credentials.issued.put({ ...credential, run: { ...credential.run, issuanceTxId } })] : []),
      credentials.runs.settle(owed),
      // It may have been revoked by now.
      credentials.runs.oweStatus(planned.credentialId),
    ]);
    onIssued(issued);
    return 'done';
  }

  /** A copy that was planned for it is never given. */
  private async drop(owed: OwedIssuance, reason: string): Promise<Outcome> {
    const { credentials, commit, log, clock } = this.ports;
    const { registerId, run, config } = owed;
    log.info({ registerId, run, config, reason }, 'A credential is not issued.');
    const planned = this.planOf(owed);
    const credential = planned && this.credentialOf(planned);
    const ended = credential && { ...credential, state: 'Revoked' as const, reason, changedAtMs: clock.now() };
    await commit([credentials.runs.settle(owed), ...(ended ? [credentials.issued.put(ended)] : [])]);
    return 'done';
  }

  /** The former credential stays where the register takes no other one in its place. */
  private async takeRefusal(owed: OwedIssuance, problem: Issue): Promise<Outcome> {
    const isFinal = owed.replaces !== undefined && problem.code.startsWith('VAL_ISSUE_');
    return isFinal ? this.drop(owed, problem.message) : this.again(owed, problem);
  }

  private again({ registerId, run, config }: OwedIssuance, { code, message }: Issue): Outcome {
    this.ports.log.warn({ registerId, run, config, code, reason: message }, 'A credential was not issued yet.');
    return 'again';
  }

  private planOf({ credentialId }: OwedIssuance): RunIssuance | undefined {
    return credentialId === undefined ? undefined : this.ports.credentials.runs.find(credentialId);
  }

  private credentialOf({ organisationId, credentialId }: RunIssuance) {
    return this.ports.credentials.issued.find(organisationId, credentialId);
  }
}

function rootIn({ payload }: Transaction): unknown {
  return isObject(payload) ? payload.root : undefined;
}
