// The lines of the log that a node keeps in memory: which are told, from where on, and that they are bounded and hide
// what the log hides.
import { expect } from 'chai';
import { LOG_LINE_CHARACTERS_MAX, LOG_LINES_MAX } from '../../../../core/base/limits/node/overload.js';
import type { Log } from '../../../../core/base/ports.js';
import { createLog } from '../../../../node/observe/log.js';
import { LogLines } from '../../../../node/observe/log-lines.js';

const START_MS = 1_795_000_000_000;

function logging(format: 'json' | 'text' = 'json') {
  const lines = new LogLines(START_MS);
  const log: Log = createLog({ level: 'debug', format }, { write: () => undefined }, lines);
  return { lines, log };
}

const all = { level: 'debug', top: 100 } as const;

describe('node/observe/log-lines', () => {
  it('keeps finished lines, also where people read the log, and hides what the log hides', () => {
    const { lines, log } = logging('text');
    log.child({ module: 'api' }).warn({ height: 3, password: 'do-not-show-me', code: 'VAL_SIG_001' }, 'A line.');
    const { items } = lines.page(all);
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ level: 'warn', message: 'A line.', sequence: START_MS * 1000 });
    expect(items[0]?.fields).to.deep.equal({ module: 'api', height: 3, password: '[hidden]', code: 'VAL_SIG_001' });
  });

  it('gives the newest, and behind a place the oldest, of a level', () => {
    const { lines, log } = logging();
    for (let i = 0; i < 10; i++) i % 2 === 0 ? log.info({}, `${i}`) : log.error({}, `${i}`);
    const said = ({ items }: ReturnType<LogLines['page']>) => items.map(({ message }) => message).join('');
    expect(said(lines.page({ ...all, top: 3 }))).to.equal('789');
    const first = lines.page({ level: 'error', top: 2, after: START_MS * 1000 - 1 });
    expect(said(first)).to.equal('13');
    const second = lines.page({ level: 'error', top: 9, after: first.next });
    expect(said(second)).to.equal('579');
    expect(lines.page({ ...all, after: second.next })).to.deep.include({ items: [], next: second.next, missed: 0 });
    log.info({}, 'later');
    expect(said(lines.page({ ...all, after: second.next }))).to.equal('later');
  });

  it('forgets the oldest and says how many are missed, and begins anew behind a place of the run before', () => {
    const { lines, log } = logging();
    for (let i = 0; i < LOG_LINES_MAX + 5; i++) log.info({}, `${i}`);
    const page = lines.page({ ...all, top: 1, after: START_MS * 1000 });
    expect([page.items[0]?.message, page.missed]).to.deep.equal(['5', 4]);
    const before = lines.page({ ...all, top: 1, after: START_MS * 1000 - 77 });
    expect([before.items[0]?.message, before.missed]).to.deep.equal(['5', 5]);
  });

  it('keeps of a long line its sentence and its length', () => {
    const { lines, log } = logging();
    log.error({ text: 'x'.repeat(LOG_LINE_CHARACTERS_MAX) }, 'Long.');
    const [line] = lines.page(all).items;
    expect(line).to.include({ level: 'error', message: 'Long.' });
    expect(line?.fields.cut).to.be.greaterThan(LOG_LINE_CHARACTERS_MAX);
    expect(line?.fields).to.not.have.property('text');
  });
});
