import { setTimeout as pause } from 'node:timers/promises'
import { Kafka, logLevel } from 'kafkajs'
import { GenericContainer } from 'testcontainers'
import { freePort } from '#stack/free-port.ts'
import { startContainer } from './container.ts'
import { requireImages } from './engine.ts'

const PORT = 9092
const ANSWERS_WITHIN_MS = 120_000

/** A broker that is its own controller, which can be killed and started again. */
export async function startKafkaContainer(image: string) {
  await requireImages(image)
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const container = await startContainer(
    new GenericContainer(image)
      .withEnvironment(environmentOf(address))
      .withExposedPorts({ container: PORT, host: port })
      .withStartupTimeout(ANSWERS_WITHIN_MS),
  )
  const start = async () => {
    await container.start()
    await untilItAnswers(address)
  }
  await untilItAnswers(address).catch(async (error: unknown) => {
    await container.remove()
    throw error
  })
  const { freeze, thaw, stop: end, remove: close } = container
  return { address, start, end, freeze, thaw, close }
}

/** The broker reaches itself by its own listener: the port of this machine is not known inside. */
const environmentOf = (address: string) => ({
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_LISTENERS: `OUTSIDE://:${PORT},INSIDE://:9094,CONTROLLER://:9093`,
  KAFKA_ADVERTISED_LISTENERS: `OUTSIDE://${address},INSIDE://localhost:9094`,
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'OUTSIDE:PLAINTEXT,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_INTER_BROKER_LISTENER_NAME: 'INSIDE',
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
  KAFKA_LOG_DIRS: '/var/lib/kafka/data',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS: '4',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000',
})

async function untilItAnswers(address: string) {
  const deadline = Date.now() + ANSWERS_WITHIN_MS
  while (!(await answers(address))) {
    if (Date.now() > deadline) throw new Error(`Kafka does not answer at ${address}`)
    await pause(100)
  }
}

async function answers(address: string): Promise<boolean> {
  const kafka = new Kafka({
    brokers: [address],
    logLevel: logLevel.NOTHING,
    connectionTimeout: 2_000,
    retry: { retries: 0 },
  })
  const admin = kafka.admin()
  try {
    await admin.connect()
    return (await admin.describeCluster()).brokers.length > 0
  } catch {
    return false
  } finally {
    await admin.disconnect()
  }
}
