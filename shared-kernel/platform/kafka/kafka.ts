import { Kafka, logLevel } from 'kafkajs'
import type { Logger } from '../process/logger.ts'
import type { KafkaConnection } from './kafka-settings.ts'

const CONNECT_TIMEOUT_MS = 3_000
const REQUEST_TIMEOUT_MS = 10_000

/** Short at first, because a broker ends a transaction within milliseconds. About ten seconds in all. */
const retry = {
  initialRetryTime: 4,
  multiplier: 1.7,
  factor: 0.2,
  maxRetryTime: 1_000,
  retries: 18,
}

/** Callers report the client's errors, so its own messages are logged as debug only. */
export function kafkaClient(
  { brokers, tls, sasl }: KafkaConnection,
  logger: Logger,
  { retries = retry.retries } = {},
): Kafka {
  return new Kafka({
    clientId: 'sarraf',
    brokers: [...brokers],
    ssl: tls,
    // The client writes a function into this object; a copy keeps the connection fit for a thread.
    ...(sasl && { sasl: { ...sasl } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: { ...retry, retries },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log: { message } }) =>
        logger.debug({ namespace }, message),
  })
}
