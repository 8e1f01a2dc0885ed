import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'

const Container = Type.Object({
  image: Type.String(),
  build: Type.Optional(
    Type.Object({ context: Type.String(), args: Type.Record(Type.String(), Type.String()) }),
  ),
  restart: Type.String(),
  user: Type.Optional(Type.String()),
  read_only: Type.Optional(Type.Boolean()),
  tmpfs: Type.Optional(Type.Array(Type.String())),
  cap_drop: Type.Optional(Type.Array(Type.String())),
  cap_add: Type.Optional(Type.Array(Type.String())),
  security_opt: Type.Optional(Type.Array(Type.String())),
  pids_limit: Type.Optional(Type.Integer()),
  ports: Type.Optional(Type.Array(Type.String())),
  network_mode: Type.Optional(Type.String()),
  mem_limit: Type.String(),
  logging: Type.Object({
    options: Type.Object({ 'max-size': Type.String(), 'max-file': Type.String() }),
  }),
  secrets: Type.Optional(Type.Array(Type.String())),
  profiles: Type.Optional(Type.Array(Type.String())),
  networks: Type.Optional(Type.Array(Type.String())),
  command: Type.Optional(Type.Array(Type.String())),
  environment: Type.Optional(Type.Record(Type.String(), Type.String())),
  env_file: Type.Optional(Type.Array(Type.String())),
  volumes: Type.Optional(Type.Array(Type.String())),
  depends_on: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({ condition: Type.Enum(['service_healthy', 'service_completed_successfully']) }),
    ),
  ),
  healthcheck: Type.Optional(Type.Object({ test: Type.Array(Type.String()) })),
})
const Compose = Compile(
  Type.Object({
    services: Type.Record(Type.String(), Container),
    networks: Type.Record(Type.String(), Type.Object({ internal: Type.Optional(Type.Boolean()) })),
    secrets: Type.Record(Type.String(), Type.Object({ file: Type.String() })),
  }),
)

const Override = Compile(
  Type.Object({
    services: Type.Record(Type.String(), Type.Partial(Container)),
    secrets: Type.Optional(Type.Record(Type.String(), Type.Object({ file: Type.String() }))),
  }),
)

export const composeText = readFileSync('docker-compose.yml', 'utf8')
export const composeFile: unknown = parse(composeText, { merge: true })
/** By name, with what `<<` merges. */
export const { services, networks, secrets } = Compose.Parse(composeFile)
/** Services of ours, on our image, that stay. */
export const servicesOfOurs = Object.entries(services).flatMap(([name, { image, healthcheck }]) =>
  image.startsWith('sarraf:') && healthcheck !== undefined ? [name] : [],
)

/** A file that is named beside the compose file, and adds to it. */
function overrideIn(file: string) {
  const text = readFileSync(`deploy/${file}`, 'utf8')
  const options = { merge: true, customTags: [replaces('map'), replaces('seq')] }
  return { secrets: {}, ...Override.Parse(parse(text, options)) }
}

/** Compose replaces what has this tag, and adds everything else. */
function replaces(collection: 'map' | 'seq') {
  return { tag: '!override', collection, resolve: (value: unknown) => value }
}

export const cluster = overrideIn('event-store-cluster.yml')
export const kurrentdb = overrideIn('kurrentdb.yml')
export const storesElsewhere = overrideIn('stores-elsewhere.yml')
const overrides = [
  cluster,
  overrideIn('replica.yml'),
  overrideIn('sanction-sources.yml'),
  overrideIn('schema-registry.yml'),
]

/** What a service gets when all files are named. */
export const withOverrides = (name: string) => {
  const files = [{ services, secrets }, ...overrides]
  return {
    environment: Object.fromEntries(
      files.flatMap((file) => Object.entries(file.services[name]?.environment ?? {})),
    ),
    secrets: Object.fromEntries(
      files.flatMap((file) =>
        (file.services[name]?.secrets ?? []).map((secret) => [secret, file.secrets[secret]?.file]),
      ),
    ),
  }
}
export const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
export const dockerfile = readFileSync('Dockerfile', 'utf8')
