// Dockets as an entity set: a register numbers them, so that any part of its list is at hand.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { EntityRecord } from '../../../../core/query/model.js';
import type { StoredDocket } from '../../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { inRegister } from '../../../../storage/engine/fault.js';
import { visibleRegister } from '../../../access/registers.js';
import { splitIssue } from '../../../access/split.js';
import { docketView } from '../../../views/dockets.js';
import type { CandidateRows, Collection, ODataCall } from './collection.js';
import { impliedCondition, isWhole, type Span, spanOf } from './constraints.js';
import { ledgerDirection } from './ledger-order.js';
import { DOCKET } from './model.js';
import { registersAsked, surelyRead, timesRise } from './registers-asked.js';
import type { Row, RowList } from './rows.js';
import { heightsOf } from './transactions.js';

/** Of a docket without its transactions, and of the name of each. */
const ROW_BYTES = 1000;
const TXID_BYTES = 70;

export const DOCKETS: Collection = {
  set: 'Dockets',
  entity: DOCKET,
  scanMax: 2000,
  indexed: ['registerId', 'number', 'timestamp'],

  async candidates(call, conditions) {
    const asked = registersAsked(call, conditions);
    if (isFailure(asked)) return asked;
    const { span: numbers, others } = spanOf(asked.others, 'number');
    const { span: times, others: rest } = spanOf(others, 'timestamp');
    const rows: CandidateRows[] = [];
    for (const record of asked.records) {
      const isTimed = !isWhole(times) && (await inRegister(record.id, () => timesRise(call, record)));
      const list = inRegister(record.id, () =>
        listOf(call, record, isTimed ? [numbers, heightsOf(call, record, times)] : [numbers]),
      );
      rows.push({ list, rest: isTimed || isWhole(times) ? rest : others });
    }
    return rows.filter(({ list }) => list.total > 0);
  },

  ledgerOrder: (call, order, list) => ledgerDirection(call, { order, list }, { number: 'number', time: 'timestamp' }),

  async find(call, key) {
    const [registerId, number] = [key.get('registerId'), key.get('number')];
    if (key.size !== 2 || registerId === undefined || number === undefined || !/^\d{1,16}$/.test(number))
      return fail(
        issue('PATH_INVALID', '', "The key of a docket has two members: Dockets(registerId='...',number=5)."),
      );
    return docketWith(call, registerId, Number(number));
  },

  keyText: ({ registerId, number }) => `registerId='${registerId}',number=${number}`,
  behind: {
    transactions: ({ registerId, number }) => [
      impliedCondition('registerId', registerId),
      impliedCondition('docketNumber', number),
    ],
  },
};

async function docketWith(call: ODataCall, registerId: string, number: number): Promise<Result<EntityRecord>> {
  const record = visibleRegister(call, registerId);
  if (isFailure(record)) return record;
  const split = splitIssue(call.deps, record, { height: number, path: '' });
  if (split !== undefined) return fail(split);
  const docket = await surelyRead(call, registerId, () => call.deps.chain.docket(record.reg, number));
  if (isFailure(docket)) return docket;
  return docket === undefined
    ? fail(issue('DOCKET_NOT_FOUND', '', 'The register has no such docket.'))
    : recordOf(docket);
}

/** Numbers of dockets are their places: those that all spans have. */
function listOf({ deps }: ODataCall, { id, reg }: RegisterRecord, spans: readonly Span[]): RowList {
  const sealed = (deps.chain.head(reg)?.height ?? -1) + 1;
  const common = Math.min(sealed, deps.ledger.forks.forkHeight(id) ?? sealed);
  const first = Math.max(0, ...spans.map(({ least }) => Math.ceil(least)));
  const end = Math.min(common, ...spans.map(({ most }) => Math.floor(most) + 1));
  const total = Math.max(0, end - first);
  return {
    id,
    total,
    below: (height) => Promise.resolve(Math.max(0, Math.min(total, height - first))),
    read: ({ skip, top, reverse = false }) => {
      const rows: Row[] = [];
      for (let i = skip; i < Math.min(total, skip + top); i++) {
        const docket = inRegister(id, () => deps.chain.docket(reg, reverse ? end - 1 - i : first + i));
        if (docket !== undefined) rows.push(rowOf(docket));
      }
      return Promise.resolve(rows);
    },
  };
}

function rowOf(docket: StoredDocket): Row {
  const bytes = ROW_BYTES + docket.txIds.length * TXID_BYTES;
  return { height: docket.header.height, index: 0, bytes, record: () => recordOf(docket) };
}

function recordOf(docket: StoredDocket): EntityRecord {
  return docketView(docket, undefined);
}
