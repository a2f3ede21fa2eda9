// Registers as an entity set: their records are in memory, so that any filter and any order is served.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import type { EntityRecord } from '../../../../core/query/model.js';
import { visibleRegister } from '../../../access/registers.js';
import { registerView } from '../../../views/registers.js';
import type { Collection } from './collection.js';
import { impliedCondition } from './constraints.js';
import { REGISTER } from './model.js';
import { ownRegisters } from './registers-asked.js';
import type { Row } from './rows.js';

const ROW_BYTES = 1000;

export const REGISTERS: Collection = {
  set: 'Registers',
  entity: REGISTER,
  scanMax: 20_000,
  indexed: ['id'],

  candidates(call, conditions) {
    const records = ownRegisters(call);
    const rows = records.map((record): Row => {
      // The local number of a register is never given twice, and rises with each that comes.
      const place = { height: record.reg, index: 0, bytes: ROW_BYTES };
      return { ...place, record: (): EntityRecord => registerView(record, call.deps.chain) };
    });
    rows.sort((a, b) => a.height - b.height);
    const list = {
      id: '',
      total: rows.length,
      below: (height: number) => Promise.resolve(rows.filter((row) => row.height < height).length),
      read: ({ skip, top, reverse = false }: { skip: number; top: number; reverse?: boolean }) =>
        Promise.resolve((reverse ? rows.toReversed() : rows).slice(skip, skip + top)),
    };
    return Promise.resolve([{ list, rest: conditions }]);
  },

  ledgerOrder: () => Promise.resolve(undefined),

  find(call, key) {
    const id = key.get('id') ?? key.get('');
    if (key.size !== 1 || id === undefined)
      return Promise.resolve(fail(issue('PATH_INVALID', '', "The key of a register is its id: Registers('...').")));
    const record = visibleRegister(call, id);
    return Promise.resolve(isFailure(record) ? record : registerView(record, call.deps.chain));
  },

  keyText: ({ id }) => `'${id}'`,
  behind: {
    transactions: ({ id }) => [impliedCondition('registerId', id)],
    dockets: ({ id }) => [impliedCondition('registerId', id)],
  },
};
