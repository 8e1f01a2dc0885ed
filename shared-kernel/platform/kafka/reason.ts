/** Kafka does not let KAFKA_USER do what the feed needs. */
export class RightMissing extends Error {
  override readonly name = 'RightMissing'
  constructor(right: string, topic: string, options?: ErrorOptions) {
    super(`KAFKA_USER lacks a right at Kafka: ${right} on the topic ${topic}`, options)
  }
}

/** The error as an operator can act on it: a refusal by Kafka names the setting that it is about. */
export const reasonOf = (error: unknown): string => refusalOf(error) ?? messageOf(error)

/** The reason if Kafka refuses the user, which trying again does not change; otherwise undefined. */
export function refusalOf(error: unknown): string | undefined {
  for (const one of causesOf(error)) {
    const { name, message } = one
    const type = ownType(one)
    if (one instanceof RightMissing) return message
    const isUnknownMechanism =
      type === 'UNSUPPORTED_SASL_MECHANISM' || message.includes('mechanism is not supported')
    if (isUnknownMechanism) return `Kafka does not offer KAFKA_SASL_MECHANISM: ${message}`
    // The client gives the same name to a sign-in that got no answer.
    const isRefused = name === 'KafkaJSSASLAuthenticationError' && !message.includes('timed out')
    if (isRefused || type === 'SASL_AUTHENTICATION_FAILED') {
      return `Kafka refuses KAFKA_USER or KAFKA_PASSWORD: ${message}`
    }
    if ('code' in one && CERTIFICATE_FAULTS.test(String(one.code))) {
      return `The certificate of Kafka is not trusted; NODE_EXTRA_CA_CERTS names a file with further authorities: ${message}`
    }
    if (type.endsWith('AUTHORIZATION_FAILED')) {
      return `KAFKA_USER lacks a right at Kafka: ${type}: ${message}`
    }
  }
  return undefined
}

/** Whether Kafka, or the way to it, failed: the client's errors have names of its own. */
export const isOfKafka = (error: unknown): boolean =>
  refusalOf(error) !== undefined || causesOf(error).some(({ name }) => name.startsWith('KafkaJS'))

/** Whether the error has this name of Kafka's, or was made of one that has it. */
export const isOfType = (error: unknown, type: string): boolean =>
  causesOf(error).some((one) => ownType(one) === type)

const ownType = (error: Error) => ('type' in error ? String(error.type) : '')

/** Codes of Node's TLS for certificates that it does not accept. */
const CERTIFICATE_FAULTS = /CERT|UNABLE_TO_VERIFY/

/** The error, and what it was made of, outermost first. */
function causesOf(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return []
  const parts: unknown = 'errors' in error ? error.errors : []
  return [error, ...causesOf(error.cause), ...(Array.isArray(parts) ? parts.flatMap(causesOf) : [])]
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
