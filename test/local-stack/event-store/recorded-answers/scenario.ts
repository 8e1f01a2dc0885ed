import { readFileSync } from 'node:fs'
import type { JSONType } from '@eventstore/db-client'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const stream = Type.String()
const direction = Type.Union([Type.Literal('forwards'), Type.Literal('backwards')])
const maxCount = Type.Integer()
/** The client's own words, the scenario's for the revision of the last answer, or a number. */
const revision = Type.Union([Type.String(), Type.Integer()])
type ReportedRevision = 'last' | 'beforeLast' | number
const expected = Type.Unsafe<'any' | 'no_stream' | 'stream_exists' | ReportedRevision>(revision)
/** Also `stream_exists`: the client's type leaves it out, and the client sends it. */
const expectedOfRemoval = Type.Unsafe<'any' | 'no_stream' | ReportedRevision>(revision)

/** What a client does; streams and events bear the scenario's own names. */
const Step = Type.Union([
  Type.Object({
    op: Type.Literal('append'),
    stream,
    /** Named, or a count of plain ones from a number on. */
    events: Type.Union([
      Type.Array(Type.String()),
      Type.Object({ from: Type.Integer(), count: Type.Integer() }),
    ]),
    expected,
  }),
  Type.Object({ op: Type.Literal('read'), stream, from: revision, direction, maxCount }),
  /** From the scenario's first event, from the one in its middle, or from the end of the log. */
  Type.Object({ op: Type.Literal('readAll'), from: Type.String(), direction, maxCount }),
  /** A number of bytes away from one of the scenario's events. */
  Type.Object({
    op: Type.Literal('readAllAt'),
    event: Type.Integer(),
    add: Type.Integer(),
    direction,
  }),
  Type.Object({
    op: Type.Literal('readAllRaw'),
    commit: Type.Integer(),
    prepare: Type.Integer(),
    direction,
  }),
  Type.Object({ op: Type.Literal('subscribe'), stream, from: revision }),
  Type.Object({
    op: Type.Literal('subscribeAll'),
    filter: Type.Object({
      types: Type.Optional(Type.Array(Type.String())),
      typeRegex: Type.Optional(Type.String()),
      prefixes: Type.Optional(Type.Array(Type.String())),
    }),
  }),
  Type.Object({ op: Type.Literal('subscribeAllAt'), event: Type.Integer(), add: Type.Integer() }),
  Type.Object({ op: Type.Literal('delete'), stream, expected: expectedOfRemoval }),
  Type.Object({ op: Type.Literal('tombstone'), stream, expected: expectedOfRemoval }),
  Type.Object({
    op: Type.Literal('setMeta'),
    stream,
    metadata: Type.Record(Type.String(), Type.Unknown()),
    expected,
  }),
  Type.Object({ op: Type.Literal('getMeta'), stream }),
  Type.Object({ op: Type.Literal('sleep'), ms: Type.Integer() }),
])
export type Step = Static<typeof Step>
export type StepOf<Op extends Step['op']> = Extract<Step, { op: Op }>

const Proposal = Type.Object({
  type: Type.String(),
  /** With a number as its `pad`: that many characters. The client's type knows no plain numbers. */
  data: Type.Unsafe<JSONType>(Type.Unknown()),
  metadata: Type.Optional(Type.Unsafe<JSONType>(Type.Unknown())),
  binary: Type.Optional(Type.Boolean()),
})
export type Proposal = Static<typeof Proposal>

const Answer = Type.Record(Type.String(), Type.Unknown())
/** What came of a step, free of what differs from run to run. */
export type Answer = Static<typeof Answer>

const Scenario = Type.Object({
  name: Type.String(),
  events: Type.Record(Type.String(), Proposal),
  steps: Type.Array(Type.Tuple([Step, Answer])),
})
export type Scenario = Static<typeof Scenario>

const Scenarios = Compile(Type.Array(Scenario))

/** The steps of a scenario that a later version answers otherwise, by their number. */
const OtherAnswers = Compile(
  Type.Array(Type.Object({ name: Type.String(), answers: Type.Record(Type.String(), Answer) })),
)

const others = {
  '23.10.6': undefined,
  '24.10.4': 'answers-24.10.jsonl',
  '26.1.0': 'answers-26.1.jsonl',
} as const
export type RecordedVersion = keyof typeof others

/** The scenarios, with what a server of the version answered to each of their steps; behind ` >> ` nothing. */
export function recordedScenarios(version: RecordedVersion): readonly Scenario[] {
  const scenarios = Scenarios.Parse(linesOf('answers.jsonl'))
  const file = others[version]
  if (file === undefined) return scenarios
  const answersOf = new Map(
    OtherAnswers.Parse(linesOf(file)).map(({ name, answers }) => [name, answers]),
  )
  return scenarios.map(({ name, events, steps }) => ({
    name,
    events,
    steps: steps.map(([step, answer], at) => [step, answersOf.get(name)?.[at] ?? answer]),
  }))
}

const linesOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
