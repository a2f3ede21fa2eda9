// Documents of a person on this computer, encrypted under a key that no script can read out. Another user of this
// profile of the browser could open them all the same.
import { type Json, parseJsonText } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';

const DATABASE = 'quorate-drafts';
const DRAFTS = 'drafts';
const KEYS = 'keys';
const KEY_NAME = 'drafts';
/** An older document is taken away when the next one is written. */
const KEPT_MS = 30 * 86_400_000;

interface KeptDocument {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
  readonly savedAtMs: number;
}

/** Undefined where there is none, or where the browser keeps nothing for the page. */
export async function readKept(name: string): Promise<Json | undefined> {
  try {
    const store = await openStore();
    const kept = await answerOf<KeptDocument | undefined>(store.transaction(DRAFTS).objectStore(DRAFTS).get(name));
    if (kept === undefined) return undefined;
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, await keyIn(store), kept.bytes);
    const document = parseJsonText(new TextDecoder().decode(bytes));
    return isFailure(document) ? undefined : document;
  } catch {
    return undefined;
  }
}

/** False where the browser keeps nothing for the page. */
export async function keepHere(name: string, document: Json, nowMs: number): Promise<boolean> {
  try {
    const store = await openStore();
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(document));
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyIn(store), text);
    const kept: KeptDocument = { iv, bytes, savedAtMs: nowMs };
    const drafts = store.transaction(DRAFTS, 'readwrite').objectStore(DRAFTS);
    await answerOf(drafts.put(kept, name));
    await forgetOld(drafts, nowMs);
    return true;
  } catch {
    return false;
  }
}

export async function forgetKept(name: string): Promise<void> {
  try {
    const store = await openStore();
    await answerOf(store.transaction(DRAFTS, 'readwrite').objectStore(DRAFTS).delete(name));
  } catch {
    // Then there is none.
  }
}

function forgetOld(drafts: IDBObjectStore, nowMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cursors = drafts.openCursor();
    cursors.onerror = () => reject(cursors.error);
    cursors.onsuccess = () => {
      const cursor = cursors.result;
      if (cursor === null) return resolve();
      if (nowMs - (cursor.value as KeptDocument).savedAtMs > KEPT_MS) cursor.delete();
      cursor.continue();
    };
  });
}

let opened: Promise<IDBDatabase> | undefined;

function openStore(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(DRAFTS);
      request.result.createObjectStore(KEYS);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Made once in each profile of a browser. It cannot be exported. */
async function keyIn(store: IDBDatabase): Promise<CryptoKey> {
  const known = await answerOf<CryptoKey | undefined>(store.transaction(KEYS).objectStore(KEYS).get(KEY_NAME));
  if (known !== undefined) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const keys = store.transaction(KEYS, 'readwrite').objectStore(KEYS);
  // Another tab may have made one meanwhile: that one stays.
  const other = await answerOf<CryptoKey | undefined>(keys.get(KEY_NAME));
  if (other !== undefined) return other;
  await answerOf(keys.put(made, KEY_NAME));
  return made;
}

function answerOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}
