import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const run = promisify(execFile)
const LARGEST_OUTPUT = 64 * 1024 * 1024

/** A program's standard output; rejects with its standard error. */
export async function output(program: string, ...parameters: string[]): Promise<string> {
  const running = run(program, parameters, { maxBuffer: LARGEST_OUTPUT })
  running.child.stdin?.end()
  return (await running).stdout
}

export const docker = (...parameters: string[]) => output('docker', ...parameters)

const ContainerSchema = Type.Object({
  Name: Type.String(),
  State: Type.Object({
    Status: Type.String(),
    ExitCode: Type.Integer(),
    Health: Type.Optional(Type.Object({ Status: Type.String() })),
  }),
  Config: Type.Object({ User: Type.String(), Env: Type.Array(Type.String()) }),
  HostConfig: Type.Object({
    ReadonlyRootfs: Type.Boolean(),
    Memory: Type.Integer(),
    CapDrop: Type.Union([Type.Null(), Type.Array(Type.String())]),
    PidsLimit: Type.Union([Type.Null(), Type.Integer()]),
    LogConfig: Type.Object({ Config: Type.Record(Type.String(), Type.String()) }),
  }),
  NetworkSettings: Type.Object({
    Networks: Type.Record(Type.String(), Type.Object({ NetworkID: Type.String() })),
  }),
})
const Containers = Compile(Type.Array(ContainerSchema))

/** What the engine says of a container. */
export type Container = Static<typeof ContainerSchema>

const Networks = Compile(Type.Array(Type.Object({ Internal: Type.Boolean() })))

/** Whether one of its networks leads elsewhere. A route alone says nothing: an engine may set one that leads nowhere. */
export async function hasWayOut({ NetworkSettings }: Container): Promise<boolean> {
  const ids = Object.values(NetworkSettings.Networks).map(({ NetworkID }) => NetworkID)
  const networks = Networks.Parse(JSON.parse(await docker('network', 'inspect', ...ids)))
  return networks.some(({ Internal }) => !Internal)
}

const Images = Compile(
  Type.Tuple([
    Type.Object({
      Size: Type.Integer(),
      RootFS: Type.Object({ Layers: Type.Array(Type.String()) }),
      Config: Type.Object({ User: Type.String() }),
    }),
  ]),
)

export async function imageOf(name: string) {
  const [{ Size, RootFS, Config }] = Images.Parse(
    JSON.parse(await docker('image', 'inspect', name)),
  )
  return { bytes: Size, layers: RootFS.Layers, user: Config.User }
}

interface Project {
  readonly name: string
  readonly files: readonly string[]
  readonly settings: string
}

/** A project of Docker Compose, by version 2 or, where that is missing, 1.29. */
export async function composeProject({ name, files, settings }: Project) {
  const hasPlugin = await docker('compose', 'version').then(
    () => true,
    () => false,
  )
  const program: readonly string[] = hasPlugin ? ['docker', 'compose'] : ['docker-compose']
  const named = files.flatMap((file) => ['--file', file])
  const project = [...program, '--project-name', name, '--env-file', settings, ...named]
  const compose = async (...parameters: string[]) => {
    const [first = '', ...others] = project
    return output(first, ...others, ...parameters)
  }
  return {
    compose,
    /** In a shell, for what reads standard input: `compose` stands for the project's command. */
    shell: (script: string) =>
      output('bash', '-c', `compose() { ${project.join(' ')} "$@"; }\n${script}`),
    containersOf: async (...services: string[]) => {
      const ids = await compose('ps', '--all', '--quiet', ...services)
      const found = await docker('inspect', ...ids.trim().split('\n'))
      return Containers.Parse(JSON.parse(found))
    },
  }
}
