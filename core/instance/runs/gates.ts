// The gates of a sealed run as a reader or a judge finds them: what it states, the evidence in the cells that are
// there, and the question to the judge. A verdict follows from the run and the ledger as of the stated height: so it is
// found once for as long as the run is held.
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import { gatesOf } from '../../credentials/gate/asked.js';
import { GATE_CELLS, gatePointer } from '../../credentials/gate/cells.js';
import { gateFaultPlace } from '../../credentials/gate/fault-place.js';
import { type GateQuestion, type GateView, gateCellsOf, judgeGate } from '../../credentials/gate/judge.js';
import type { GateParts } from '../../credentials/gate/parts.js';
import { GATE_FORMATS } from '../../credentials/gate/rule.js';
import { type StatedGate, statedGates } from '../../credentials/gate/stated.js';
import { PresentationRefusal } from '../../credentials/refusal.js';
import { placeOf, rootOf } from '../../envelope/cells/root.js';
import type { Cell, Layout } from '../../envelope/layout/layout.js';
import type { CellValue } from '../../envelope/layout/values.js';
import type { Transaction } from '../../model/transaction.js';
import type { RuleVerdict } from './check-run.js';

const known = new WeakMap<Transaction['header'], readonly StatedGate[]>();
const NO_GATES: readonly StatedGate[] = [];

/** None where it states none, or other ones than its action has: the step of their form says so. */
export function statedGatesOf(
  { header }: Pick<Transaction, 'header'>,
  planned: Pick<PlannedAction, 'action'> | undefined,
): readonly StatedGate[] {
  if (header.metadata?.gates === undefined || !planned) return NO_GATES;
  const before = known.get(header);
  if (before) return before;
  const gates = statedGates(gatesOf(planned.action), header.metadata.gates);
  const value = typeof gates === 'string' ? NO_GATES : gates;
  known.set(header, value);
  return value;
}

/** The ledger as of a height. */
export type GateViewAt = (asOf: number) => GateView;

/** A sealed run with what is seen of it. */
export interface GatedRunSeen {
  readonly tx: Pick<Transaction, 'header'>;
  readonly layout: Layout;
  readonly seen: ReadonlyMap<Cell, CellValue>;
  /** Hashes of all classes, in their order; they give the root of the run. */
  readonly hashes: readonly Uint8Array[];
  readonly viewAt: GateViewAt;
}

/** The question to the judge about a gate whose evidence is encrypted. */
export function gateQuestion(
  { rule, statement }: StatedGate,
  { tx, layout, hashes, viewAt }: GatedRunSeen,
): GateQuestion {
  const { header } = tx;
  const place = placeOf(header);
  const data = hashes.filter((_, at) => layout.classes[at]?.gate === undefined);
  return {
    ...{ rule, statement, view: viewAt(statement.asOf) },
    run: { place, dataRoot: rootOf(place, data), header },
    ...(statement.by && { verifier: statement.by.wallet }),
  };
}

/** The parts of a gate among the cells that are seen; what is absent in its run is absent. */
export function gatePartsSeen(id: string, { layout, seen }: Pick<GatedRunSeen, 'layout' | 'seen'>): GateParts {
  return Object.fromEntries(
    GATE_CELLS.flatMap((name) => {
      const cell = gateCell(layout, gatePointer(id, name));
      const value = cell && seen.get(cell);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function gateCell({ cells }: Layout, pointer: string): Cell | undefined {
  return cells.find((cell) => cell.pointer === pointer);
}

const judged = new WeakMap<Transaction['header'], Map<string, RuleVerdict>>();

/** A verdict about each gate whose evidence is seen. Evidence in the clear was judged by every validator. */
export function gateVerdicts(run: GatedRunSeen, planned: PlannedAction): readonly RuleVerdict[] {
  const { tx, layout, seen } = run;
  return statedGatesOf(tx, planned).flatMap((gate): readonly RuleVerdict[] => {
    const { id, isPublic } = gate;
    if (isPublic) return [{ rule: gateFaultPlace(id), verdict: 'verified', cells: [] }];
    const isSeen = layout.classes.find((item) => item.gate === id)?.cells.every((cell) => seen.has(cell));
    if (!isSeen) return [];
    const verdicts = judged.get(tx.header) ?? new Map<string, RuleVerdict>();
    judged.set(tx.header, verdicts);
    const verdict = verdicts.get(id) ?? verdictOn(gate, run);
    verdicts.set(id, verdict);
    return [verdict];
  });
}

function verdictOn(gate: StatedGate, run: GatedRunSeen): RuleVerdict {
  const { id, rule } = gate;
  const parts = gatePartsSeen(id, run);
  const held = judgeGate(parts, gateQuestion(gate, run));
  const pointers = (names: readonly (typeof GATE_CELLS)[number][]) => names.map((name) => gatePointer(id, name));
  if (!(held instanceof PresentationRefusal))
    return { rule: gateFaultPlace(id), verdict: 'verified', cells: pointers(GATE_CELLS) };
  return {
    ...{ rule: gateFaultPlace(id, held), verdict: 'violated' },
    cells: pointers(gateCellsOf(held, formatIn(parts, rule.formats))),
  };
}

/** The format that the frame states; where it states none, the frame alone is judged, and any format is as good. */
export function formatIn({ frame }: GateParts, formats: StatedGate['rule']['formats']): (typeof GATE_FORMATS)[number] {
  const stated = (frame as { readonly format?: unknown } | undefined)?.format;
  return GATE_FORMATS.find((name) => name === stated) ?? (formats[0] as (typeof GATE_FORMATS)[number]);
}
