// The successor of the rules that the program knows, as tests play it: a number alone, under which all is judged as
// under the latest ones. Tests of raising rules, and of programs that do not know them, use it.
import { RULES_LATEST } from '../../../core/base/version.js';

export const RULES_NEXT = RULES_LATEST + 1;
