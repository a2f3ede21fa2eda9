// The walk-through log of a rehearsal: what each sealed transaction did, where it leads and who reads what of it, in
// sentences. It names fields and never says their values: those are shown to the acting role alone.

import { REHEARSAL_LINE_MAX, REHEARSAL_LOG_MAX } from '../../core/base/limits/node/rehearsals.js';
import { isFailure } from '../../core/base/result.js';
import type { PlannedAction } from '../../core/blueprint/plan/planned.js';
import type { RunRow } from '../../core/blueprint/state/run-row.js';
import { type IssuanceRule, issuanceRulesOf } from '../../core/credentials/issuance/rule.js';
import { readEnvelope } from '../../core/envelope/cells/envelope.js';
import { expectGroup } from '../../core/envelope/cells/expecting.js';
import { asDisclosed, openCells } from '../../core/envelope/cells/open.js';
import { nextOf } from '../../core/instance/next.js';
import { rowsIn } from '../../core/instance/rows.js';
import { outcomeOfHeader } from '../../core/transaction/action-metadata.js';
import { moveTypeOf } from '../../core/transaction/move-type.js';
import { isVote, planFor, statedVote } from '../../core/transaction/stated-vote.js';
import type { SealedTransaction } from '../../storage/chain/chain-read.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { Rehearsal, RehearsalLine, RehearsalLineKind } from '../../storage/tables/workflow/rehearsals.js';
import { keyNameOf } from '../workflow/encryption/recipient-keys.js';
import type { InstanceRecord } from '../workflow/instance/instance-record.js';
import { actingAs } from './cast.js';
import { isGated, type Planned, titleOf } from './walk.js';

export interface TellingPorts {
  readonly chain: Pick<ChainStore, 'transaction' | 'view'>;
  readonly keystore: Pick<Keystore, 'useToOpen'>;
}

/** A rehearsal with lines added; of a log that is full the oldest are gone. */
export function withLines(rehearsal: Rehearsal, lines: readonly RehearsalLine[]): Rehearsal {
  if (lines.length === 0) return rehearsal;
  return { ...rehearsal, log: [...rehearsal.log, ...lines].slice(-REHEARSAL_LOG_MAX) };
}

export function line(atMs: number, kind: RehearsalLineKind, message: string): RehearsalLine {
  const isLong = message.length > REHEARSAL_LINE_MAX;
  return { atMs, kind, message: isLong ? `${message.slice(0, REHEARSAL_LINE_MAX - 1)}…` : message };
}

/** The lines of the transactions that the log does not tell of yet, in the order of the ledger. */
export async function linesOf(
  ports: TellingPorts,
  rehearsal: Rehearsal,
  at: { readonly planned: Planned; readonly record: InstanceRecord },
): Promise<readonly RehearsalLine[]> {
  const lines: RehearsalLine[] = [];
  for (const sealed of at.record.transactions.slice(rehearsal.told)) {
    const action = planFor(at.planned.plan, sealed.transaction.header);
    if (!action) continue;
    const cast = isVote(sealed.transaction.header);
    const row = rowsIn(ports.chain.view(at.record.at.reg))(sealed.transaction.txId);
    lines.push(...(cast ? voteLines(at.planned, action, { sealed, row }) : moveLines(at.planned, action, sealed)));
    lines.push(...(await deliveries(ports, rehearsal, { ...at, sealed, sender: action.sender.id })));
  }
  return lines;
}

/** An action with who does it. */
function nameOf(planned: PlannedAction): string {
  const { action, approval, isJoin, sender } = planned;
  const roles = approval ? [...approval.voters.keys()].join(', ') : sender.id;
  return `action ${action.id} (${titleOf(planned)}) of ${roles}${isJoin ? ', which waits for other branches too' : ''}`;
}

/** The move that was done, and what follows. */
function moveLines(planned: Planned, action: PlannedAction, sealed: SealedTransaction): readonly RehearsalLine[] {
  const { header } = sealed.transaction;
  const name = `Action ${action.action.id} (${titleOf(action)}) of ${action.sender.id}`;
  const say = (kind: RehearsalLineKind, message: string) => line(sealed.timestampMs, kind, message);
  const type = moveTypeOf(header);
  if (type === 'Confirmation') return confirmLines(action, sealed);
  const isAction = type === 'Action';
  const timer = type === 'Timer' ? action.action.timers?.find(({ id }) => id === header.metadata?.timer) : undefined;
  const config = action.action.rejectionConfig;
  const goesBack = config && config.isTerminal !== true ? [config.targetActionId] : [];
  const route = isAction ? outcomeOfHeader(action, header)?.route : undefined;
  const ids = timer?.then?.nextActionIds ?? (isAction ? (route?.nextActionIds ?? []) : goesBack);
  const next = ids.flatMap((id) => planned.plan.actions.get(String(id)) ?? []);
  const way = route?.id === undefined ? '' : ` by route ${route.id}`;
  const names = next.map(nameOf);
  const done = timer ? `ended by its timer "${timer.id}"` : isAction ? 'sealed' : 'rejected';
  return [
    say('Sealed', `${name} is ${done} in docket ${sealed.height}.`),
    names.length === 0
      ? say('Routed', 'Nothing follows: this branch ends.')
      : say('Routed', `${isAction || timer ? 'On' : 'Back'}${way} to ${names.join(' and ')}.`),
    ...next.filter(isGated).map((to) => say('Gate', gateMessage(to))),
    ...(isAction ? issuanceRulesOf(action.action).map((rule) => say('Info', issuanceMessage(rule))) : []),
  ];
}

