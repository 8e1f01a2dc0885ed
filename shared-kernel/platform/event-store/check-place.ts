import { AnotherLog, type LogPlace } from './event-store.ts'
import type { Reader } from './reader.ts'

/** Throws AnotherLog unless the last event of the place is where it was. */
export async function checkPlace(
  { readStream }: Pick<Reader, 'readStream'>,
  { lastEvent }: LogPlace,
  deadlineMs?: number,
): Promise<void> {
  if (lastEvent === undefined) return
  const { id, stream, revision, position } = lastEvent
  const [found] = await readStream(stream, { from: revision, maxCount: 1 }, deadlineMs)
  if (found?.id === id && found.position === position) return
  const event = `event ${id} (${stream}@${revision})`
  throw new AnotherLog(`${event} at position ${position.toString()}`, wordsFor(found, id), {
    isCertain: found !== undefined,
  })
}

const wordsFor = (
  found: Awaited<ReturnType<Reader['readStream']>>[number] | undefined,
  id: string,
) => {
  if (found === undefined) return 'nothing there'
  const at = `at position ${found.position.toString()}`
  return found.id === id ? `it ${at}` : `event ${found.id} ${at}`
}
