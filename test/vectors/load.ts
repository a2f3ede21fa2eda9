// Published vectors lie beside the repository, not in it (../shared/vectors): a suite that needs them is skipped, with a message, where they are absent.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(process.cwd(), '..', 'shared', 'vectors');

/** A suite that runs only where `folder` of the published vectors is there. */
export function describeVectors(folder: string, title: string, suite: () => void): void {
  const there = existsSync(join(FOLDER, folder));
  if (there) describe(title, suite);
  else describe.skip(`${title} (skipped: ../shared/vectors/${folder} is absent)`, suite);
}

export function vectorBytes(path: string): Uint8Array {
  return readFileSync(join(FOLDER, path));
}

export function vectorJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as T;
}