/** The roles that agreed to a run before it counts. */
function confirmLines(
  action: PlannedAction,
  { transaction: { header }, height, timestampMs }: SealedTransaction,
): readonly RehearsalLine[] {
  const role = (header.metadata?.answer as { readonly role?: string } | undefined)?.role ?? '';
  const name = `action ${action.action.id} (${titleOf(action)})`;
  return [line(timestampMs, 'Sealed', `${role} confirms ${name} in docket ${height}.`)];
}

/** The votes, and where they lead if they decide. */
function voteLines(
  { plan }: Planned,
  { action, sender }: PlannedAction,
  { sealed, row }: { readonly sealed: SealedTransaction; readonly row: RunRow | undefined },
): readonly RehearsalLine[] {
  const { header } = sealed.transaction;
  const vote = statedVote(header)?.vote ?? '';
  const say = (kind: RehearsalLineKind, message: string) => line(sealed.timestampMs, kind, message);
  const name = `The vote ${vote} of ${sender.id} on action ${action.id} (${titleOf({ action })})`;
  const facts = say('Sealed', `${name} is sealed in docket ${sealed.height}.`);
  const led = row?.vote?.led;
  if (!led) return [facts];
  const next = nextOf(plan, header, row).flatMap((id) => plan.actions.get(String(id)) ?? []);
  const names = next.map(nameOf);
  const what = led === 'yes' ? 'granted' : 'refused';
  return [
    facts,
    say('Routed', `It is ${what}: ${names.length === 0 ? 'this branch ends' : `on to ${names.join(' and ')}`}.`),
  ];
}

interface Delivered {
  readonly sealed: SealedTransaction;
  readonly planned: Planned;
  readonly record: InstanceRecord;
  readonly sender: string;
}

/** The other readers of it: found by opening it with the wallet of each role that it was encrypted for. */
async function deliveries(
  { chain, keystore }: TellingPorts,
  rehearsal: Rehearsal,
  { sealed, planned, record, sender }: Delivered,
): Promise<readonly RehearsalLine[]> {
  const { transaction, timestampMs } = sealed;
  const recipients = new Set(transaction.header.recipients ?? []);
  const { participants: taken } = record.row;
  const row = rowsIn(chain.view(record.at.reg))(transaction.txId);
  const carrying = (txId: string) => chain.transaction(record.at.reg, txId)?.transaction;
  const lines: RehearsalLine[] = [];
  const envelope = readEnvelope(transaction.payload);
  for (const { role, address } of rehearsal.wallets) {
    const acting = actingAs(rehearsal, role);
    if (role === sender || !recipients.has(address) || !acting) continue;
    const expected = expectGroup(planned.definition, transaction, { wallet: address, taken, row });
    const opened = await keystore.useToOpen(keyNameOf(acting.wallet, address), (keys) =>
      isFailure(envelope) || !expected
        ? ('nothing' as const)
        : openCells(envelope, { walletAddress: address, keys, carrying }, expected),
    );
    const isClosed = isFailure(opened) || opened === 'nothing' || 'undelivered' in opened || !expected;
    const fields = isClosed ? [] : Object.keys(asDisclosed(opened, expected.layout).fields).sort();
    // A role is told too that nothing was given.
    const read = fields.length === 0 ? 'no members' : fields.join(', ');
    const message = isClosed ? `${role} was sent something that it cannot open.` : `${role} reads ${read}.`;
    lines.push(line(timestampMs, isClosed ? 'Error' : 'Delivered', message));
  }
  return lines;
}

function gateMessage(planned: PlannedAction): string {
  const asked = (planned.action.credentialRequirements ?? []).map(({ type, vct, doctype }) => type ?? vct ?? doctype);
  const names = asked.filter((name) => name !== undefined).join(', ');
  return `Action ${planned.action.id} (${titleOf(planned)}) takes a credential${names === '' ? '' : ` (${names})`}, which a test wallet shows by itself.`;
}

function issuanceMessage({ id, recipient }: IssuanceRule): string {
  return `On a register the credential ${id} is issued to ${recipient} now. A rehearsal issues none.`;
}
