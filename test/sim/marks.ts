// Whether a batch of seeds came where it should: named places of the compiled product, and V8's own counts of how often
// they ran. No product code knows of it. A place that is never reached is a fault that no checker can find.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';

export interface Mark {
  readonly name: string;
  /** Below dist, without its ending. */
  readonly file: string;
  /** Occurs exactly once in the compiled file; its last character is the place. */
  readonly text: string;
}

export const MARKS: readonly Mark[] = [
  {
    name: 'a certified range',
    file: 'actors/register-replica/docket-import',
    text: "mode === 'all' ? () => false : isAction",
  },
  {
    name: 'a proposal of what was prepared before',
    file: 'core/consensus/handlers/on-proposal',
    text: 'const proven = docket',
  },
  {
    name: 'a proposer that contradicts itself',
    file: 'core/consensus/handlers/on-proposal',
    text: 'accuseProposer(d, proposal);',
  },
  { name: 'a rejected proposal', file: 'core/consensus/handlers/on-vote', text: "announce(d, { name: 'Rejected'" },
  {
    name: 'a round change that lies',
    file: 'core/consensus/handlers/on-round-change',
    text: "accuse(d, { kind: 'LyingRoundChange'",
  },
  {
    name: 'two round changes',
    file: 'core/consensus/handlers/on-round-change',
    text: "accuse(d, { kind: 'DuplicateRoundChange'",
  },
  { name: 'a member that is a height behind', file: 'core/consensus/handlers/receive', text: "type: 'serve'" },
  { name: 'a register that is repaired', file: 'actors/repair/driver', text: 'this.enqueue(registerId, pauseMs);' },
  {
    name: 'bytes that a thin proposal leaves out',
    file: 'proto/codec/thin',
    text: "return { type: 'thin', id, frame: { type: 'consensus'",
  },
  {
    name: 'round changes of several registers in one frame',
    file: 'node/network/links/frames',
    text: 'for (const part of batch.frames)',
  },
  {
    name: 'a promise that is offered again',
    file: 'actors/mesh/forwarder',
    text: 'this.ports.offer(registerId, this.ports.takers(registerId), offered);',
  },
  {
    name: 'a promise that sealed time ends at a node without a seat',
    file: 'actors/validator-pool/offers',
    text: "if (modes.mode === 'storing')\n            for (const txId of txIds)",
  },
  {
    name: 'a vote that a peer shows to its voter',
    file: 'actors/mesh/misbehaviour/vote-guard',
    text: 'judged.add(which);',
  },
  {
    name: 'a branch that is too late',
    file: 'core/validate/instance/chain',
    text: "return [issue('VAL_BP_012', PREVIOUS",
  },
  { name: 'a time that is taken back', file: 'core/register/governance/enact', text: 'return { timeFloorMs };' },
  { name: 'rules that rise', file: 'core/register/governance/enact', text: ': { rules };' },
  {
    name: 'a register whose rules the program does not know',
    file: 'actors/ledger/health/rules-stop',
    text: 'await this.ports.close(registerId);',
  },
  {
    name: 'a word for good below a head of the future',
    file: 'actors/validator-pool/outcomes',
    text: 'timestampMs: nowMs - DOCKET_BEHIND_MAX_MS };',
  },
  { name: 'a thin proposal that is asked for as a whole', file: 'node/network/links/frames', text: 'link.doubt();' },
];

/** How many of the seeds told by `count` reached each mark, in the order of the marks. */
export interface MarkWatch {
  /** A seed is over. */
  count(): void;
  reached(): ReadonlyMap<string, number>;
}

/** Counts from now on. */
export function watchMarks(marks: readonly Mark[] = MARKS): MarkWatch {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const seeds = new Map(marks.map(({ name }) => [name, 0]));
  const places = marks.map((mark) => ({ name: mark.name, ...placeOf(mark) }));
  return {
    count() {
      let scripts: readonly Covered[] = [];
      // Answered before `post` returns, with what ran since the last time.
      session.post('Profiler.takePreciseCoverage', (error, found) => {
        if (!error) scripts = found.result;
      });
      const byUrl = new Map(scripts.map((script) => [script.url, script]));
      for (const { name, url, at } of places)
        if (countAt(at, byUrl.get(url)) > 0) seeds.set(name, (seeds.get(name) ?? 0) + 1);
    },
    reached: () => seeds,
  };
}

interface Covered {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

function placeOf({ file, text }: Mark): { readonly url: string; readonly at: number } {
  const path = new URL(`../../${file}.js`, import.meta.url);
  const source = readFileSync(path, 'utf8');
  const at = source.indexOf(text);
  if (at < 0 || source.includes(text, at + 1)) throw new Error(`the place is not in ${file} exactly once: ${text}`);
  return { url: path.href, at: at + text.length - 1 };
}

/** How often the place ran: the count of the smallest range around it. 0 for a file that did not run. */
function countAt(place: number, script: Covered | undefined): number {
  const ranges = (script?.functions ?? [])
    .flatMap((one) => one.ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset);
  ranges.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return ranges[0]?.count ?? 0;
}
