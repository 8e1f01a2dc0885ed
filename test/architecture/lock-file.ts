import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

// What can be told of the lock file without asking anybody: `npm audit` needs a registry.

const Versions = Type.Record(Type.String(), Type.String())

const Package = Compile(
  Type.Object({
    dependencies: Versions,
    optionalDependencies: Versions,
    devDependencies: Versions,
    allowScripts: Type.Record(Type.String(), Type.Boolean()),
  }),
)

const Entry = Type.Object({
  version: Type.Optional(Type.String()),
  resolved: Type.Optional(Type.String()),
  integrity: Type.Optional(Type.String()),
  link: Type.Optional(Type.Boolean()),
  optional: Type.Optional(Type.Boolean()),
  os: Type.Optional(Type.Array(Type.String())),
  cpu: Type.Optional(Type.Array(Type.String())),
  libc: Type.Optional(Type.Array(Type.String())),
  hasInstallScript: Type.Optional(Type.Boolean()),
})
type Locked = Static<typeof Entry>

const Lock = Compile(Type.Object({ packages: Type.Record(Type.String(), Entry) }))

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** Whether Linux on x64 with glibc, where CI and the containers run, never installs it. */
const isForAnotherMachine = ({ optional, os, cpu, libc }: Locked) =>
  optional === true &&
  (os?.includes('linux') === false ||
    cpu?.includes('x64') === false ||
    libc?.includes('glibc') === false)

/** Of packages for other machines, npm writes no hash where it has not fetched them. */
const faultsOf = (entry: Locked) =>
  [
    entry.resolved !== undefined && 'comes from an address of its own',
    entry.link === true && 'is a link',
    !EXACT.test(entry.version ?? '') && 'has no version',
    entry.integrity === undefined && !isForAnotherMachine(entry) && 'has no hash',
  ].filter((fault) => fault !== false)

/** All that stands in the lock file and should not, or the other way round. */
export function faultsIn(packageFile: unknown, lockFile: unknown): readonly string[] {
  const { allowScripts, ...direct } = Package.Parse(packageFile)
  const { packages } = Lock.Parse(lockFile)
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true)
  const scripted = new Set(withScripts.map(([path]) => nameOf(path)))
  return [
    ...[...scripted]
      .filter((name) => !(name in allowScripts))
      .map((name) => `${name} has an install script that nobody has looked at`),
    ...Object.keys(allowScripts)
      .filter((name) => !scripted.has(name))
      .map((name) => `${name} stands in allowScripts and has no install script`),
    ...locked.flatMap(([path, entry]) => faultsOf(entry).map((fault) => `${path} ${fault}`)),
    ...Object.entries({
      ...direct.dependencies,
      ...direct.optionalDependencies,
      ...direct.devDependencies,
    })
      .filter(([name, wanted]) => packages[`node_modules/${name}`]?.version !== wanted)
      .map(([name]) => `${name} is not pinned to the version in the lock file`),
  ]
}

if (import.meta.main) {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
  const faults = faultsIn(read('package.json'), read('package-lock.json'))
  for (const fault of faults) process.stderr.write(`package-lock.json: ${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
