// `npm run bench -- --scenario contention`: parties that draw on one limit at the same time, beside as many that each
// draw on a limit of their own; a party that acts beside one which draws at full speed. A measurement with bounds: exit
// code 1 where a limit did not hold, or contention costs more than the design allows.
import { outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { programOptions } from '../program-options.js';
import { type Drawing, setDrawing } from './draws.js';
import { type Flood, flood } from './flood.js';

/** Draws of one instance: its readers open all of them again each time. */
const DRAWS = 48;
const PARTIES = [2, 8];
/** The least rate of two parties beside independent instances. */
const RATIO_LEAST = 0.5;
/** The least share of a party, in parts of an equal one. */
const SHARE_LEAST = 0.25;

interface Contended {
  readonly parties: number;
  readonly draws: number;
  readonly perSecond: number;
  readonly alonePerSecond: number;
  readonly ratio: number;
  /** What nodes calculated and signed for a draw that was sealed, refusals as old among them. */
  readonly tries: number;
  readonly least: number;
  readonly most: number;
  /** Draws above a limit. */
  readonly above: number;
  /** Answers that were neither a seal nor the end of the limit. */
  readonly others: Readonly<Record<string, number>>;
}

/** Gives the exit code. */
export async function contention(): Promise<number> {
  const { values } = programOptions(
    'npm run bench --',
    'With --scenario contention: parties that draw on one limit at once, and one beside another that never rests.',
    {
      options: {
        scenario: { type: 'string', default: 'contention' },
        nodes: { type: 'string', default: '1' },
        draws: { type: 'string', default: '1000' },
        floods: { type: 'string', default: '5' },
        json: { type: 'boolean', default: false },
      },
    },
  );
  const [nodes, draws, floods] = [values.nodes, values.draws, values.floods].map(Number) as [number, number, number];
  const out = outputOf(processTerminal(), { json: values.json, quiet: false });
  const rows: Contended[] = [];
  const floodings: Flood[] = [];
  for (const parties of PARTIES) {
    out.note(`${parties} parties on ${nodes} nodes.`);
    const drawing = await setDrawing({ nodes, parties });
    try {
      rows.push(await contended(drawing, draws));
      out.note(JSON.stringify(rows.at(-1)));
      if (parties === 2 && floods > 0) floodings.push(await flood(drawing, floods));
    } finally {
      await drawing.remove();
    }
  }
  out.show({ nodes, rows, floods: floodings }, () => `${tableOf(rows)}\n\n${floodings.map(floodText).join('\n')}`);
  return rows.every(isWithin) ? 0 : 1;
}

function isWithin({ parties, draws, ratio, least, above }: Contended): boolean {
  return above === 0 && (parties > 2 || ratio >= RATIO_LEAST) && least >= (SHARE_LEAST * draws) / parties;
}

async function contended(drawing: Drawing, draws: number): Promise<Contended> {
  const all = drawing.parties.map((_, i) => i);
  const of = new Map(all.map((party) => [party, 0]));
  const others: Record<string, number> = {};
  const counted = { draws: 0, above: 0, ms: 0, alone: 0, aloneMs: 0 };
  /** Draws until the limit is reached. */
  const loop = async (instanceId: string, party: number, mine: Map<number, number>) => {
    for (;;) {
      const answer = await drawing.draw(instanceId, party, '1.00');
      if (answer === 'VAL_SCHEMA_004') return;
      if (answer === 'sealed') mine.set(party, (mine.get(party) ?? 0) + 1);
      else others[answer] = (others[answer] ?? 0) + 1;
    }
  };
  const before = await drawing.refusals('VAL_READ_001');
  while (counted.draws < draws) {
    const together = await drawing.open(`${DRAWS}.00`);
    counted.ms += await timed(all.map((party) => () => loop(together, party, of)));
    const drawn = await drawing.drawn(together);
    counted.draws += drawn;
    counted.above += Math.max(0, drawn - DRAWS);
  }
  const refused = (await drawing.refusals('VAL_READ_001')) - before;
  for (let rounds = counted.draws / DRAWS / all.length; rounds > 0; rounds--) {
    const own: string[] = [];
    for (const _ of all) own.push(await drawing.open(`${DRAWS}.00`));
    counted.aloneMs += await timed(all.map((party) => () => loop(own[party] as string, party, new Map())));
    counted.alone += DRAWS * all.length;
  }
  const rate = (count: number, ms: number) => Math.round((count / ms) * 10_000) / 10;
  const [perSecond, alonePerSecond] = [rate(counted.draws, counted.ms), rate(counted.alone, counted.aloneMs)];
  return {
    ...{ parties: all.length, draws: counted.draws, perSecond, alonePerSecond, above: counted.above, others },
    ratio: Math.round((perSecond / alonePerSecond) * 100) / 100,
    tries: Math.round((1 + refused / counted.draws) * 100) / 100,
    ...{ least: Math.min(...of.values()), most: Math.max(...of.values()) },
  };
}

async function timed(work: readonly (() => Promise<void>)[]): Promise<number> {
  const started = performance.now();
  await Promise.all(work.map((one) => one()));
  return performance.now() - started;
}

function tableOf(rows: readonly Contended[]): string {
  return table(
    ['PARTIES', 'DRAWS', 'SEALED/S', 'ALONE/S', 'RATIO', 'TRIES', 'LEAST', 'MOST', 'ABOVE', 'OTHERS'],
    rows.map(({ parties, draws, perSecond, alonePerSecond, ratio, tries, least, most, above, others }) => [
      ...[parties, draws, perSecond, alonePerSecond, ratio, tries, least, most, above],
      Object.entries(others)
        .map(([name, count]) => `${count} ${name}`)
        .join(', '),
    ]),
  );
}

function floodText({ acts, dockets, ms, asks }: Flood): string {
  return `Beside a party that draws at full speed another one was sealed ${acts} times: it waited ${dockets.join(', ')} dockets, ${ms.join(', ')} ms, and asked ${asks.join(', ')} times.`;
}
