import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A language for which openapi-generator makes a client. */
export interface Language {
  readonly name: string
  /** As the generator calls it. */
  readonly generator: string
  readonly properties: Readonly<Record<string, string>>
  readonly typeMappings?: Readonly<Record<string, string>>
  /** With what the test compiles it; a language without one is only generated. */
  readonly compiledWith?: string
  /** Whether the test takes a voucher to the official document with it. */
  readonly sells?: true
  /** What else its user must know. */
  readonly note?: string
}

export const languages: readonly Language[] = [
  {
    name: 'Java',
    generator: 'java',
    properties: {
      library: 'native',
      invokerPackage: 'sarraf',
      apiPackage: 'sarraf.api',
      modelPackage: 'sarraf.model',
    },
    compiledWith: 'javac',
    sells: true,
    note: 'The library `native` needs Java 11 and Jackson; amounts are `BigDecimal`. An `ApiException` has the body of the `Error` as a text.',
  },
  {
    name: 'Go',
    generator: 'go',
    properties: { packageName: 'sarraf', withGoMod: 'false' },
    typeMappings: { number: 'float64' },
    compiledWith: 'go build',
    sells: true,
    note: 'Without `--type-mappings` amounts are `float32`: 1234567.89 becomes 1234567.9. Add `gopkg.in/validator.v2` to your `go.mod`.',
  },
  {
    name: 'Python',
    generator: 'python',
    properties: { packageName: 'sarraf' },
    compiledWith: 'python -m compileall',
    sells: true,
    note: 'It needs `pydantic`, `urllib3`, `python-dateutil` and `typing-extensions`. An `ApiException` has the `Error` as `data`. Times in parameters: set `configuration.datetime_format = "%Y-%m-%dT%H:%M:%S.%fZ"` and give them in UTC; what it writes by itself ends with `+0000`, which is no time of RFC 3339. `field` of a detail is `var_field`.',
  },
  { name: 'TypeScript', generator: 'typescript-fetch', properties: {}, compiledWith: 'tsc' },
  { name: 'C#', generator: 'csharp', properties: { packageName: 'Sarraf' } },
  { name: 'Kotlin', generator: 'kotlin', properties: { packageName: 'sarraf' } },
  {
    name: 'PHP',
    generator: 'php',
    properties: { invokerPackage: 'Sarraf' },
    note: "PHP's regular expressions know no `\\u`, so its setters would refuse every text. Take the patterns out before: `jq 'walk(if type == \"object\" then del(.pattern) else . end)' openapi.json`. The API checks them all the same.",
  },
]

/** A settings file of openapi-generator for a language. */
export const settingsOf = ({ generator, properties, typeMappings = {} }: Language) => ({
  generatorName: generator,
  inputSpec: '../openapi.json',
  outputDir: generator,
  additionalProperties: properties,
  typeMappings,
  globalProperties: {
    apiTests: 'false',
    modelTests: 'false',
    apiDocs: 'false',
    modelDocs: 'false',
  },
})

/** The same as one command, for people. */
export function commandOf({ generator, properties, typeMappings = {} }: Language): string {
  const written = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([key, value]) => `${key}=${value}`)
      .join(',')
  return [
    `openapi-generator generate -i openapi.json -o client -g ${generator}`,
    ...(Object.keys(properties).length > 0
      ? [`--additional-properties ${written(properties)}`]
      : []),
    ...(Object.keys(typeMappings).length > 0 ? [`--type-mappings ${written(typeMappings)}`] : []),
  ].join(' ')
}

const tools = join(import.meta.dirname, 'tools')
const read = (name: string) => readFileSync(join(tools, name), 'utf8')

/** The version of a tool that the tests install. */
export const nodeVersion = (name: string): string =>
  JSON.parse(read('package.json')).dependencies[name]
export const pythonVersion = (name: string): string =>
  new RegExp(`^${name}==(.+)$`, 'm').exec(read('requirements.txt'))?.[1] ?? ''

/** The versions of openapi-generator, oldest first. */
export const generatorVersions: readonly string[] = [
  ...read('java/pom.xml').matchAll(/-cli<\/artifactId>\s*<version>([^<]+)</g),
]
  .map(([, version = '']) => version)
  .toReversed()
