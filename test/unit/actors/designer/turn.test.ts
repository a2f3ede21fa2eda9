// A turn of a provider: what it says in pieces, its tools, its bounds, and its end, also where the provider does not
// listen to the signal.
import { expect } from 'chai';
import { runTurn, type TurnEnd } from '../../../../actors/designer/turn.js';
import {
  CHAT_ANSWER_MAX,
  CHAT_CHUNK_MAX,
  CHAT_MEMORY_MAX,
  CHAT_TOOL_CALLS_MAX,
} from '../../../../core/base/limits/node/designs.js';
import type { DesignProvider, TurnPart } from '../../../../core/designer/provider.js';
import { runTool } from '../../../../core/designer/tools/table.js';
import { newHistory } from '../../../../core/edits/history.js';
import { calls, says, scripted } from '../../../support/designer/scripted.js';
import { draft } from '../../core/edits/drafts.js';

const ROLE = { edit: 'add_role', id: 'auditor', name: 'Auditor' };
const start = {
  messages: [{ from: 'person', text: 'Hello' }],
  bench: { draft: draft(), history: newHistory(draft()) },
} as const;

interface Ran extends TurnEnd {
  readonly chunks: readonly string[];
  readonly tools: readonly string[];
}

async function ran(
  provider: DesignProvider,
  { abort = new AbortController(), memory = undefined as never } = {},
): Promise<Ran> {
  const chunks: string[] = [];
  const tools: string[] = [];
  const end = await runTurn(
    provider,
    { ...start, memory },
    {
      runTool: (bench, call) => runTool(bench, call, { documents: () => [] }),
      onText: (chunk) => chunks.push(chunk),
      onTool: ({ name }, { ok }) => void tools.push(`${name} ${ok}`),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      signal: abort.signal,
    },
  );
  return { ...end, chunks, tools };
}

describe('actors/designer/turn', () => {
  it('tells text as it comes, carries out tools, and gives the provider their answers', async () => {
    const provider = scripted([
      [says('I add it. '), calls('draft_edit', { edits: [ROLE] }), calls('draft_publish', {}), says('Done.')],
    ]);
    const { ending, text, chunks, tools, bench } = await ran(provider);
    expect([ending, text, chunks]).to.deep.equal(['complete', 'I add it. Done.', ['I add it. ', 'Done.']]);
    expect(tools).to.deep.equal(['draft_edit true', 'draft_publish false']);
    expect(bench.history.done).to.deep.equal([ROLE]);
    expect(provider.answers.map(({ ok }) => ok)).to.deep.equal([true, false]);
    expect(provider.answers[0]?.draft).to.equal(bench.draft);
  });

  it('keeps the last memory that fits', async () => {
    const memory = (text: string): TurnPart => ({ kind: 'memory', memory: text });
    expect((await ran(scripted([[memory('a'), memory('b')]]))).memory).to.equal('b');
    expect((await ran(scripted([[memory('a'), memory('x'.repeat(CHAT_MEMORY_MAX))]]))).memory).to.equal('a');
  });

  it('tells long texts in pieces, and cuts no character in two', async () => {
    const long = `${'x'.repeat(CHAT_CHUNK_MAX - 1)}😀${'y'.repeat(CHAT_CHUNK_MAX)}`;
    const { chunks } = await ran(scripted([[says(long)]]));
    expect(chunks.join('')).to.equal(long);
    expect(chunks.map(({ length }) => length)).to.deep.equal([CHAT_CHUNK_MAX - 1, CHAT_CHUNK_MAX, 2]);
  });

  describe('a provider that does not end', () => {
    it('is cut at the bound of an answer', async () => {
      const forever = scripted([
        function* () {
          for (;;) yield says('word '.repeat(100));
        },
      ]);
      const { ending, text } = await ran(forever);
      expect(ending).to.equal('complete');
      expect(text.slice(0, CHAT_ANSWER_MAX)).to.match(/^(word )+w?o?r?d?$/);
      expect(text.slice(CHAT_ANSWER_MAX)).to.match(/^\n\(The answer ends here/);
    });

    it('is cut where it says nothing at all', async () => {
      const { ending } = await ran(
        scripted([
          function* () {
            for (;;) yield says('');
          },
        ]),
      );
      expect(ending).to.equal('complete');
    });

    it(`is cut after ${CHAT_TOOL_CALLS_MAX} tools`, async () => {
      const many = Array.from({ length: 1000 }, () => calls('draft_check', {}));
      const { tools, text } = await ran(scripted([many]));
      expect(tools.length).to.equal(CHAT_TOOL_CALLS_MAX);
      expect(text).to.contain(`after ${CHAT_TOOL_CALLS_MAX} tools`);
    });
  });

  describe('an aborted turn', () => {
    it('ends at once where the provider never answers, and where it is always ready', async () => {
      for (const script of [
        async function* () {
          yield says('Well, ');
          await new Promise(() => undefined);
        },
        function* () {
          yield says('Well, ');
          for (;;) yield says('');
        },
      ]) {
        const abort = new AbortController();
        const provider = scripted([script]);
        const result = ran(provider, { abort });
        setImmediate(() => abort.abort());
        const { ending, text } = await result;
        expect([ending, text]).to.deep.equal(['cancelled', 'Well, ']);
      }
    });

    it('takes no outcome of a tool that was under way', async () => {
      const abort = new AbortController();
      const provider = scripted([[calls('draft_edit', { edits: [ROLE] })]]);
      const tools: string[] = [];
      const end = await runTurn(
        provider,
        { ...start, memory: undefined },
        {
          runTool(bench, call) {
            abort.abort();
            return runTool(bench, call, { documents: () => [] });
          },
          onText: () => undefined,
          onTool: ({ name }) => void tools.push(name),
          pause: async () => undefined,
          signal: abort.signal,
        },
      );
      expect([end.ending, end.bench, tools]).to.deep.equal(['cancelled', start.bench, []]);
    });

    it('that was aborted before does nothing', async () => {
      const abort = new AbortController();
      abort.abort();
      expect((await ran(scripted([[says('Hello')]]), { abort })).ending).to.equal('cancelled');
    });
  });

  it('says that the provider failed, and keeps what it did before', async () => {
    const { ending, error, bench, text } = await ran(
      scripted([
        function* () {
          yield says('Well, ');
          yield calls('draft_edit', { edits: [ROLE] });
          throw new Error('no connection');
        },
      ]),
    );
    expect([ending, text, bench.history.done]).to.deep.equal(['failed', 'Well, ', [ROLE]]);
    expect((error as Error).message).to.equal('no connection');
  });
});
