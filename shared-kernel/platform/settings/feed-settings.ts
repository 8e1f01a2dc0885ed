import { boolean, integer, oneOf, text, url } from './setting.ts'

const HTTP = ['http:', 'https:']

/** Those about the Kafka feed. */
export const feedSettings = {
  KAFKA_BROKERS: text('KAFKA_BROKERS', {
    meaning:
      'The brokers of the feed, `host:port` separated by commas; `embedded` starts an Apache Kafka (needs Java 17 and Maven). Without it there is no feed.',
  }),
  KAFKA_TLS: boolean('KAFKA_TLS', {
    default: false,
    meaning: 'Whether connections to the brokers are encrypted.',
  }),
  KAFKA_USER: text('KAFKA_USER', {
    meaning: 'The user name at the brokers; without it the feed does not sign in.',
  }),
  KAFKA_PASSWORD: text('KAFKA_PASSWORD', {
    secret: true,
    meaning: 'The password of that user.',
  }),
  KAFKA_SASL_MECHANISM: oneOf('KAFKA_SASL_MECHANISM', {
    choices: ['plain', 'scram-sha-256', 'scram-sha-512'],
    default: 'scram-sha-512',
    meaning: 'The SASL mechanism for that user.',
  }),
  KAFKA_PARTITIONS: integer('KAFKA_PARTITIONS', {
    default: 6,
    minimum: 1,
    maximum: 1_000,
    meaning: 'The number of partitions of a topic that the feed creates.',
  }),
  KAFKA_REPLICATION: integer('KAFKA_REPLICATION', {
    default: 1,
    minimum: 1,
    maximum: 9,
    meaning: 'The number of replicas of a topic that the feed creates.',
  }),
  KAFKA_MIN_INSYNC_REPLICAS: integer('KAFKA_MIN_INSYNC_REPLICAS', {
    default: 1,
    minimum: 1,
    maximum: 9,
    meaning: 'The number of replicas that must store a record before it counts as written.',
  }),
  KAFKA_RETENTION_MS: integer('KAFKA_RETENTION_MS', {
    default: -1,
    minimum: -1,
    meaning:
      'How long a topic of the feed keeps records; -1 means without end. A topic that keeps them for less is damaged. `sarraf.notary.v1` always keeps them.',
  }),
  SCHEMAS_URL: url('SCHEMAS_URL', {
    protocols: HTTP,
    default: 'http://127.0.0.1:8080/schemas',
    meaning:
      'Where consumers of the feed find the JSON Schemas of its records (`ce_dataschema`): the path `/schemas` of the base address.',
  }),
  SCHEMA_REGISTRY_URL: url('SCHEMA_REGISTRY_URL', {
    protocols: HTTP,
    secret: true,
    meaning:
      'A schema registry (Confluent API) in which the feed registers the JSON Schemas of its records at its start.',
  }),
}
