// The content of a sealed run with gates: its data seeded first, so that the evidence can be made for it.
import type { JsonObject } from '../../../core/base/json.js';
import type { GatedRun } from '../../../core/credentials/gate/bytes.js';
import { gateMember } from '../../../core/credentials/gate/member.js';
import type { GateParts } from '../../../core/credentials/gate/parts.js';
import { GATE_MEMBER } from '../../../core/credentials/gate/rule.js';
import { type CellEncryption, contentOf } from '../../../core/envelope/cells/encrypt.js';
import { evidenceIn, type KeptGates } from '../../../core/envelope/cells/kept.js';
import { placeOf, type RunPlace } from '../../../core/envelope/cells/root.js';
import { dataRootOf, gateSeedsOf, seedsOf } from '../../../core/envelope/cells/seeds.js';
import type { FileManifest } from '../../../core/envelope/files.js';
import type { Layout } from '../../../core/envelope/layout/layout.js';
import { good } from '../base/good.js';

/** What a run says of its gates, and the evidence by their names. */
export interface Gated {
  readonly statements: readonly JsonObject[];
  readonly evidence: (run: GatedRun) => ReadonlyMap<string, GateParts>;
  /** It stands in the clear. */
  readonly isOpen?: boolean;
  /** Told of what its sender keeps, where the evidence is kept. */
  readonly onKept?: ((kept: KeptGates) => void) | undefined;
}

export function gatedContent(
  { run, layout, data, files }: { run: RunPlace; layout: Layout; data: JsonObject; files: readonly FileManifest[] },
  { evidence, isOpen = false, onKept }: Gated,
): Pick<CellEncryption, 'classes' | 'seeds' | 'gateSeeds' | 'open'> {
  const { classes } = good(contentOf(layout, data, files));
  const seeds = seedsOf({ run, classes }, new Uint8Array(32).fill(7));
  const member = gateMember(evidence({ place: placeOf(run), dataRoot: dataRootOf({ run, classes }, seeds) }));
  if (isOpen) return { classes, seeds, open: member };
  const whole = good(contentOf(layout, { ...data, [GATE_MEMBER]: member }, files));
  if (!whole.classes.some(({ isKept }) => isKept)) return { ...whole, seeds };
  const gateSeeds = gateSeedsOf({ run, classes: whole.classes }, new Uint8Array(32).fill(8));
  onKept?.(evidenceIn({ classes: whole.classes, gateSeeds }));
  return { ...whole, seeds, gateSeeds };
}
