// The tip of a register's sealed chain as two rows: H changes with every docket and stays small, G holds roster,
// members and policy and is written only when they change. The fold itself is made in core/register; this file only
// stores it.
import { fromHex, toHex } from '../../core/base/bytes.js';
import type { Member, RegisterPolicy, RegisterState, Roster } from '../../core/model/register.js';
import { checksumText, openJson, openText } from '../engine/value.js';

/** Statistics of a register, kept up by each seal. */
export interface Totals {
  readonly transactions: number;
  /** Canonical bytes of all transactions. */
  readonly bytes: number;
  readonly uniqueWallets: number;
  readonly uniqueSenders: number;
  readonly uniqueRecipients: number;
  /** Time of the first and the last docket that has transactions; absent before there is one. */
  readonly firstMs?: number;
  readonly lastMs?: number;
}

export const NO_TOTALS: Totals = { transactions: 0, bytes: 0, uniqueWallets: 0, uniqueSenders: 0, uniqueRecipients: 0 };

/** The content of the H row: everything of RegisterState but the terms, and the totals. */
export interface ChainTip extends Omit<RegisterState, 'roster' | 'members' | 'policy' | 'history'> {
  readonly history: { readonly size: number; readonly nodes: readonly string[] };
  readonly totals: Totals;
}

interface Terms {
  readonly roster: Roster;
  readonly members: readonly Member[];
  readonly policy: RegisterPolicy;
}

export function encodeHead(state: RegisterState, totals: Totals): Uint8Array {
  const { roster: _roster, members: _members, policy: _policy, history, ...rest } = state;
  const head: ChainTip = { ...rest, history: { size: history.size, nodes: history.nodes.map(toHex) }, totals };
  return checksumText(JSON.stringify(head));
}

export function decodeHead(bytes: Uint8Array): ChainTip {
  return openJson<ChainTip>(bytes, 'the tip of a register');
}

/** The H row of a head with other totals. */
export function withTotals(head: ChainTip, totals: Totals): Uint8Array {
  const { totals: _old, ...rest } = head;
  return checksumText(JSON.stringify({ ...rest, totals }));
}

export function encodeTerms(state: RegisterState): Uint8Array {
  return checksumText(termsText(state));
}

/** The text of a G row: what the journal keeps of it while docket after docket is compared with it. */
export function openTerms(bytes: Uint8Array): string {
  return openText(bytes, 'the terms of a register');
}

/** True if the G row with this text already says what `state` says. */
export function holdsTerms(text: string | undefined, state: RegisterState): boolean {
  return text === termsText(state);
}

export function decodeState(headBytes: Uint8Array, termsBytes: Uint8Array): RegisterState {
  const { totals: _totals, history, ...rest } = decodeHead(headBytes);
  const terms = openJson<Terms>(termsBytes, 'the terms of a register');
  return { ...rest, history: { size: history.size, nodes: history.nodes.map(fromHex) }, ...terms };
}

function termsText(state: RegisterState): string {
  const { roster, members, policy } = state;
  return JSON.stringify({ roster, members, policy });
}
