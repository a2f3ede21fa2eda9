// Entity tags (RFC 9110 section 8.8.3). A resource that several may change has a version, of what they may change; the
// tag of a whole answer goes on behind the version. An answer is known by all that it shows, and a change is refused
// for nothing but another change.
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { type Failure, fail } from '../../core/base/result.js';
import { type Reply, reply } from '../define.js';

/** True if an If-Match or If-None-Match header names the tag. */
export function namesTag(header: string, tag: string): boolean {
  return tagsIn(header).some((name) => name === '*' || name === tag);
}

/** Weak tags count as well: a compressed answer has one, and its content is the same. */
function tagsIn(header: string): readonly string[] {
  return header.split(',').map((name) => name.trim().replace(/^W\//, ''));
}

const VERSION = /^"v-[0-9a-f]{32}"$/;

/** The tag of what has no number of its own for its versions. */
export function versionTag(value: unknown): string {
  return `"v-${sha256Hex(JSON.stringify(value)).slice(0, 32)}"`;
}

/** True for a tag of a version alone. */
export function isVersionTag(tag: string): boolean {
  return VERSION.test(tag);
}

/** The tag of an answer that shows the version, and more that changes by itself. `answer` is of its bytes. */
export function answerTag(version: string, answer: string): string {
  return `${version.slice(0, -1)}.${answer}"`;
}

/** True if an If-Match header names the version, by itself or with an answer that showed it. */
export function namesVersion(header: string, version: string): boolean {
  const answers = `${version.slice(0, -1)}.`;
  return tagsIn(header).some((name) => name === '*' || name === version || name.startsWith(answers));
}

/** The view of a resource with the tag of its version. */
export function withVersion<V>(view: V, version: unknown): Reply<200, V> {
  return reply(200, view, { etag: versionTag(version) });
}

/**
 * RESOURCE_CHANGED where If-Match names another version than the resource has; null is that of what is not there. Ask
 * in the turn in which it changes.
 */
export function failIfChanged(ifMatch: string | undefined, version: unknown): Failure | undefined {
  if (ifMatch === undefined || (version !== null && namesVersion(ifMatch, versionTag(version)))) return undefined;
  return fail(issue('RESOURCE_CHANGED', '', 'This is at another version than If-Match names: read it again.'));
}
