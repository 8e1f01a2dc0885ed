import { parentPort, workerData } from 'node:worker_threads'
import { kafkaClient } from '#kernel/platform/kafka.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { reasonOf } from './reason.ts'
import { beginTerm, isFenced } from './term.ts'
import type { Commit, Reply, TermThread } from './threaded-term.ts'

// The Kafka client of one term in a thread of its own: any fault in it ends that term only.
const { connection, options }: TermThread = workerData
const reply = (message: Reply) => parentPort?.postMessage(message, [])

try {
  const term = await beginTerm(kafkaClient(connection, silentLogger), options)
  parentPort?.on('message', ({ messages, upTo }: Commit) => {
    term.commit(messages, upTo).then(() => reply({ kind: 'committed' }), fail)
  })
  reply({ kind: 'begun', place: term.place })
} catch (error) {
  fail(error)
}

function fail(error: unknown) {
  reply({ kind: 'failed', message: reasonOf(error), isFenced: isFenced(error) })
}
