import type { DatabaseSync } from 'node:sqlite'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { oneOf } from '../one-of.ts'
import { type FaultMode, faultModes, type OperationName } from '../operations/names.ts'

const faultRow = Type.Object({
  id: Type.Integer(),
  mode: oneOf(faultModes),
  times: Type.Integer(),
  delayMs: Type.Integer(),
})

const row = Compile(Type.Union([faultRow, Type.Undefined()]))

export type Fault = Pick<Static<typeof faultRow>, 'mode' | 'delayMs'>

export interface FaultOrder {
  readonly operation: OperationName
  readonly mode: FaultMode
  readonly times: number
  readonly delayMs: number
}

export interface Faults {
  order(order: FaultOrder): void
  /** Consumes one use of the oldest fault that was ordered for the operation. */
  take(operation: OperationName): Fault | undefined
  clear(): void
}

export function faultsIn(database: DatabaseSync): Faults {
  const insert = database.prepare(
    'insert into fault (operation, mode, times, delay_ms) values (?, ?, ?, ?)',
  )
  const oldest = database.prepare(
    `select id, mode, times, delay_ms as delayMs from fault
      where operation = ? order by id limit 1`,
  )
  const useUp = database.prepare('update fault set times = times - 1 where id = ?')
  const remove = database.prepare('delete from fault where id = ?')
  const removeAll = database.prepare('delete from fault')
  return {
    order: ({ operation, mode, times, delayMs }) => {
      insert.run(operation, mode, times, delayMs)
    },
    take: (operation) => {
      const fault = row.Parse(oldest.get(operation))
      if (fault !== undefined) (fault.times > 1 ? useUp : remove).run(fault.id)
      return fault
    },
    clear: () => {
      removeAll.run()
    },
  }
}
