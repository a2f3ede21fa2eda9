// The one place where an address becomes a script (Trusted Types).

/** The addresses that may become scripts: modules of the console, and nothing else (Trusted Types). */
interface ScriptPolicy {
  createScriptURL(address: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy;
}

const FOLDER = '/console/assets/';

function ownAddress(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin !== location.origin || !pathname.startsWith(FOLDER)) throw new TypeError('This is not a script of ours.');
  return address;
}

// Browsers without Trusted Types take the text.
const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
const policy: ScriptPolicy = factory?.createPolicy('quorate', { createScriptURL: ownAddress }) ?? {
  createScriptURL: ownAddress,
};

/** A worker of a module of the console. */
export function startWorker(address: string): Worker {
  return new Worker(policy.createScriptURL(address) as string, { type: 'module' });
}
