// Acts of governance in a docket, read from the bytes that were sealed, and what may follow from it: rules and times.
// It shares no code with the product.
import type { Docket } from '../../../core/model/register.js';
import { isSigned, tagged } from './formats.js';

/** The part of an act that a checker reads. */
interface Act {
  readonly operationType: string;
  readonly rules?: number;
  readonly timeFloor?: string;
  readonly support?: readonly { readonly consensusKey: string; readonly rules: number; readonly signature: string }[];
}

const known = new WeakMap<Docket, readonly Act[]>();

/** The acts of a sealed docket, in order. */
export function actsOf(docket: Docket): readonly Act[] {
  let acts = known.get(docket);
  if (!acts) {
    const said = docket.transactions.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString('utf8')) as Spoken);
    acts = said.flatMap(({ header, payload }) => (header.blueprintId === GOVERNANCE ? [payload.operation as Act] : []));
    known.set(docket, acts);
  }
  return acts;
}

const GOVERNANCE = 'register-governance-v1';

interface Spoken {
  readonly header: { readonly blueprintId: string };
  readonly payload: { readonly operation?: Act };
}

/** The time of the next docket has to be above this. */
export function floorAfter(docket: Docket): number {
  const reset = actsOf(docket).findLast(({ operationType }) => operationType === 'reset-time');
  return reset ? Date.parse(reset.timeFloor ?? '') : docket.header.timestampMs;
}

/** The rules that the next docket has to name. */
export function rulesAfter(docket: Docket): number {
  const raise = actsOf(docket).findLast(({ operationType }) => operationType === 'set-rules-version');
  return raise?.rules ?? docket.header.rules;
}

/**
 * Why the time may not be taken back in this docket; undefined where it is not, or may be. `belowMs` is the time of the
 * docket below.
 */
export function resetFault(docket: Docket, belowMs: number | undefined): string | undefined {
  if (!actsOf(docket).some(({ operationType }) => operationType === 'reset-time')) return undefined;
  const { timestampMs } = docket.header;
  if (floorAfter(docket) >= timestampMs) return 'a reset of the time that goes forward';
  // A docket of a later time than the least one was not of the future for those who decided it.
  if (belowMs !== undefined && timestampMs > belowMs + 1) return 'it takes back a time that was right';
  return undefined;
}

/** The keys of `consensusKeys` whose word that their nodes know the rules is not in the docket that raises them. */
export function silentKeys(docket: Docket, consensusKeys: readonly string[]): readonly string[] {
  const raise = actsOf(docket).findLast(({ operationType }) => operationType === 'set-rules-version');
  if (!raise) return [];
  const said = (raise.support ?? []).filter(
    ({ consensusKey, rules, signature }) =>
      rules >= (raise.rules ?? 0) &&
      isSigned(
        Buffer.from(consensusKey, 'hex'),
        tagged('rules-support', consensusKey, String(rules)),
        Buffer.from(signature, 'hex'),
      ),
  );
  return consensusKeys.filter((key) => !said.some(({ consensusKey }) => consensusKey === key));
}
