// Documents of a person on this computer, encrypted under a key that no script can read out. Another user of this
// profile of the browser could open them all the same.
import { type Json, parseJsonText } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { nodeNow } from '../node-time.js';

const DATABASE = 'quorate-drafts';
const DRAFTS = 'drafts';
const KEYS = 'keys';
const KEY_NAME = 'drafts';
/** An older document is taken away when the next one is written. */
const KEPT_MS = 30 * 86_400_000;
/** A browser whose store is damaged may never answer. */
const ANSWER_MS = 3000;

interface KeptDocument {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
  readonly savedAtMs: number;
}

/** Undefined where there is none, or where the browser keeps nothing for the page. */
export function readKept(name: string): Promise<Json | undefined> {
  return inStore(async (store) => {
    const kept = await answerOf<KeptDocument | undefined>(store.transaction(DRAFTS).objectStore(DRAFTS).get(name));
    if (kept === undefined) return undefined;
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, await keyIn(store), kept.bytes);
    const document = parseJsonText(new TextDecoder().decode(bytes));
    return isFailure(document) ? undefined : document;
  });
}

/** False where the browser keeps nothing for the page: its person has to know. */
export async function keepHere(name: string, document: Json): Promise<boolean> {
  const isKept = await inStore(async (store) => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(document));
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyIn(store), text);
    const kept: KeptDocument = { iv, bytes, savedAtMs: nodeNow() };
    const drafts = store.transaction(DRAFTS, 'readwrite').objectStore(DRAFTS);
    drafts.put(kept, name);
    forgetOld(drafts, kept.savedAtMs);
    await endOf(drafts);
    return true;
  });
  return isKept ?? false;
}

export async function forgetKept(name: string): Promise<void> {
  await inStore((store) => {
    const drafts = store.transaction(DRAFTS, 'readwrite').objectStore(DRAFTS);
    drafts.delete(name);
    return endOf(drafts);
  });
}

function forgetOld(drafts: IDBObjectStore, nowMs: number): void {
  const cursors = drafts.openCursor();
  cursors.onsuccess = () => {
    const cursor = cursors.result;
    if (cursor === null) return;
    if (nowMs - (cursor.value as KeptDocument).savedAtMs > KEPT_MS) cursor.delete();
    cursor.continue();
  };
}

let opened: Promise<IDBDatabase> | undefined;

/** Undefined where it fails, or is late. A store that failed is left, and the next use opens it anew. */
async function inStore<T>(use: (store: IDBDatabase) => Promise<T>): Promise<T | undefined> {
  opened ??= openStore();
  const mine = opened;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS);
  });
  try {
    return await Promise.race([mine.then(use), late]);
  } catch {
    if (opened === mine) opened = undefined;
    mine.then((store) => store.close()).catch(() => undefined);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function openStore(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(DRAFTS);
      request.result.createObjectStore(KEYS);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
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
  keys.put(made, KEY_NAME);
  await endOf(keys);
  return made;
}

/** A request succeeds also where the disk is full: that shows at the end of its transaction alone. */
function endOf({ transaction }: IDBObjectStore): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

function answerOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}
