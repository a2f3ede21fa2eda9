// Sealed dockets, read for credentials of runs: which runs owe one, which issuances are sealed, whose status changed,
// and whom to tell that one can be had. It reads the state as it is, and writes nothing.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import { isObject } from '../../core/base/json.js';
import { INSTANCE_READ_MAX } from '../../core/base/limits/ledger/disputes.js';
import { ENTRY_NEWS_MS } from '../../core/base/limits/node/people.js';
import { ISSUING_PUBLICATIONS_MAX, TAKING_OF_WALLET_MAX } from '../../core/base/limits/node/wallets.js';
import { isFar } from '../../core/base/time/elapsed.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { MoveType } from '../../core/blueprint/state/move-types.js';
import { issuanceRulesOf } from '../../core/credentials/issuance/rule.js';
import { issuanceCredentialId } from '../../core/credentials/issuing/run-id.js';
import { instanceIdOf } from '../../core/instance/rows.js';
import { isAct } from '../../core/kinds/governance.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Transaction } from '../../core/model/transaction.js';
import { owedRules } from '../../core/moves/issuance/issuable.js';
import type { InboxNotice } from '../../core/tenant/inbox/entry.js';
import { moveTypeOf } from '../../core/transaction/move-type.js';
import type { Wallet } from '../../core/wallet/wallet.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { sound } from '../../storage/engine/value.js';
import type { KeptCredentials } from '../../storage/tables/credentials/kept.js';
import type { OwedKey, RunIssuance, RunIssuances } from '../../storage/tables/credentials/run-issuances.js';
import type { TakingCredential, TakingCredentials } from '../../storage/tables/credentials/taking.js';
import type { SealedDocketFacts } from '../background/sealed-docket-facts.js';
import { peopleOf, type WalletPeoplePorts } from '../people/wallet-people.js';
import type { Announcement, Log } from '../ports.js';
import { definitionAt } from '../workflow/instance/definition-at.js';
import type { RegisterPlace } from '../workflow/instance/instance-record.js';
import type { OwedListener } from './owed-news.js';
import { recipientIn } from './recipients.js';
import type { FoundInDockets, TakeDockets } from './register-walk.js';
import { ruleIn } from './sealed-issuance.js';

export interface FoundRunPorts extends WalletPeoplePorts, OwedListener {
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'view' | 'transaction' | 'byInstance'>;
  readonly runs: RunIssuances;
  readonly kept: Pick<KeptCredentials, 'head'>;
  readonly taking: Pick<TakingCredentials, 'list' | 'put'>;
  readonly isBehind: (issuance: RunIssuance) => boolean;
  readonly announce: (fact: Announcement) => void;
}

/** How people are told of a credential of a run that they may take; its id follows behind a colon. */
export const AVAILABLE = 'credential-available';

/** Moves behind which a run that waited may count. */
const SETTLING: ReadonlySet<MoveType> = new Set(['Confirmation', 'Resolution', 'Timer']);

/** The things that were found, before they are written. */
class Findings {
  readonly ops: KvOp[] = [];
  readonly notices: InboxNotice[] = [];
  readonly facts: Announcement[] = [];
  readonly issuing = new Map<string, OwedKey>();
  readonly statuses = new Set<string>();
  readonly taking: TakingCredential[] = [];
}

export class FoundRuns implements TakeDockets {
  private readonly ports: FoundRunPorts;
  /** By publication, whether its definition issues anything. */
  private readonly issuing = new LRUCache<string, { readonly definition: Definition | undefined }>(
    growing(ISSUING_PUBLICATIONS_MAX),
  );

  constructor(ports: FoundRunPorts) {
    this.ports = ports;
  }

  isOfInterest(at: RegisterPlace, { transactions }: SealedDocketFacts): boolean {
    return transactions.some((tx) => isAct(tx) || this.issuingOf(at, tx) !== undefined);
  }

  async find(at: RegisterPlace, dockets: readonly SealedDocketFacts[]): Promise<FoundInDockets> {
    const findings = new Findings();
    const touched = new Set<string>();
    let isGoverned = false;
    for (const { transactions, timestampMs } of dockets)
      for (const tx of transactions) {
        isGoverned ||= isAct(tx);
        const definition = this.issuingOf(at, tx);
        if (definition === undefined) continue;
        touched.add(instanceIdOf(tx));
        await this.takeMove(at, { tx, definition, atMs: timestampMs }, findings);
      }
    const places = isGoverned ? [[at.registerId] as const] : [...touched].map((id) => [at.registerId, id] as const);
    for (const place of places)
      for await (const issuance of this.ports.runs.of(place)) this.takeIssuance(issuance, findings);
    return { ops: findings.ops, notices: findings.notices, onDurable: () => this.tell(findings) };
  }

  private tell({ facts, issuing, statuses }: Findings): void {
    const { announce, wakeIssuing, wakeStatus } = this.ports;
    for (const fact of facts) announce(fact);
    for (const key of issuing.values()) wakeIssuing(key);
    for (const id of statuses) wakeStatus(id);
  }

  /** The definition of a move where that issues credentials. */
  private issuingOf({ reg }: RegisterPlace, { header }: Transaction): Definition | undefined {
    const { blueprintId, publicationTxId } = header;
    if (publicationTxId === undefined || kindOf(header).kind !== 'action') return undefined;
    const known = this.issuing.get(publicationTxId);
    if (known !== undefined) return known.definition;
    const definition = definitionAt(this.ports.chain.view(reg), { blueprintId, publicationTxId });
    // It may be repaired.
    if (definition === undefined) return undefined;
    const issues = definition.actions.some((action) => issuanceRulesOf(action).length > 0);
    this.issuing.set(publicationTxId, { definition: issues ? definition : undefined });
    return issues ? definition : undefined;
  }

