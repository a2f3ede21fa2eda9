// The programs that measure and break nodes, by the names that `npm run tool -- NAME` takes. Each is loaded when it is
// started.

export interface Tool {
  readonly name: string;
  readonly about: string;
  readonly start: () => Promise<unknown>;
}

const tool = (name: string, about: string, start: () => Promise<unknown>): Tool => ({ name, about, start });

// biome-ignore format: a row a line
export const TOOLS: readonly Tool[] = [
  tool('catch-up', 'a register over far links: how fast a new node has it, and for how many bytes', () => import('./distance/catch-up.js')),
  tool('certificates', 'paths of certificates, judged here, by openssl verify -x509_strict and by certtool', () => import('./certificates/main.js')),
  tool('chaos', 'nodes killed, frozen, cut off and put back to backups under load, or one that lies', () => import('../chaos/main.js')),
  tool('clients', 'clients of five languages made of the OpenAPI document, and libraries of credentials that others wrote', () => import('../clients/main.js')),
  tool('crash', '50 rounds of load and SIGKILL: nothing acknowledged is lost or doubled', () => import('./crash/main.js')),
  tool('designer-eval', 'providers of the designer, measured by processes in people\'s words', () => import('./designer-eval/main.js')),
  tool('designing', 'the designer of the console with a draft of 200 actions: how long a click and a key take', () => import('./console/designing.js')),
  tool('fairness', 'what a stranger waits for while an attacker works within its limits', () => import('../fairness/main.js')),
  tool('flow', 'the soundness check of workflows against every state of random ones', () => import('../flow/main.js')),
  tool('hostile-credentials', 'the worst inputs of strangers to the parts that read credentials: time and memory', () => import('./costs/hostile-credentials.js')),
  tool('hubs', 'what idle connections to the hubs cost a node', () => import('./hubs/main.js')),
  tool('mesh', 'four organisations on this machine with a register, to look at and play with', () => import('./local-mesh/main.js')),
  tool('model', 'the protocol of dockets in every order of its messages: model SEED FACTOR', () => import('../model/main.js')),
  tool('model:instance', 'workflow instances in every order of their moves, one party of which lies', () => import('../model/instance/main.js')),
  tool('mutants', 'breaks one piece of the program at a time: a named test has to notice', () => import('../mutants/run-tests.js')),
  tool('mutants:generated', 'sources of an area, broken in generated ways: mutants:generated --area NAME', () => import('../mutants/generated/main.js')),
  tool('mutants:sim', 'the same, which the simulator has to notice', () => import('../mutants/simulate.js')),
  tool('overload', '16 to 4,096 clients at once: what is sealed, refused, and how long /alive takes', () => import('./overload/main.js')),
  tool('platforms', 'tests and demo on Node.js 20.19, 22, 24 and 26, from the npm registry', () => import('../platforms/main.js')),
  tool('prism', 'the answers of the contract tests against the OpenAPI document, by another program', () => import('./prism/main.js')),
  tool('race', 'two parties that draw on one limit at the same time, each at its own node', () => import('./contention/race.js')),
  tool('reading-cost', 'what a reader pays for a run whose text somebody else encrypted', () => import('./costs/reading-cost.js')),
  tool('restart-cost', 'what promises and registers cost a start: restart-cost REGISTERS PROMISES', () => import('./costs/restart-cost.js')),
  tool('scale', 'very many registers, nodes or transactions: scale registers|ledger|mesh|sync', () => import('./scale/main.js')),
  tool('schemas', 'how long /alive takes while a caller brings hostile schemas', () => import('../fairness/schemas.js')),
  tool('signals', 'signals at random moments of a start', () => import('./signals/main.js')),
  tool('sim', 'clusters of validators in seeded storms: sim --seeds N, sim --seed N', () => import('../sim/run.js')),
  tool('waiting-cost', 'what 10,000 registers without a quorum cost a node', () => import('./costs/waiting-cost.js')),
];
