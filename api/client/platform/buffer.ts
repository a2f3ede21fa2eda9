// The part of Node's Buffer that the rules of core/ use, for platforms without one: bytes with the encodings hex,
// base64, base64url, latin1 and UTF-8. The build of the client puts it where a rule says `Buffer`. It is as lenient as
// Node's with bytes that are not text of an encoding, because the rules compare what comes back.

type Encoding = 'utf8' | 'hex' | 'base64' | 'base64url' | 'latin1' | 'binary';

interface Bytes extends Uint8Array {
  toString(encoding?: Encoding): string;
  write(text: string, at?: number, encoding?: Encoding): number;
  readUInt32BE(at?: number): number;
  writeUInt32BE(value: number, at?: number): number;
  writeUInt16BE(value: number, at?: number): number;
}

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`;
/** Both alphabets, as Node reads them. */
const DIGITS = new Map([...STANDARD, ...URL_SAFE].map((character, i) => [character, i % 64]));
/** `String.fromCharCode` takes its characters as arguments, of which there is a bound. */
const PIECE = 8192;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const METHODS = {
  toString(this: Uint8Array, encoding: Encoding = 'utf8'): string {
    return textOf(this, encoding);
  },
  write(this: Uint8Array, text: string, at = 0, encoding: Encoding = 'utf8'): number {
    const bytes = bytesOf(text, encoding).subarray(0, Math.max(0, this.length - at));
    this.set(bytes, at);
    return bytes.length;
  },
  readUInt32BE(this: Uint8Array, at = 0): number {
    return viewOf(this).getUint32(at);
  },
  writeUInt32BE(this: Uint8Array, value: number, at = 0): number {
    viewOf(this).setUint32(at, value);
    return at + 4;
  },
  writeUInt16BE(this: Uint8Array, value: number, at = 0): number {
    viewOf(this).setUint16(at, value);
    return at + 2;
  },
  // The original would give bytes without these methods.
  subarray(this: Uint8Array, from?: number, to?: number): Bytes {
    return bytesFrom(
      Uint8Array.prototype.subarray.call(new Uint8Array(this.buffer, this.byteOffset, this.length), from, to),
    );
  },
};

const PROTOTYPE = Object.assign(Object.create(Uint8Array.prototype) as object, METHODS);

function bytesFrom(bytes: Uint8Array): Bytes {
  return Object.setPrototypeOf(bytes, PROTOTYPE) as Bytes;
}

export const Buffer = {
  alloc: (size: number, fill = 0): Bytes => bytesFrom(new Uint8Array(size).fill(fill)),
  allocUnsafe: (size: number): Bytes => bytesFrom(new Uint8Array(size)),
  of: (...bytes: readonly number[]): Bytes => bytesFrom(Uint8Array.of(...bytes)),
  isBuffer: (value: unknown): value is Bytes =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === PROTOTYPE,
  from(source: string | ArrayBufferLike | ArrayLike<number>, second?: Encoding | number, length?: number): Bytes {
    if (typeof source === 'string') return bytesFrom(bytesOf(source, second as Encoding | undefined));
    if (source instanceof ArrayBuffer)
      return bytesFrom(new Uint8Array(source, (second as number | undefined) ?? 0, length));
    return bytesFrom(Uint8Array.from(source as ArrayLike<number>));
  },
  concat(parts: readonly Uint8Array[]): Bytes {
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return bytesFrom(whole);
  },
  compare(a: Uint8Array, b: Uint8Array): number {
    const common = Math.min(a.length, b.length);
    for (let i = 0; i < common; i++) if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number) ? -1 : 1;
    return Math.sign(a.length - b.length);
  },
};

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textOf(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf8') return decoder.decode(bytes);
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (encoding === 'base64') return base64Of(bytes, STANDARD, '=');
  if (encoding === 'base64url') return base64Of(bytes, URL_SAFE, '');
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...Uint8Array.prototype.subarray.call(bytes, at, at + PIECE));
  return text;
}

function bytesOf(text: string, encoding: Encoding = 'utf8'): Uint8Array {
  if (encoding === 'utf8') return encoder.encode(text);
  if (encoding === 'hex') return ofHex(text);
  if (encoding === 'base64' || encoding === 'base64url') return ofBase64(text);
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}

/** Up to the first pair that is not a byte, as Node reads it. */
function ofHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    const pair = text.slice(2 * i, 2 * i + 2);
    if (!/^[0-9a-fA-F]{2}$/.test(pair)) return bytes.subarray(0, i);
    bytes[i] = Number.parseInt(pair, 16);
  }
  return bytes;
}

/** Up to the first equals sign; characters of no alphabet are passed over, as Node reads it. */
function ofBase64(text: string): Uint8Array {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const character of text) {
    if (character === '=') break;
    const digit = DIGITS.get(character);
    if (digit === undefined) continue;
    held = ((held << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

function base64Of(bytes: Uint8Array, alphabet: string, padding: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b, c] = [bytes[at] as number, bytes[at + 1], bytes[at + 2]];
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const digit = (shift: number) => alphabet.charAt((group >> shift) & 63);
    text += digit(18) + digit(12) + (b === undefined ? padding : digit(6)) + (c === undefined ? padding : digit(0));
  }
  return text;
}