  private async takeMove(at: RegisterPlace, move: SealedMove, findings: Findings): Promise<void> {
    const type = moveTypeOf(move.tx.header);
    if (type === 'Action') this.takeRun(at, move, findings);
    if (type === 'Issuance') await this.takeSealed(at, move, findings);
    if (!SETTLING.has(type)) return;
    const page = { skip: 0, top: INSTANCE_READ_MAX };
    const { items } = await this.ports.chain.byInstance(at.reg, instanceIdOf(move.tx), page);
    for (const { transaction: tx } of items)
      if (moveTypeOf(tx.header) === 'Action' && this.issuingOf(at, tx) !== undefined)
        this.takeRun(at, { ...move, tx }, findings);
  }

  private takeRun({ registerId, reg }: RegisterPlace, { tx: run, definition }: SealedMove, findings: Findings): void {
    const { chain, log, runs, wallets } = this.ports;
    const action = definition.actions.find(({ id }) => String(id) === String(run.header.actionId));
    if (action === undefined || issuanceRulesOf(action).length === 0) return;
    const wallet = wallets.find(run.header.senderWallet);
    if (wallet === undefined) return;
    for (const { id: config } of owedRules(chain.view(reg), { definition, run })) {
      const key: OwedKey = [registerId, run.txId, config];
      if (wallet.owner.kind !== 'organisation') {
        const reason = 'A credential is signed by a wallet of an organisation.';
        log.warn({ registerId, run: run.txId, config, reason }, 'A run issues no credential.');
        continue;
      }
      findings.issuing.set(key.join(' '), key);
      if (runs.findOwed(key) !== undefined) continue;
      const place = { registerId, run: run.txId, config, instanceId: instanceIdOf(run) };
      findings.ops.push(runs.owe({ ...place, organisationId: wallet.owner.id }));
    }
  }

  /** People who use the wallet that is given the credential are told, on the node that has that wallet. */
  private async takeSealed(
    { registerId, reg }: RegisterPlace,
    { tx, definition, atMs }: SealedMove,
    findings: Findings,
  ): Promise<void> {
    const { chain, clock, runs, wallets } = this.ports;
    if (!isObject(tx.payload)) return;
    const { root, validFrom } = tx.payload;
    const { previousTransactionId: run = '' } = tx.header;
    const credentialId = issuanceCredentialId(Date.parse(String(validFrom)), { run, root: String(root) });
    // The one who holds the role later opens its offer too.
    findings.ops.push(runs.putSealed(credentialId, { registerId, issuanceTxId: tx.txId }));
    if (isFar(atMs, clock.now(), ENTRY_NEWS_MS)) return;
    const instanceId = instanceIdOf(tx);
    const rule = ruleIn(definition, tx);
    const wallet = rule && recipientIn(chain.view(reg), { instanceId, definition, recipient: rule.recipient });
    const here = wallet === undefined ? undefined : wallets.find(wallet);
    if (wallet === undefined || here === undefined) return;
    const available = { recipient: wallet, issuanceTxId: tx.txId, registerId, credentialId };
    await this.oweTaking(here, { ...available, walletId: here.id, askedAtMs: clock.now() }, findings);
    const type = AVAILABLE;
    findings.facts.push({ type, wallet, credentialId, issuanceTxId: tx.txId, atMs, cause: tx.txId });
    const details = { registerId, instanceId, walletAddress: wallet, credentialId, issuanceTxId: tx.txId };
    for (const platformUserId of sound(() => peopleOf(this.ports, wallet)) ?? [])
      findings.notices.push({
        ...{ platformUserId, sourceEventId: `${type}:${credentialId}`, category: 'Credential', type },
        ...{ occurredAtMs: atMs, cause: tx.txId, details },
      });
  }

  /** Of a wallet that accepts issuers: whether this is one of them is judged when it is taken. */
  private async oweTaking({ address }: Wallet, row: TakingCredential, { ops, taking }: Findings): Promise<void> {
    const isAccepting = sound(() => this.ports.kept.head(address))?.autoAccept !== undefined;
    if (!isAccepting) return;
    const { recipient } = row;
    const stored = await this.ports.taking.list(TAKING_OF_WALLET_MAX, recipient);
    const others = taking.filter((each) => each.recipient === recipient);
    if (stored.length + others.length >= TAKING_OF_WALLET_MAX) return;
    taking.push(row);
    ops.push(this.ports.taking.put(row));
  }

  private takeIssuance(issuance: RunIssuance, findings: Findings): void {
    const { runs, isBehind } = this.ports;
    const { registerId, run, config, credentialId } = issuance;
    const key: OwedKey = [registerId, run, config];
    if (issuance.issuanceTxId === undefined && runs.findOwed(key) !== undefined)
      findings.issuing.set(key.join(' '), key);
    if (!isBehind(issuance)) return;
    findings.ops.push(runs.oweStatus(credentialId));
    findings.statuses.add(credentialId);
  }
}

interface SealedMove {
  readonly tx: Transaction;
  readonly definition: Definition;
  /** Time of its docket. */
  readonly atMs: number;
}
