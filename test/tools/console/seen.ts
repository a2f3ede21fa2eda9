// What a page of the console costs the browser that shows it, told by Chromium itself: interactions, frames, long
// tasks, bytes of scripts and styles, memory.
import type { Page } from 'playwright-core';

/** Collected in the page from its first moment on. */
const WATCH = `(() => {
  const seen = { interactions: [], longTasks: [], frames: [] };
  globalThis.benchSeen = seen;
  const watch = (type, options, take) =>
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) take(entry); })
      .observe({ type, buffered: true, ...options });
  watch('event', { durationThreshold: 16 }, (entry) => { if (entry.interactionId) seen.interactions.push(entry.duration); });
  watch('longtask', {}, (entry) => seen.longTasks.push([entry.startTime, entry.duration]));
  const frame = (now) => { seen.frames.push(now); if (seen.frames.length > 100000) seen.frames.shift(); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
})()`;

interface Seen {
  readonly interactions: readonly number[];
  readonly longTasks: readonly (readonly [startMs: number, ms: number])[];
  /** Times of the frames. */
  readonly frames: readonly number[];
}

export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

export function seenIn(page: Page): Promise<Seen> {
  return page.evaluate<Seen>('benchSeen');
}

/** Kilobytes of scripts and styles as they came, compressed, since the page began. */
export async function loadedKilobytes(page: Page): Promise<number> {
  const bytes = await page.evaluate<number>(`performance.getEntriesByType('resource')
    .filter(({ name }) => /\\.(js|css)$/.test(new URL(name).pathname))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
  return bytes / 1000;
}

/** Megabytes of the heap of the page after its garbage is gone. */
export async function heapMegabytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize / 1e6;
}

/**
 * Milliseconds of a processor that the thread of the page takes from now on. Programs beside it on the machine slow the
 * page and do not count here.
 */
export async function watchProcessor(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const before = await taken();
  return async () => (await taken()) - before;
}

/** Of the last seconds: the frames in the poorest one, and the longest time between two. */
export function worstFrames(frames: readonly number[], seconds: number): { perSecond: number; gapMs: number } {
  const end = frames.at(-1) ?? 0;
  const last = frames.filter((time) => time > end - seconds * 1000);
  const each = Array.from(
    { length: seconds },
    (_, i) => last.filter((time) => Math.floor((end - time) / 1000) === i).length,
  );
  const gaps = last.slice(1).map((time, i) => time - (last[i] as number));
  return { perSecond: Math.min(...each), gapMs: Math.max(0, ...gaps) };
}

/** The value below which `share` of them are; 0 where none was slow enough to be told. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
