import type pg from 'pg'

const ENOUGH_STEPS = 100

/** Runs the work again and again, each time one statement further; the number of runs that were killed. */
export async function untilDone(
  work: (killed: (pool: pg.Pool) => pg.Pool) => Promise<void>,
  check: (step: number) => Promise<void>,
): Promise<number> {
  for (let step = 0; step < ENOUGH_STEPS; step++) {
    try {
      await work((pool) => killedAfter(step, pool))
      return step
    } catch (error) {
      if (!(error instanceof Error && error.message === 'killed')) throw error
    }
    await check(step)
  }
  throw new Error('it comes to no end')
}

/** Statements on the pool, and on the clients that it lends, until there were that many. */
function killedAfter(statements: number, pool: pg.Pool): pg.Pool {
  let left = statements
  const counting = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name)
        if (typeof value !== 'function') return value
        return async (...parameters: readonly unknown[]): Promise<unknown> => {
          const isRollback = parameters[0] === 'rollback'
          if (name === 'query' && !isRollback && left-- <= 0) throw new Error('killed')
          const result: unknown = await Reflect.apply(value, of, parameters)
          return name === 'connect' && typeof result === 'object' && result !== null
            ? counting(result)
            : result
        }
      },
    })
  return counting(pool)
}
