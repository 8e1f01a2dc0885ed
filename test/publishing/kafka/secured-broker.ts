import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  ResourcePatternTypes,
} from 'kafkajs'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { withAdmin } from '#publishing/kafka/sending/admin.ts'
import { freePort } from '#stack/free-port.ts'
import { kafkaLibraries } from '#stack/kafka/distribution.ts'
import type { KafkaPlace } from '#stack/kafka/server-properties.ts'
import { type Broker, startEmbedded } from './broker.ts'

const run = promisify(execFile)

/** Users with a password each; `sarraf` has the documented rights, `guest` has none. */
export const users = { sarraf: 'a right password', guest: 'another password' } as const

interface SecuredBroker extends Broker {
  /** SASL without encryption. */
  readonly saslAddress: string
  /** SASL over TLS. */
  readonly tlsAddress: string
  /** The certificate that the TLS listener shows, in PEM. */
  readonly certificate: string
}

/** One broker with a plain listener for its administrator, one with SASL, and one with SASL over TLS. */
export async function startSecuredBroker(): Promise<SecuredBroker> {
  const [saslPort, tlsPort] = [await freePort(), await freePort()]
  let certificate = ''
  const broker = await startEmbedded(await kafkaLibraries(), async (place) => {
    certificate = await makeCertificate(place.folder)
    return {
      formatArguments: Object.entries(users).map(
        ([name, password]) => `--add-scram=SCRAM-SHA-512=[name=${name},password=${password}]`,
      ),
      properties: secured(place, { saslPort, tlsPort }),
    }
  })
  await grant(broker.address)
  const [saslAddress, tlsAddress] = [`127.0.0.1:${saslPort}`, `127.0.0.1:${tlsPort}`]
  return { ...broker, saslAddress, tlsAddress, certificate }
}

interface Listeners {
  readonly saslPort: number
  readonly tlsPort: number
}

function secured({ folder, port, controllerPort }: KafkaPlace, { saslPort, tlsPort }: Listeners) {
  const advertised = [
    `PLAINTEXT://127.0.0.1:${port}`,
    `SASL_PLAINTEXT://127.0.0.1:${saslPort}`,
    `SASL_SSL://127.0.0.1:${tlsPort}`,
  ].join()
  const login = 'org.apache.kafka.common.security.scram.ScramLoginModule required;'
  return {
    listeners: `${advertised},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': advertised,
    'listener.security.protocol.map':
      'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL',
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config': login,
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': login,
    'ssl.keystore.type': 'PKCS12',
    'ssl.keystore.location': keystoreIn(folder),
    'ssl.keystore.password': KEYSTORE_PASSWORD,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:ANONYMOUS',
  }
}

const KEYSTORE_PASSWORD = 'only-for-this-test'
const keystoreIn = (folder: string) => join(folder, 'broker.p12')

async function makeCertificate(folder: string) {
  const store = [
    '-keystore',
    keystoreIn(folder),
    '-storepass',
    KEYSTORE_PASSWORD,
    '-alias',
    'broker',
  ]
  const subject = ['-dname', 'CN=localhost', '-ext', 'san=ip:127.0.0.1', '-ext', 'bc=ca:true']
  await run('keytool', [
    '-genkeypair',
    '-keyalg',
    'EC',
    '-storetype',
    'PKCS12',
    ...store,
    ...subject,
  ])
  const file = join(folder, 'broker.pem')
  await run('keytool', ['-exportcert', '-rfc', '-file', file, ...store])
  return readFile(file, 'utf8')
}

const topicRights = [
  'READ',
  'WRITE',
  'DESCRIBE',
  'CREATE',
  'ALTER',
  'DESCRIBE_CONFIGS',
  'ALTER_CONFIGS',
] as const

/** The rights that docs/operations.md names. */
const rights = [
  ['TOPIC', 'sarraf.', topicRights],
  ['TOPIC', '_sarraf.feed-position', topicRights],
  ['GROUP', 'sarraf.', ['READ']],
  ['GROUP', '_sarraf.feed-position', ['READ']],
  ['TRANSACTIONAL_ID', 'sarraf.', ['WRITE', 'DESCRIBE']],
] as const

const grant = (address: string) =>
  withAdmin(
    kafkaClient({ brokers: [address], tls: false, sasl: undefined }, silentLogger),
    (admin) =>
      admin.createAcls({
        acl: rights.flatMap(([resource, resourceName, operations]) =>
          operations.map((operation) => ({
            resourceType: AclResourceTypes[resource],
            resourceName,
            resourcePatternType: ResourcePatternTypes.PREFIXED,
            principal: 'User:sarraf',
            host: '*',
            operation: AclOperationTypes[operation],
            permissionType: AclPermissionTypes.ALLOW,
          })),
        ),
      }),
  )
