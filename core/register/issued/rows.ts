// Issued credentials as the sealed state has them: the status of each Issuance with its history, and the newest one of
// each credential of a run. Revoked is the end. Pure; who may change what is judged elsewhere.
import type { JsonObject } from '../../base/json.js';
import type { CredentialStatus } from '../../blueprint/definition/choices.js';
import type { Hash, StateChange, StateView } from '../../model/register.js';
import { type HistoryKeys, historyChanges, historyLength, newestValue, valueAsOf } from '../history.js';
import { STATE_KEY } from '../state-keys.js';

type View = Pick<StateView, 'state'>;

/** A credential of a run. Members in canonical order. */
export interface RunCredential {
  /** The status that the workflow or governance gave it, whether it was issued or not; absent where it is valid. */
  readonly barred?: Exclude<CredentialStatus, 'valid'>;
  /** Its newest Issuance. */
  readonly txId?: Hash;
}

/** Value of the state key `issuedby/{run}`, by the ids of its credentials. */
export type IssuedByRun = Readonly<Record<string, RunCredential>>;

const keysOf = (txId: string): HistoryKeys => ({
  head: STATE_KEY.issuance(txId),
  at: (n) => STATE_KEY.issuanceAt(n, txId),
});

/** The newest status of an Issuance; undefined where there is none of this TxId. */
export function issuanceStatus(view: View, txId: string): CredentialStatus | undefined {
  return statusIn(newestValue(view, keysOf(txId)));
}

/** The status as of the docket of a height; undefined where it was not sealed by then. */
export function issuanceStatusAsOf(view: View, txId: string, height: number): CredentialStatus | undefined {
  return statusIn(valueAsOf(view, keysOf(txId), height));
}

function statusIn(value: JsonObject | undefined): CredentialStatus | undefined {
  return value?.['status'] as CredentialStatus | undefined;
}

/** How many values its history has. */
export function statusCount(view: View, txId: string): number {
  return historyLength(view, keysOf(txId));
}

const NONE: IssuedByRun = {};

/** The credentials of a run that something is known of. */
export function credentialsOf(view: View, run: string): IssuedByRun {
  return (view.state(STATE_KEY.credentials(run)) ?? NONE) as unknown as IssuedByRun;
}

/** A name of a credential may be one that every object has. */
function credentialIn(row: IssuedByRun, config: string): RunCredential | undefined {
  return Object.hasOwn(row, config) ? row[config] : undefined;
}

/** The credential of a run, where something is known of it. */
export function credentialOf(view: View, run: string, config: string): RunCredential | undefined {
  return credentialIn(credentialsOf(view, run), config);
}

/** The Issuance of a credential that is not revoked. */
export function liveIssuance(view: View, run: string, config: string): Hash | undefined {
  const txId = credentialIn(credentialsOf(view, run), config)?.txId;
  return txId !== undefined && issuanceStatus(view, txId) !== 'revoked' ? txId : undefined;
}

/** The rows of a sealed Issuance. It revokes the one that it replaces, and begins with the status of that. */
export function sealedChanges(
  view: View,
  {
    run,
    config,
    txId,
    height,
  }: { readonly run: string; readonly config: string; readonly txId: Hash; readonly height: number },
): readonly StateChange[] {
  const before = credentialsOf(view, run);
  const { barred, txId: replaced } = credentialIn(before, config) ?? {};
  const former = replaced === undefined ? undefined : issuanceStatus(view, replaced);
  const isSuspended = barred === 'suspended' || former === 'suspended';
  const value: RunCredential = { ...(barred !== undefined && { barred }), txId };
  return [
    ...historyChanges(view, keysOf(txId), { height, value: { status: isSuspended ? 'suspended' : 'valid' } }),
    ...(replaced === undefined ? [] : statusChanges(view, replaced, { to: 'revoked', height })),
    rowChange(run, { ...before, [config]: value }),
  ];
}

/** The rows of an Issuance whose status changes; none where it has it, or is revoked. */
export function statusChanges(
  view: View,
  txId: string,
  { to, height }: { readonly to: CredentialStatus; readonly height: number },
): readonly StateChange[] {
  const now = issuanceStatus(view, txId);
  if (now === to || now === 'revoked') return [];
  return historyChanges(view, keysOf(txId), { height, value: { status: to } });
}

/**
 * The rows after the workflow or governance gave credentials of a run a status, and their Issuances with them. A
 * credential that was not issued yet is issued with that status, and not at all where it is revoked.
 */
export function barringChanges(
  view: View,
  { run, configs }: { readonly run: string; readonly configs: readonly string[] },
  { to, height }: { readonly to: CredentialStatus; readonly height: number },
): readonly StateChange[] {
  const before = credentialsOf(view, run);
  const open = configs.filter((config) => credentialIn(before, config)?.barred !== 'revoked');
  const changed = open.filter((config) => (credentialIn(before, config)?.barred ?? 'valid') !== to);
  const rows = open.flatMap((config) => {
    const txId = credentialIn(before, config)?.txId;
    return txId === undefined ? [] : statusChanges(view, txId, { to, height });
  });
  if (changed.length === 0) return rows;
  const after = changed.map((config): readonly [string, RunCredential] => {
    const txId = credentialIn(before, config)?.txId;
    return [config, { ...(to !== 'valid' && { barred: to }), ...(txId !== undefined && { txId }) }];
  });
  return [...rows, rowChange(run, { ...before, ...Object.fromEntries(after) })];
}

/**
 * The rows after a run became void: its Issuances are revoked. Where the run is kept later, its credentials are issued
 * anew, so no Issuance stays in its row.
 */
export function voidChanges(view: View, run: string, height: number): readonly StateChange[] {
  const before = credentialsOf(view, run);
  const issued = Object.values(before).flatMap(({ txId }) => txId ?? []);
  if (issued.length === 0) return [];
  const left = Object.entries(before).map(([config, { txId: _, ...rest }]) => [config, rest] as const);
  return [
    ...issued.flatMap((txId) => statusChanges(view, txId, { to: 'revoked', height })),
    rowChange(run, Object.fromEntries(left)),
  ];
}

function rowChange(run: string, value: IssuedByRun): StateChange {
  return { key: STATE_KEY.credentials(run), value: value as unknown as JsonObject };
}
