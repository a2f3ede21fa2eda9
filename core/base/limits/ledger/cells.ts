// Bounds on the cells of an action: rules of the ledger.
import { JSON_DEPTH_MAX } from './transactions.js';

/** Cells of one action: each is a hash for who seals, and for each who opens. */
export const CELLS_MAX = 512;
/**
 * Levels of the value of a cell. It stands deeper where it is shown: the text of a delivery has it six levels down, an
 * objection eight in its transaction. A private objection has it eleven down in the text that is encrypted. A deeper
 * value could be sealed, and neither delivered nor objected to.
 */
export const CELL_DEPTH_MAX = JSON_DEPTH_MAX - 11;
/** Classes of them: each is a seed, or a hash, in every group. */
export const CELL_CLASSES_MAX = 64;
/** Groups that are remembered for one action, by who holds its roles: some 500 bytes each. */
export const GROUPS_KNOWN_MAX = 256;
/** Parts of the data of one action that are remembered: its cells, and what its rules name. */
export const PARTS_KNOWN_MAX = 2048;
