import { parentPort, workerData } from 'node:worker_threads'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { reasonOf } from '#kernel/platform/kafka/reason.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { beginTerm, isFenced } from './term.ts'
import type { Commit, Reply, TermThread } from './threaded-term.ts'
import { TopicDamaged } from './topic-check.ts'

// The Kafka client of one term in a thread of its own: any fault in it ends that term only.
const { connection, options }: TermThread = workerData
const reply = (message: Reply) => parentPort?.postMessage(message, [])

try {
  const term = await beginTerm(kafkaClient(connection, silentLogger), options)
  parentPort?.on('message', ({ messages, checkpoint }: Commit) => {
    term.commit(messages, checkpoint).then((ends) => reply({ kind: 'committed', ends }), fail)
  })
  reply({ kind: 'begun', checkpoint: term.checkpoint })
} catch (error) {
  fail(error)
}

function fail(error: unknown) {
  const message = reasonOf(error)
  if (error instanceof TopicDamaged) {
    const { expected } = error
    reply({ kind: 'topicDamaged', message, expected })
  } else {
    reply({ kind: 'failed', message, isFenced: isFenced(error) })
  }
}
