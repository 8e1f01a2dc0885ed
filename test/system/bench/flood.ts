import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Arguments = Type.Tuple([Type.String(), Type.String(), Type.String()])

/** Sends reads with one key from as many connections, without a pause, until it is ended. */
const [url, authorization, atOnce] = Value.Parse(Arguments, process.argv.slice(2))
const counted = { served: 0, refused: 0 }
const ending = new AbortController()
process.once('SIGTERM', () => ending.abort())

async function flood() {
  while (!ending.signal.aborted) {
    const answer = await fetch(url, { headers: { authorization } })
    await answer.arrayBuffer()
    if (answer.status === 429) counted.refused++
    else counted.served++
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, flood))
process.stdout.write(JSON.stringify(counted))
