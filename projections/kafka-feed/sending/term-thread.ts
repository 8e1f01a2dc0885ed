import { parentPort, workerData } from 'node:worker_threads'
import { type KafkaConnection, kafkaClient } from '#kernel/platform/kafka.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { beginTerm, isFenced } from './term.ts'
import type { Commit, Reply } from './threaded-term.ts'

/** A term by itself in a thread: what goes wrong in the client, however, ends the term and no more. */
const { connection, name }: { connection: KafkaConnection; name: string } = workerData
const reply = (message: Reply) => parentPort?.postMessage(message, [])

try {
  const term = await beginTerm(kafkaClient(connection, silentLogger), name)
  parentPort?.on('message', ({ messages, upTo }: Commit) => {
    term.commit(messages, upTo).then(() => reply({ kind: 'committed' }), fail)
  })
  reply({ kind: 'begun', position: term.position })
} catch (error) {
  fail(error)
}

function fail(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  reply({ kind: 'failed', message, isFenced: isFenced(error) })
}
