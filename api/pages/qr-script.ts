// The part of a page that draws a QR code (ISO/IEC 18004: bytes, level L, versions 1 to 40) from a text, as a picture
// of the document itself: a secret in it goes to no server.
export const QR_SCRIPT = `
const qr = (() => {
  const ECC = [0,7,10,15,20,26,18,20,24,30,18,20,24,26,30,22,24,28,30,28,28,28,28,30,30,26,28,30,30,30,30,30,30,30,30,30,30,30,30,30,30];
  const BLOCKS = [0,1,1,1,1,1,2,2,2,2,4,4,4,4,4,6,6,6,6,7,8,8,9,9,10,12,12,12,13,14,15,16,17,18,19,19,20,21,22,24,25];
  const rawBits = (v) => {
    let bits = (16 * v + 128) * v + 64;
    if (v < 2) return bits;
    const n = Math.floor(v / 7) + 2;
    bits -= (25 * n - 10) * n - 55;
    return v < 7 ? bits : bits - 36;
  };
  const dataBytes = (v) => Math.floor(rawBits(v) / 8) - ECC[v] * BLOCKS[v];
  const times = (x, y) => {
    let z = 0;
    for (let i = 7; i >= 0; i--) {
      z = (z << 1) ^ ((z >>> 7) * 0x11d);
      z ^= ((y >>> i) & 1) * x;
    }
    return z;
  };
  function divisor(degree) {
    const poly = new Uint8Array(degree);
    poly[degree - 1] = 1;
    let root = 1;
    for (let i = 0; i < degree; i++) {
      for (let j = 0; j < degree; j++) poly[j] = times(poly[j], root) ^ (j + 1 < degree ? poly[j + 1] : 0);
      root = times(root, 2);
    }
    return poly;
  }
  function remainder(data, by) {
    const rest = new Array(by.length).fill(0);
    for (const byte of data) {
      const factor = byte ^ rest.shift();
      rest.push(0);
      by.forEach((one, i) => { rest[i] ^= times(one, factor); });
    }
    return rest;
  }
  /** The bytes in the order of the symbol: of all blocks in turn, then what corrects errors in them. */
  function codewords(text) {
    const bytes = new TextEncoder().encode(text);
    let v = 1;
    while (v <= 40 && 4 + (v < 10 ? 8 : 16) + bytes.length * 8 > dataBytes(v) * 8) v++;
    if (v > 40) throw new Error('The text is too long for a QR code.');
    const bits = [];
    const put = (value, count) => { for (let i = count - 1; i >= 0; i--) bits.push((value >>> i) & 1); };
    put(4, 4);
    put(bytes.length, v < 10 ? 8 : 16);
    for (const byte of bytes) put(byte, 8);
    const most = dataBytes(v) * 8;
    put(0, Math.min(4, most - bits.length));
    put(0, (8 - (bits.length % 8)) % 8);
    for (let pad = 0xec; bits.length < most; pad ^= 0xec ^ 0x11) put(pad, 8);
    const data = [];
    for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2));
    const [count, ecc] = [BLOCKS[v], ECC[v]];
    const raw = Math.floor(rawBits(v) / 8);
    const [short, length] = [count - (raw % count), Math.floor(raw / count)];
    const by = divisor(ecc);
    const blocks = [];
    for (let i = 0, from = 0; i < count; i++) {
      const part = data.slice(from, (from += length - ecc + (i < short ? 0 : 1)));
      blocks.push({ part, rest: remainder(part, by) });
    }
    const all = [];
    for (let i = 0; i <= length - ecc; i++) for (const { part } of blocks) if (i < part.length) all.push(part[i]);
    for (let i = 0; i < ecc; i++) for (const { rest } of blocks) all.push(rest[i]);
    return { v, all };
  }
  function places(v) {
    if (v === 1) return [];
    const n = Math.floor(v / 7) + 2;
    const step = v === 32 ? 26 : Math.ceil((v * 4 + 4) / (n * 2 - 2)) * 2;
    const list = [6];
    for (let at = v * 4 + 10; list.length < n; at -= step) list.splice(1, 0, at);
    return list;
  }
  const MASKS = [
    (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ];
  /** The parts that every symbol of a version has; 'fixed' says where nothing else goes. */
  function frame(v) {
    const size = v * 4 + 17;
    const dark = Array.from({ length: size }, () => new Array(size).fill(false));
    const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
    const set = (x, y, isDark) => { dark[y][x] = isDark; fixed[y][x] = true; };
    for (let i = 0; i < size; i++) { set(6, i, i % 2 === 0); set(i, 6, i % 2 === 0); }
    for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]])
      for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
        const [x, y, far] = [cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy))];
        if (x >= 0 && x < size && y >= 0 && y < size) set(x, y, far !== 2 && far !== 4);
      }
    const list = places(v);
    const last = list.length - 1;
    list.forEach((cx, i) => list.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++)
        set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }));
    return { size, dark, fixed, set };
  }
  function format({ size, set }, mask) {
    const data = (1 << 3) | mask;
    let rest = data;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (i) => ((bits >>> i) & 1) !== 0;
    for (let i = 0; i <= 5; i++) set(8, i, bit(i));
    set(8, 7, bit(6)); set(8, 8, bit(7)); set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
    set(8, size - 8, true);
  }
  function version({ size, set }, v) {
    if (v < 7) return;
    let rest = v;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (v << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const isDark = ((bits >>> i) & 1) !== 0;
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, isDark); set(b, a, isDark);
    }
  }
  function fill({ size, dark, fixed }, all) {
    let i = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y][x] || i >= all.length * 8) continue;
        dark[y][x] = ((all[i >>> 3] >>> (7 - (i & 7))) & 1) !== 0;
        i++;
      }
    }
  }
  /** What makes a symbol hard to read: long runs, squares of one colour, and more of one colour than of the other. */
  function penalty({ size, dark }) {
    let sum = 0;
    let total = 0;
    for (let a = 0; a < size; a++) for (const at of [(b) => dark[a][b], (b) => dark[b][a]])
      for (let b = 0, run = 0, before; b < size; b++) {
        run = at(b) === before ? run + 1 : 1;
        before = at(b);
        if (run === 5) sum += 3; else if (run > 5) sum++;
      }
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
      if (dark[y][x]) total++;
      if (x + 1 < size && y + 1 < size && dark[y][x] === dark[y][x + 1] && dark[y][x] === dark[y + 1][x] && dark[y][x] === dark[y + 1][x + 1]) sum += 3;
    }
    return sum + Math.floor(Math.abs(total * 20 - size * size * 10) / (size * size)) * 10;
  }
  /** Rows of modules, true for dark ones. */
  function modules(text) {
    const { v, all } = codewords(text);
    let best;
    for (let mask = 0; mask < 8; mask++) {
      const symbol = frame(v);
      format(symbol, mask);
      version(symbol, v);
      fill(symbol, all);
      const { size, dark, fixed } = symbol;
      for (let y = 0; y < size; y++) for (let x = 0; x < size; x++)
        if (!fixed[y][x] && MASKS[mask](x, y)) dark[y][x] = !dark[y][x];
      const cost = penalty(symbol);
      if (best === undefined || cost < best.cost) best = { cost, dark };
    }
    return best.dark;
  }
  /** Draws into an svg element, black on white with the margin that the standard wants. */
  function draw(svg, text) {
    const rows = modules(text);
    const size = rows.length + 8;
    let path = '';
    rows.forEach((row, y) => row.forEach((isDark, x) => { if (isDark) path += 'M' + (x + 4) + ' ' + (y + 4) + 'h1v1h-1z'; }));
    svg.setAttribute('viewBox', '0 0 ' + size + ' ' + size);
    const part = (name, members) => {
      const made = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(members)) made.setAttribute(key, value);
      return made;
    };
    svg.replaceChildren(
      part('rect', { width: size, height: size, fill: '#fff' }),
      part('path', { d: path, fill: '#000', 'shape-rendering': 'crispEdges' }),
    );
  }
  return { modules, draw };
})();
`;
