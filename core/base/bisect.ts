// The first of many for which something holds, where it holds for all behind the first: asked a few times, because each
// question may cost as much as a docket.

/** The least index below `count` for which `holds`; the last one where none before it does, which is not asked. */
export function firstHolding(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
