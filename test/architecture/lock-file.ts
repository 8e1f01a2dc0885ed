import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

// What can be told of the lock file without asking anybody: `npm audit` needs a registry.

const Versions = Type.Record(Type.String(), Type.String())

const Package = Compile(
  Type.Object({
    dependencies: Versions,
    optionalDependencies: Type.Optional(Versions),
    devDependencies: Type.Optional(Versions),
    allowScripts: Type.Record(Type.String(), Type.Boolean()),
  }),
)

const Entry = Type.Object({
  version: Type.Optional(Type.String()),
  resolved: Type.Optional(Type.String()),
  integrity: Type.Optional(Type.String()),
  link: Type.Optional(Type.Boolean()),
  dependencies: Type.Optional(Versions),
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

type Packages = Readonly<Record<string, Locked>>
type Pins = Readonly<Record<string, string>>

/** Packages of this repository itself, which `package.json` names by their folder. */
const ownFolders = (wanted: Pins, packages: Packages) =>
  Object.entries(wanted).flatMap(([name, version]) => {
    const link = `node_modules/${name}`
    const folder = packages[link]?.resolved
    return folder !== undefined && version === `file:${folder}` ? [{ link, folder }] : []
  })

const notPinned = (wanted: Pins, packages: Packages, folder = '') =>
  Object.entries(wanted)
    .filter(([name, version]) => {
      const link = `node_modules/${name}`
      return (packages[`${folder}${link}`] ?? packages[link])?.version !== version
    })
    .map(([name]) => `${name} is not pinned to the version in the lock file`)

/** All that stands in the lock file and should not, or the other way round. */
export function faultsIn(packageFile: unknown, lockFile: unknown): readonly string[] {
  const { allowScripts, ...direct } = Package.Parse(packageFile)
  const { packages } = Lock.Parse(lockFile)
  const wanted = {
    ...direct.dependencies,
    ...direct.optionalDependencies,
    ...direct.devDependencies,
  }
  const own = ownFolders(wanted, packages)
  const links = new Set(own.map(({ link }) => link))
  const ours = new Set(['', ...links, ...own.map(({ folder }) => folder)])
  const locked = Object.entries(packages).filter(([path]) => !ours.has(path))
  const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true)
  const scripted = new Set(withScripts.map(([path]) => nameOf(path)))
  const foreign = Object.entries(wanted).filter(([name]) => !links.has(`node_modules/${name}`))
  return [
    ...[...scripted]
      .filter((name) => !(name in allowScripts))
      .map((name) => `${name} has an install script that nobody has looked at`),
    ...Object.keys(allowScripts)
      .filter((name) => !scripted.has(name))
      .map((name) => `${name} stands in allowScripts and has no install script`),
    ...locked.flatMap(([path, entry]) => faultsOf(entry).map((fault) => `${path} ${fault}`)),
    ...notPinned(Object.fromEntries(foreign), packages),
    ...own.flatMap(({ folder }) =>
      notPinned(packages[folder]?.dependencies ?? {}, packages, `${folder}/`),
    ),
  ]
}

/** The project, and what has a lock file of its own because only its builder installs it. */
const locks = ['', 'site/']

if (import.meta.main) {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
  for (const folder of locks) {
    const faults = faultsIn(read(`${folder}package.json`), read(`${folder}package-lock.json`))
    for (const fault of faults) process.stderr.write(`${folder}package-lock.json: ${fault}\n`)
    if (faults.length > 0) process.exitCode = 1
  }
}
