// The tools of a turn: what each does to the draft, what it refuses, and that none does anything else.
import { expect } from 'chai';
import type { Json } from '../../../../core/base/json.js';
import { CHAT_DRAFT_MAX, CHAT_TOOL_DATA_MAX, CHAT_TOOL_INPUT_MAX } from '../../../../core/base/limits/node/designs.js';
import { type Bench, TOOL_NAMES, type ToolOutcome, type ToolSources } from '../../../../core/designer/tools/define.js';
import { isTooLarge, runTool, TOOL_ROWS } from '../../../../core/designer/tools/table.js';
import { emptyBlueprint } from '../../../../core/edits/empty.js';
import { newHistory } from '../../../../core/edits/history.js';
import { draft, newDraft } from '../edits/drafts.js';

const sources: ToolSources = {
  documents: (words) => [{ title: `About ${words}`, address: 'language.html', excerpt: 'A rule.' }],
};
const benchOf = (before = draft()): Bench => ({ draft: before, history: newHistory(before) });
const empty = (): Bench => benchOf(newDraft(emptyBlueprint('Permit', 'A permit for building.'), []));
const run = (bench: Bench, name: string, input: Json): ToolOutcome => runTool(bench, { name, input }, sources);

describe('core/designer/tools', () => {
  it('has a row for each name, with a schema that a model can read', () => {
    expect(TOOL_ROWS.map(({ name }) => name)).to.have.members([...TOOL_NAMES]);
    for (const { input, shown = input } of TOOL_ROWS) expect(shown).to.include({ type: 'object' });
  });

  describe('draft_edit', () => {
    it('makes all edits of a list, and says what each changed and which findings it made', () => {
      const edits = [
        { edit: 'add_role', id: 'auditor', name: 'Auditor' },
        { edit: 'add_action', title: 'Audit', sender: 'auditor' },
      ];
      const { ok, words, bench, data } = run(benchOf(), 'draft_edit', { edits });
      expect([ok, bench.history.done]).to.deep.equal([true, edits]);
      expect(words).to.contain('Auditor');
      expect((data as { made: { code: string }[] }).made).to.not.deep.equal([]);
      expect(bench.draft.findings).to.not.deep.equal(draft().findings);
    });

    it('makes none where one is refused, and names it', () => {
      const bench = benchOf();
      const edits = [
        { edit: 'add_role', id: 'auditor', name: 'Auditor' },
        { edit: 'remove_role', role: 'nobody' },
      ];
      const outcome = run(bench, 'draft_edit', { edits });
      expect([outcome.ok, outcome.bench]).to.deep.equal([false, bench]);
      expect(outcome.words).to.match(/^\/edits\/1/);
    });

    it('refuses a draft that would be too large, and leaves it as it is', () => {
      let bench = benchOf();
      const steps = Array.from({ length: 50 }, () => ({ at: 'PT1H', reason: 'x'.repeat(1000) }));
      for (let i = 0; ; i++) {
        const next = run(bench, 'draft_edit', { edits: [{ edit: 'add_scenario', name: `s${i}`, steps }] });
        if (!next.ok) {
          expect(next.words).to.contain(String(CHAT_DRAFT_MAX));
          expect(next.bench).to.equal(bench);
          break;
        }
        bench = next.bench;
        expect(isTooLarge(bench.draft)).to.equal(false);
      }
    });
  });

  it('takes edits back, as many as are stated', () => {
    const edits = ['a', 'b', 'c'].map((id) => ({ edit: 'add_role', id, name: id.toUpperCase() }));
    const { bench } = run(benchOf(), 'draft_edit', { edits });
    const last = run(bench, 'draft_undo', {});
    expect(last.bench.history.done).to.deep.equal(edits.slice(0, 2));
    const all = run(last.bench, 'draft_undo', { edits: 2 });
    expect(JSON.stringify(all.bench.draft.blueprint)).to.equal(JSON.stringify(draft().blueprint));
    const none = run(all.bench, 'draft_undo', {});
    expect([none.ok, none.bench]).to.deep.equal([false, all.bench]);
  });

  it('tells the findings, and whether the draft can be published', () => {
    expect(run(benchOf(), 'draft_check', {}).words).to.match(/^The draft can be published/);
    const unfinished = run(empty(), 'draft_check', {});
    expect(unfinished.words).to.match(/^The draft has \d+ errors?/);
    expect((unfinished.data as readonly { severity: string }[])[0]).to.have.keys(
      'code',
      'severity',
      'location',
      'message',
    );
  });

  describe('draft_simulate', () => {
    it('walks through a scenario of the draft, or one that is given, and tells each step', () => {
      const { ok, words } = run(benchOf(), 'draft_simulate', {
        scenario: { name: 'nothing', steps: [{ at: 'PT1H' }] },
      });
      expect([ok, words]).to.deep.equal([true, '1. wait PT1H\nnothing: as expected, and the workflow is not begun.']);
      const failed = run(benchOf(), 'draft_simulate', { scenario: 'paid at once' });
      expect(failed.ok).to.equal(false);
      expect(failed.words).to.match(/^1\. action 1 as supplier: /);
    });

    it('refuses an unknown name, a wrong form, and a draft with errors', () => {
      for (const [bench, scenario] of [
        [benchOf(), 'nothing of the kind'],
        [benchOf(), { name: 'x' }],
        [empty(), { name: 'nothing', steps: [{ at: 'PT1H' }] }],
      ] as const)
        expect(run(bench, 'draft_simulate', { scenario }).ok, JSON.stringify(scenario)).to.equal(false);
    });
  });

  describe('template_find and template_use', () => {
    it('finds templates by words of their title, parts and purpose, the best first', () => {
      const first = (words: string) =>
        ((run(empty(), 'template_find', { words }).data as readonly { id: string }[])[0] ?? { id: 'none' }).id;
      expect(first('we need a building permit, with an engineer')).to.equal('construction-permit');
      expect(first('a simple invoice for our buyers')).to.equal('simple-invoice');
      expect(first('xyzzy')).to.equal('none');
    });

    it('begins an empty draft with one', () => {
      const { ok, bench } = run(empty(), 'template_use', { id: 'ping-pong' });
      expect([ok, bench.history.done, isTooLarge(bench.draft)]).to.deep.equal([true, [], false]);
      expect(bench.draft.findings.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    });

    it('gives up a draft only where that is said, and refuses unknown ids and parameters', () => {
      const bench = benchOf();
      expect(run(bench, 'template_use', { id: 'ping-pong' }).ok).to.equal(false);
      expect(run(bench, 'template_use', { id: 'ping-pong', replace: true }).ok).to.equal(true);
      expect(run(empty(), 'template_use', { id: 'pingpong' }).words).to.contain('did you mean ping-pong');
      expect(run(empty(), 'template_use', { id: 'ping-pong', parameters: { x: 1 } }).ok).to.equal(false);
    });
  });

  it('finds passages of documents', () => {
    const { ok, words, data } = run(empty(), 'document_search', { words: 'rules' });
    expect([ok, words, (data as Json[]).length]).to.deep.equal([true, 'Found: About rules (language.html).', 1]);
    const nothing = runTool(empty(), { name: 'document_search', input: { words: 'x' } }, { documents: () => [] });
    expect(nothing.words).to.equal('No document has these words.');
  });

  it('answers a name that is no tool, and an input of another form, without a change', () => {
    const bench = benchOf();
    for (const [name, input] of [
      ['blueprint_publish', {}],
      ['draft_edit', { edits: [] }],
      ['draft_edit', { edits: 'all' }],
      ['draft_edit', null],
      ['draft_check', { url: 'https://elsewhere.example' }],
      ['draft_undo', { edits: 0 }],
      ['template_find', { words: 'x'.repeat(CHAT_TOOL_INPUT_MAX) }],
    ] as const) {
      const outcome = run(bench, name, input);
      expect([outcome.ok, outcome.bench], name).to.deep.equal([false, bench]);
    }
    expect(run(bench, 'blueprint_publish', {}).words).to.contain('draft_edit');
  });

  it('bounds what it answers', () => {
    const edits = Array.from({ length: 40 }, (_, i) => ({
      edit: 'add_action',
      title: `Step ${i}`,
      sender: `nobody${i}`,
    }));
    const { bench } = run(benchOf(), 'draft_edit', { edits });
    const { data } = run(bench, 'draft_check', {});
    expect(JSON.stringify(data).length).to.be.lessThanOrEqual(CHAT_TOOL_DATA_MAX);
    expect((data as Json[]).length).to.be.greaterThan(40);
  });
});
