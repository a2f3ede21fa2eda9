// A picture of a hash or an id: two of them are told apart at a glance.

const CELLS = 5;
const CELL = 4;
const MARGIN = 3;
const SIDE = CELLS * CELL + 2 * MARGIN;
/** A cell is filled from here on, of 0 to 255: somewhat more than half of them. */
const FILLED_FROM = 118;

/** It helps to recognise, and proves nothing: no check rests on it. */
export function HashPicture({ value }: { readonly value: string }) {
  const digits = value.replaceAll(/[^0-9a-f]/gi, '').padEnd(32, '0');
  const byte = (i: number) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  const cells = Array.from({ length: CELLS * 3 }, (_, i) => ({ x: i % 3, y: Math.floor(i / 3), value: byte(i + 1) }));
  const path = cells
    .filter((cell) => cell.value > FILLED_FROM)
    .flatMap(({ x, y }) =>
      x === 2
        ? [[x, y]]
        : [
            [x, y],
            [CELLS - 1 - x, y],
          ],
    )
    .map(([x = 0, y = 0]) => `M${x * CELL + MARGIN} ${y * CELL + MARGIN}h${CELL}v${CELL}h-${CELL}z`)
    .join('');
  return (
    <svg className="hash-picture" data-hue={byte(0) % HUES} viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <path className="ground" d={`M0 0h${SIDE}v${SIDE}h-${SIDE}z`} />
      <path d={path} />
    </svg>
  );
}

/** Hues of the tokens. */
const HUES = 5;
