import { Worker } from 'node:worker_threads'
import type { TopicMessages } from 'kafkajs'
import type { KafkaConnection } from '#kernel/platform/kafka/kafka-settings.ts'
import type { FeedCheckpoint, TopicEnds } from './checkpoint.ts'
import { Overtaken, type Term, type TermOptions } from './term.ts'
import { type ExpectedTopics, TopicDamaged } from './topic-check.ts'

export interface TermThread {
  readonly connection: KafkaConnection
  readonly options: TermOptions
}

export interface Commit {
  readonly messages: readonly TopicMessages[]
  readonly checkpoint: FeedCheckpoint
}

export type Reply =
  | { readonly kind: 'begun'; readonly checkpoint: FeedCheckpoint | undefined }
  | { readonly kind: 'committed'; readonly ends: TopicEnds }
  | { readonly kind: 'failed'; readonly message: string; readonly isFenced: boolean }
  | { readonly kind: 'topicDamaged'; readonly message: string; readonly expected: ExpectedTopics }

/** A feed that ends releases nothing: a standby takes over once the feed is silent. */
export type FeedTerm = Omit<Term, 'release'>

/**
 * A term whose Kafka client runs in a thread: it encodes records while the main thread reads the log.
 * The thread ends with the term and frees all that the client holds.
 */
export async function beginThreadedTerm(
  connection: KafkaConnection,
  options: TermOptions,
): Promise<FeedTerm> {
  const thread = new Worker(new URL('./term-thread.ts', import.meta.url), {
    workerData: { connection, options } satisfies TermThread,
  })
  const over = Promise.withResolvers<never>()
  over.promise.catch(() => undefined)
  thread.on('error', over.reject)
  thread.on('exit', () => over.reject(new Error('the sending thread has ended')))
  let answer = Promise.withResolvers<Reply>()
  thread.on('message', (reply: Reply) => answer.resolve(reply))

  /** One reply at a time: the next transaction begins when the last one is committed. */
  async function answered(): Promise<Reply> {
    const reply = await Promise.race([answer.promise, over.promise])
    answer = Promise.withResolvers<Reply>()
    if (reply.kind === 'topicDamaged') throw new TopicDamaged(reply.message, reply.expected)
    if (reply.kind !== 'failed') return reply
    throw reply.isFenced ? new Overtaken(reply.message) : new Error(reply.message)
  }

  try {
    const begun = await answered()
    return {
      checkpoint: begun.kind === 'begun' ? begun.checkpoint : undefined,
      commit: async (messages, checkpoint) => {
        thread.postMessage({ messages, checkpoint } satisfies Commit, [])
        const reply = await answered()
        return reply.kind === 'committed' ? reply.ends : checkpoint.ends
      },
      close: async () => {
        await thread.terminate()
      },
    }
  } catch (error) {
    await thread.terminate()
    throw error
  }
}
