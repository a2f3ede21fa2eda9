// Reads what the page of the node shows, but for what its person may not read.
import { node } from '../session/node.js';
import { type Person, person } from '../session/person.js';
import { type ChartSpan, type NodeFilter, SPAN_USUAL, SPANS } from './span.js';

const SEATS = 100;

export const readSeries = (span: ChartSpan) => node.metrics.getMetricSeries({ query: { steps: SPANS[span] } });

export async function readNode({ deps: { span = SPAN_USUAL } }: { readonly deps: NodeFilter }) {
  const { may } = await person();
  const [series, standing, registers] = await Promise.all([
    may.has('getMetricSeries') ? readSeries(span) : undefined,
    readStanding(may),
    may.has('listRegisters') ? node.registers.listRegisters({ query: { pageSize: SEATS } }) : [],
  ]);
  const names = new Map(registers.map(({ id, name }) => [id, name]));
  return { may, span, series, standing, names };
}

/** The things that acts of the page change. */
export async function readStanding(may: Person['may']) {
  const [clock, seats] = await Promise.all([
    may.has('getClock') ? readClock() : undefined,
    may.has('getValidationStatus') ? readSeats() : undefined,
  ]);
  return { clock, seats };
}

/** With the time of this computer at the answer, to compare. */
async function readClock() {
  const clock = await node.validators.getClock();
  return { ...clock, readAtMs: Date.now() };
}

async function readSeats() {
  const { validators, count } = await node.validation.getValidationStatus({ query: { pageSize: SEATS } });
  return { seats: validators, count };
}

export type NodeData = Awaited<ReturnType<typeof readNode>>;
export type NodeSeries = NonNullable<NodeData['series']>;
export type NodeClock = NonNullable<NodeData['standing']['clock']>;
export type NodeSeats = NonNullable<NodeData['standing']['seats']>;
