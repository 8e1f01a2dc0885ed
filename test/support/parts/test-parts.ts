import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'

/** What the tests take their PostgreSQL, event store and Kafka from. */
export type TestParts =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'containers'
      readonly images: Images
      /** More than one: a cluster. */
      readonly eventStoreNodes: number
    }

export interface Images {
  readonly eventStore: string
  readonly postgres: string
  readonly kafka: string
}

type Environment = Readonly<Record<string, string | undefined>>

const CLUSTER_NODES = 3

const Service = Type.Object({ image: Type.String() })
const ComposeFile = Compile(
  Type.Object({
    services: Type.Object({ eventstore: Service, postgres: Service, kafka: Service }),
  }),
)

/** `TEST_WITH` decides; the images are those of the compose file unless a variable names another. */
export function testPartsFrom(environment: Environment, composeFile: () => string): TestParts {
  const wanted = environment['TEST_WITH'] ?? 'embedded'
  switch (wanted) {
    case 'embedded':
      return { kind: 'embedded' }
    case 'containers':
      return { kind: 'containers', images: images(environment, composeFile()), eventStoreNodes: 1 }
    case 'cluster':
      return {
        kind: 'containers',
        images: images(environment, composeFile()),
        eventStoreNodes: CLUSTER_NODES,
      }
    default:
      throw new Error(`TEST_WITH must be embedded, containers or cluster, not "${wanted}"`)
  }
}

/** A digest is a variable, which is empty unless somebody sets it. */
const withoutDigest = ({ image }: { readonly image: string }) => image.replace(/\$\{\w+:-\}$/, '')

function images(environment: Environment, composeFile: string): Images {
  const { services } = ComposeFile.Parse(parse(composeFile, { merge: true }))
  return {
    eventStore: environment['TEST_EVENTSTORE_IMAGE'] ?? withoutDigest(services.eventstore),
    postgres: environment['TEST_POSTGRES_IMAGE'] ?? withoutDigest(services.postgres),
    kafka: environment['TEST_KAFKA_IMAGE'] ?? withoutDigest(services.kafka),
  }
}

/** What this run takes them from. */
export const testParts = testPartsFrom(process.env, () =>
  readFileSync('docker-compose.yml', 'utf8'),
)
