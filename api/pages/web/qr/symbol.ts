// The modules of a QR code: patterns that every symbol of a version has, the bytes between them, and the mask that
// makes the symbol the easiest to read (ISO/IEC 18004 sections 7.7 to 7.10).
import { codewordsOf } from './codewords.js';

/** A square of modules. */
class QrSymbol {
  readonly size: number;
  /** Rows of modules, true for dark ones. */
  readonly dark: boolean[][];
  /** Modules of patterns, where no byte goes. */
  private readonly fixed: boolean[][];

  constructor(readonly version: number) {
    this.size = version * 4 + 17;
    const rows = () => Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.dark = rows();
    this.fixed = rows();
  }

  isDark(x: number, y: number): boolean {
    return this.dark[y]?.[x] === true;
  }

  isFixed(x: number, y: number): boolean {
    return this.fixed[y]?.[x] === true;
  }

  set(x: number, y: number, isDark: boolean): void {
    const row = this.dark[y];
    if (row !== undefined && x in row) row[x] = isDark;
  }

  fix(x: number, y: number, isDark: boolean): void {
    this.set(x, y, isDark);
    const row = this.fixed[y];
    if (row !== undefined && x in row) row[x] = true;
  }

  /** Calls for each module. */
  each(visit: (x: number, y: number) => void): void {
    for (let y = 0; y < this.size; y++) for (let x = 0; x < this.size; x++) visit(x, y);
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of modules, true for dark ones. */
export function modulesOf(text: string): readonly (readonly boolean[])[] {
  const { version, bytes } = codewordsOf(text);
  const drawn = MASKS.map((isInverted, mask) => {
    const symbol = new QrSymbol(version);
    drawPatterns(symbol);
    drawFormat(symbol, mask);
    drawVersion(symbol);
    drawBytes(symbol, bytes);
    symbol.each((x, y) => {
      if (!symbol.isFixed(x, y) && isInverted(x, y)) symbol.set(x, y, !symbol.isDark(x, y));
    });
    return { symbol, cost: penaltyOf(symbol) };
  });
  const [best] = drawn.sort((a, b) => a.cost - b.cost);
  return best?.symbol.dark ?? [];
}

/** Timing, finder and alignment patterns. */
function drawPatterns(symbol: QrSymbol): void {
  const { size } = symbol;
  for (let i = 0; i < size; i++) {
    symbol.fix(6, i, i % 2 === 0);
    symbol.fix(i, 6, i % 2 === 0);
  }
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const;
  for (const [x, y] of corners) drawRings({ symbol, x, y, radius: 4 }, (far) => far !== 2 && far !== 4);
  const places = alignmentPlaces(symbol.version);
  const last = places.length - 1;
  places.forEach((x, i) => {
    places.forEach((y, j) => {
      const isFinder = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
      if (!isFinder) drawRings({ symbol, x, y, radius: 2 }, (far) => far !== 1);
    });
  });
}

interface Rings {
  readonly symbol: QrSymbol;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function drawRings({ symbol, x, y, radius }: Rings, isDark: (far: number) => boolean): void {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++) symbol.fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
}

function alignmentPlaces(version: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = Array.from({ length: count - 1 }, (_, i) => version * 4 + 10 - i * step);
  return [6, ...places.reverse()];
}

/** Level and mask, twice. */
function drawFormat(symbol: QrSymbol, mask: number): void {
  const { size } = symbol;
  const data = (1 << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const isDark = ((bits >>> i) & 1) !== 0;
    // The timing patterns lie in row and column 6.
    const near = i < 6 ? i : i + 1;
    if (i < 8) symbol.fix(8, near, isDark);
    else symbol.fix(i === 8 ? 7 : 14 - i, 8, isDark);
    if (i < 8) symbol.fix(size - 1 - i, 8, isDark);
    else symbol.fix(8, size - 15 + i, isDark);
  }
  symbol.fix(8, size - 8, true);
}

function drawVersion(symbol: QrSymbol): void {
  const { size, version } = symbol;
  if (version < 7) return;
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i++) {
    const isDark = ((bits >>> i) & 1) !== 0;
    const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
    symbol.fix(far, near, isDark);
    symbol.fix(near, far, isDark);
  }
}

/** In columns of two, from the right, upwards and downwards in turn. */
function drawBytes(symbol: QrSymbol, bytes: readonly number[]): void {
  const { size } = symbol;
  let i = 0;
  for (let column = size - 1; column >= 1; column -= 2) {
    const right = column <= 6 ? column - 1 : column;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        const byte = bytes[i >>> 3];
        if (symbol.isFixed(x, y) || byte === undefined) continue;
        symbol.set(x, y, ((byte >>> (7 - (i & 7))) & 1) !== 0);
        i++;
      }
  }
}

/** How hard the symbol is to read: by long runs, squares of one colour, and more of one colour than of the other. */
function penaltyOf(symbol: QrSymbol): number {
  const { size } = symbol;
  let sum = 0;
  for (let a = 0; a < size; a++)
    sum += runPenalty(size, (b) => symbol.isDark(a, b)) + runPenalty(size, (b) => symbol.isDark(b, a));
  let total = 0;
  symbol.each((x, y) => {
    const isDark = symbol.isDark(x, y);
    if (isDark) total++;
    const others = [symbol.isDark(x + 1, y), symbol.isDark(x, y + 1), symbol.isDark(x + 1, y + 1)];
    if (x + 1 < size && y + 1 < size && others.every((other) => other === isDark)) sum += 3;
  });
  return sum + Math.floor(Math.abs(total * 20 - size * size * 10) / (size * size)) * 10;
}

function runPenalty(size: number, isDark: (at: number) => boolean): number {
  let sum = 0;
  let length = 0;
  for (let at = 0; at < size; at++) {
    length = at > 0 && isDark(at) === isDark(at - 1) ? length + 1 : 1;
    if (length === 5) sum += 3;
    else if (length > 5) sum++;
  }
  return sum;
}
