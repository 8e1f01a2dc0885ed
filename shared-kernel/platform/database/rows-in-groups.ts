import { DatabaseError } from 'pg'
import { isCausedByData } from '../errors/caused-by-data.ts'
import { inGroups } from '../waiting/in-groups.ts'

/** `inGroups` for rows of one statement. Where PostgreSQL refuses a group, each row is sent alone, and a bad one fails alone. */
export function rowsInGroups<Row, Answer>(
  send: (rows: readonly Row[]) => Promise<readonly Answer[]>,
): (row: Row) => Promise<Answer | undefined> {
  const sendTogether = inGroups(send)

  return async (row) => {
    try {
      return await sendTogether(row)
    } catch (error) {
      if (!isUndone(error)) throw error
      const [answer] = await send([row])
      return answer
    }
  }
}

const DEADLOCK = '40P01'

/** Whether nothing of the statement stands, and its other rows may be the cause. */
const isUndone = (error: unknown) =>
  error instanceof DatabaseError && (error.code === DEADLOCK || isCausedByData(error))
