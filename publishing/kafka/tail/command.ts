import { randomUUID } from 'node:crypto'
import type { EachMessagePayload, Kafka } from 'kafkajs'
import { CommandError, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { findKafka } from '#kernel/platform/cli/find-kafka.ts'
import { interrupted } from '#kernel/platform/cli/interrupted.ts'
import { onOneLine } from '#kernel/platform/cli/json-line.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { reasonOf, refusalOf } from '#kernel/platform/kafka/reason.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { waitAtMost } from '#kernel/platform/waiting/timing.ts'
import { topics as feedTopics } from '#publishing/events/decision.ts'
import { signIn } from '../sending/admin.ts'

const LONGEST_PAUSE_MS = 1_000
/** In about half a minute. */
const MAX_FAILURES = 45
const LEAVE_WITHIN_MS = 2_000

export const tailCommand = command(
  'tail',
  (declared) =>
    declared
      .description('Prints each event on one line as it is published, until Ctrl-C.')
      .option('--topic <name...>', 'only these topics')
      .option('--from-beginning', 'start with the oldest event'),
  async ({ options: { topic, fromBeginning = false } }, terminal) => {
    const topics = topic ?? [...feedTopics]
    const tail = { topics, fromBeginning, groupId: `sarraf.tail.${randomUUID()}` }
    const connection = findKafka(terminal.environment)
    const kafka = kafkaClient(connection, silentLogger)
    const print = printTo(terminal)
    const interrupt = interrupted()
    await keepGoing({
      stop: interrupt,
      longestPauseMs: LONGEST_PAUSE_MS,
      async attempt() {
        await signIn(connection)
        await follow(kafka, { ...tail, print: print.one, interrupt })
      },
      progress: print.lines,
      failed(error, failures) {
        const refusal = refusalOf(error)
        if (refusal !== undefined) throw new CommandError(refusal, { cause: error })
        if (failures >= MAX_FAILURES) {
          throw new CommandError(`Kafka does not answer: ${reasonOf(error)}`, { cause: error })
        }
        return undefined
      },
    })
    return 0
  },
)

interface Tail {
  readonly topics: string[]
  readonly fromBeginning: boolean
  readonly groupId: string
  readonly print: (payload: EachMessagePayload) => Promise<void>
  readonly interrupt: AbortSignal
}

/** Runs until the interruption. It throws when the broker goes away; the caller starts it again. */
async function follow(kafka: Kafka, { topics, fromBeginning, groupId, print, interrupt }: Tail) {
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    readUncommitted: false,
    maxWaitTimeInMs: 200,
    retry: { restartOnFailure: async () => false },
  })
  const over = Promise.withResolvers<void>()
  over.promise.catch(() => undefined)
  const finish = () => over.resolve()
  consumer.on('consumer.crash', ({ payload: { error } }) => over.reject(error))
  interrupt.addEventListener('abort', finish)
  try {
    await Promise.race([begin(), over.promise])
    if (!interrupt.aborted) await over.promise
  } finally {
    interrupt.removeEventListener('abort', finish)
    await waitAtMost(LEAVE_WITHIN_MS, consumer.disconnect())
  }

  async function begin() {
    await consumer.connect()
    await consumer.subscribe({ topics, fromBeginning })
    await consumer.run({ autoCommitInterval: 500, eachMessage: print })
  }
}

/** Prints time, position, type, key and data of each event in one line, and no event twice. */
function printTo({ stdout }: Terminal) {
  const printed = new Map<string, bigint>()
  let lines = 0
  return {
    lines: () => lines,
    one: async ({ topic, partition, message }: EachMessagePayload) => {
      const place = `${topic} ${partition}`
      const offset = BigInt(message.offset)
      if (offset <= (printed.get(place) ?? -1n)) return
      printed.set(place, offset)
      lines += 1
      stdout.write(`${lineOf(message)}\n`)
    },
  }
}

function lineOf({ key, value, headers = {} }: EachMessagePayload['message']) {
  const header = (name: string) => String(headers[name] ?? '')
  const type = header('ce_type').replace(/^sarraf[.]/, '')
  const about = [header('ce_time'), header('ce_position').padStart(8), type, String(key)]
  return `${about.join('  ')}  ${onOneLine(String(value))}`
}
