// Whether an upload is what its submission says of it: opened chunk by chunk, few at a time, in turns with everything
// else that the node does, and once. It keeps neither a key nor a byte of a file.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical } from '../../core/base/json.js';
import {
  FILE_CHECKS_CALLER_WAITING_MAX,
  FILE_CHECKS_KEPT,
  FILE_CHECKS_MAX,
  FILE_CHECKS_WAITING_MAX,
} from '../../core/base/limits/node/files.js';
import { type Chunks, contentProblem, type OpenedFile, type Pause } from './content.js';

export interface FileCheckPorts {
  /** The chunks that this node has. */
  readonly chunks: Chunks;
  readonly pause: Pause;
}

interface Waiting {
  readonly owner: string;
  begin(): void;
}

export class FileChecks {
  private readonly ports: FileCheckPorts;
  /** Of files that were good. */
  private readonly good = new LRUCache<string, true>(growing(FILE_CHECKS_KEPT));
  private readonly running = new Set<string>();
  private readonly waiting: Waiting[] = [];

  constructor(ports: FileCheckPorts) {
    this.ports = ports;
  }

  /**
   * CIPHERTEXT_INVALID unless the upload opens with its key and is what its manifest says, FILE_CHUNK_UNAVAILABLE
   * without a chunk, NODE_UNAVAILABLE where too many wait for their check. One that was good is not opened again.
   * `owner` has one check at a time.
   */
  async problem(owner: string, file: OpenedFile): Promise<Issue | undefined> {
    const name = nameOf(file);
    if (this.good.get(name)) return undefined;
    const place = this.place(owner);
    if (place === undefined)
      return issue('NODE_UNAVAILABLE', '', 'This node checks as many files as it can: try again soon.');
    await place;
    try {
      // The same file may have been checked while this one waited.
      if (this.good.get(name)) return undefined;
      const problem = await contentProblem(this.ports.chunks, file, this.ports.pause);
      if (!problem) this.good.set(name, true);
      return problem;
    } finally {
      this.end(owner);
    }
  }

  /** Resolves when the check may begin; undefined where it may not even wait. */
  private place(owner: string): Promise<void> | undefined {
    if (this.isFree(owner)) {
      this.running.add(owner);
      return Promise.resolve();
    }
    const own = this.waiting.filter((one) => one.owner === owner).length;
    if (this.waiting.length >= FILE_CHECKS_WAITING_MAX || own >= FILE_CHECKS_CALLER_WAITING_MAX) return undefined;
    return new Promise((resolve) => {
      this.waiting.push({ owner, begin: resolve });
    });
  }

  private end(owner: string): void {
    this.running.delete(owner);
    const next = this.waiting.findIndex((one) => this.isFree(one.owner));
    const [first] = next < 0 ? [] : this.waiting.splice(next, 1);
    if (!first) return;
    this.running.add(first.owner);
    first.begin();
  }

  private isFree(owner: string): boolean {
    return this.running.size < FILE_CHECKS_MAX && !this.running.has(owner);
  }
}

/** Of everything that the verdict follows from: chunks by their hashes, what opens them, and what the whole must be. */
function nameOf({ manifest: { fileId, key, total, size, sha256 }, reference }: OpenedFile): string {
  return sha256Hex(canonical([fileId, key, total, size, sha256, [...reference.chunks]]));
}
