/** Warnings of a machine that is busy, and of a server that other tests use, too. */
const OF_THE_MOMENT = /^a statement took \d+ ms$|, answered in \d+ ms$|^\d+ of \d+ are left$/

interface Finding {
  readonly verdict: string
  readonly found: string
}

/** Whether a check complains of what it has looked at, and not only of this moment. */
export const isTrouble = ({ verdict, found }: Finding): boolean =>
  verdict !== 'ok' && !OF_THE_MOMENT.test(found)
