import { Unavailable } from '#kernel/domain/unavailable.ts'

const RETRY_AFTER_SECONDS = 30

/**
 * The database lacks what was made in it: it is older than the log. Nothing may be sealed meanwhile, since
 * a key that is gone would be made again, as another key of the same id.
 */
export class VaultSetBack extends Unavailable {
  override readonly name = 'VaultSetBack'

  constructor(lacking: string) {
    super(
      `vaultSetBack: the database no longer has ${lacking}, so it is older than the log: put the later database back (docs/operations.md)`,
      RETRY_AFTER_SECONDS,
    )
  }
}

/** No key of that id was ever in this database: it is older than the event, or another one. */
export class KeyMissing extends Unavailable {
  override readonly name = 'KeyMissing'

  constructor(ids: readonly string[]) {
    super(
      `the vault never had the key ${ids.join(', ')}: the database is older than the log (docs/operations.md)`,
      RETRY_AFTER_SECONDS,
    )
  }
}

/** The key that the database must have, since it was in there. */
export interface LastKey {
  /** The id of the key that was used last. */
  readonly known: () => string | undefined
  /** A later one takes the place of an earlier one, which is known to be there still. */
  readonly know: (id: string) => void
  /** What the database lacks at the moment; undefined if it lacks nothing. */
  readonly lacks: (what: string | undefined) => void
  /** Why nothing may be sealed. */
  readonly fault: () => VaultSetBack | undefined
}

export function lastKeyOf(): LastKey {
  let last: string | undefined
  let fault: VaultSetBack | undefined
  return {
    known: () => last,
    know: (id) => {
      last = id
    },
    lacks: (what) => {
      fault = what === undefined ? undefined : new VaultSetBack(what)
    },
    fault: () => fault,
  }
}
