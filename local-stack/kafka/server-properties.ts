/** A single Kafka broker that is its own controller, on the loopback interface. */
export interface KafkaPlace {
  /** The data folder; the first start creates it. */
  readonly folder: string
  readonly port: number
  readonly controllerPort: number
  /** Properties of Kafka that differ from those below. */
  readonly properties?: Readonly<Record<string, string>>
}

/** Kafka's internal topics have few partitions: each one costs time after a crash. */
export const serverProperties = ({
  folder,
  port,
  controllerPort,
  properties,
}: KafkaPlace): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': `${folder}/data`,
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1000,
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 3000,
    'log.retention.ms': -1,
    'controlled.shutdown.max.retries': 1,
    ...properties,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
