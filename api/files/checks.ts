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
import { TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import { type Chunks, contentProblem, type OpenedFile, type Pause } from './content.js';

export interface FileCheckPorts {
  /** The chunks that this node has. */
  readonly chunks: Chunks;
  readonly pause: Pause;
}

/** A check of one owner at a time, and a few of all. */
const CHECKS = {
  atOnce: FILE_CHECKS_MAX,
  atOnceKey: 1,
  waiting: { all: FILE_CHECKS_WAITING_MAX, key: FILE_CHECKS_CALLER_WAITING_MAX },
};

export class FileChecks {
  private readonly ports: FileCheckPorts;
  /** Of files that were good. */
  private readonly good = new LRUCache<string, true>(growing(FILE_CHECKS_KEPT));
  private readonly scheduler = new TaskScheduler(CHECKS);

  constructor(ports: FileCheckPorts) {
    this.ports = ports;
  }

  /**
   * CIPHERTEXT_INVALID unless the upload opens with its key and is what its manifest says; FILE_CHUNK_UNAVAILABLE
   * without a chunk; NODE_UNAVAILABLE where too many wait for their check. A chunk that was good is not opened again.
   * `owner` has one check at a time.
   */
  problem(owner: string, file: OpenedFile): Promise<Issue | undefined> {
    const name = nameOf(file);
    if (this.good.get(name)) return Promise.resolve(undefined);
    const check = async (): Promise<Issue | undefined> => {
      // The same file may have been checked while this one waited.
      if (this.good.get(name)) return undefined;
      const problem = await contentProblem(this.ports.chunks, file, this.ports.pause);
      if (!problem) this.good.set(name, true);
      return problem;
    };
    return this.scheduler.run(owner, check, busy);
  }
}

function busy(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'This node checks as many files as it can: try again soon.');
}

/** Of everything that the verdict follows from: chunks by their hashes, what opens them, and what the whole must be. */
function nameOf({ manifest: { fileId, key, total, size, sha256 }, reference }: OpenedFile): string {
  return sha256Hex(canonical([fileId, key, total, size, sha256, [...reference.chunks]]));
}
