import { parser } from '@prometheus-io/lezer-promql'
import type { Sample } from '#test/support/samples.ts'

/** All samples of one moment. */
export interface Scrape {
  /** Seconds since 1970. */
  readonly at: number
  readonly samples: readonly Sample[]
}

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']
type Labels = Sample['labels']
interface Element {
  readonly labels: Labels
  readonly value: number
}
type Vector = readonly Element[]
type Value = number | Vector

/**
 * The result of a PromQL expression after the last of these scrapes. The grammar is that of
 * Prometheus. Of the functions and operators it has those that our rules use, and refuses all others.
 * Rates are those between the first and the last scrape, without extrapolation to the window's ends.
 */
export function evaluate(text: string, scrapes: readonly Scrape[]): Vector {
  const { topNode } = parser.parse(text)
  const value = valueOf(first(topNode), { text, scrapes })
  return typeof value === 'number' ? [{ labels: {}, value }] : value
}

/** The names of all metrics in an expression. */
export function metricsIn(text: string): readonly string[] {
  const names: string[] = []
  parser.parse(text).iterate({
    enter: ({ name, from, to, type }) => {
      if (type.isError) throw new Error(`not PromQL: ${text}`)
      if (name === 'Identifier') names.push(text.slice(from, to))
    },
  })
  return names
}

interface Query {
  readonly text: string
  readonly scrapes: readonly Scrape[]
}

function valueOf(node: SyntaxNode, query: Query): Value {
  switch (node.name) {
    case 'NumberDurationLiteral':
      return Number(textOf(node, query))
    case 'UnaryExpr':
      return -numberOf(valueOf(last(node), query))
    case 'ParenExpr':
      return valueOf(first(node), query)
    case 'VectorSelector':
      return query.scrapes.at(-1)?.samples.filter(selected(node, query)) ?? []
    case 'FunctionCall':
      return called(node, query)
    case 'AggregateExpr':
      return aggregated(node, query)
    case 'BinaryExpr':
      return combined(node, query)
    default:
      throw new Error(`${node.name} is not supported: ${query.text}`)
  }
}

function selected(node: SyntaxNode, query: Query): (sample: Sample) => boolean {
  const name = textOf(first(node), query)
  const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
    (matcher) => {
      const [label, operator, quoted] = childrenOf(matcher).map((part) => textOf(part, query))
      const wanted = String(JSON.parse(quoted ?? ''))
      const isRegex = operator?.endsWith('~')
      const matches = (value: string) =>
        isRegex ? new RegExp(`^(?:${wanted})$`).test(value) : value === wanted
      return ({ labels }: Sample) =>
        matches(labels[label ?? ''] ?? '') === (operator?.startsWith('!') === false)
    },
  )
  return (sample) => sample.name === name && matchers.every((matches) => matches(sample))
}

function called(node: SyntaxNode, query: Query): Value {
  const [name, body] = childrenOf(node)
  const argument = body?.firstChild
  switch (textOf(name, query)) {
    case 'time':
      return query.scrapes.at(-1)?.at ?? 0
    case 'absent':
      return absent(argument, query)
    case 'rate':
      return changes(argument, query, (change, seconds) => change / seconds)
    case 'increase':
      return changes(argument, query, (change) => change)
    default:
      throw new Error(`no such function here: ${query.text}`)
  }
}

/** With the labels that the selector asks for, as Prometheus has it. */
function absent(node: SyntaxNode | null | undefined, query: Query): Vector {
  if (node?.name !== 'VectorSelector') throw new Error('absent takes a selector')
  if (vectorOf(valueOf(node, query)).length > 0) return []
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  const equal = matchers.map((matcher) => childrenOf(matcher).map((part) => textOf(part, query)))
  const labels = equal
    .filter(([, operator]) => operator === '=')
    .map(([label = '', , quoted = '']) => [label, String(JSON.parse(quoted))])
  return [{ labels: Object.fromEntries(labels), value: 1 }]
}

/** A counter that falls has restarted. A series that was scraped once has no change. */
function changes(
  node: SyntaxNode | null | undefined,
  { text, scrapes }: Query,
  inTime: (change: number, seconds: number) => number,
): Vector {
  const selector = node?.getChild('VectorSelector')
  if (node?.name !== 'MatrixSelector' || selector == null) throw new Error('a range is missing')
  const isSelected = selected(selector, { text, scrapes })
  const series = new Map<string, { readonly labels: Labels; readonly points: Point[] }>()
  for (const { at, samples } of scrapes) {
    for (const { labels, value } of samples.filter(isSelected)) {
      const key = keyOf(labels)
      const { points } = series.get(key) ?? { points: new Array<Point>() }
      points.push({ at, value })
      series.set(key, { labels, points })
    }
  }
  return [...series.values()].flatMap(({ labels, points }) => {
    const [begin, end] = [points[0], points.at(-1)]
    if (begin === undefined || end === undefined || begin === end) return []
    return { labels, value: inTime(growthOf(points), end.at - begin.at) }
  })
}

interface Point {
  readonly at: number
  readonly value: number
}

const growthOf = (points: readonly Point[]) =>
  points.reduce((sum, { value }, index) => {
    const before = points[index - 1]?.value ?? value
    return sum + (value < before ? value : value - before)
  }, 0)

function aggregated(node: SyntaxNode, query: Query): Vector {
  if (textOf(first(node), query) !== 'sum') throw new Error(`only sums: ${query.text}`)
  const by = node.getChild('AggregateModifier')?.getChild('GroupingLabels')
  const names = (by?.getChildren('LabelName') ?? []).map((name) => textOf(name, query))
  const groups = new Map<string, Element>()
  for (const { labels, value } of vectorOf(valueOf(first(last(node)), query))) {
    const kept = Object.fromEntries(names.map((name) => [name, labels[name] ?? '']))
    const sum = groups.get(keyOf(kept))?.value ?? 0
    groups.set(keyOf(kept), { labels: kept, value: sum + value })
  }
  return [...groups.values()]
}

function combined(node: SyntaxNode, query: Query): Value {
  const [left, operator, right, ...more] = childrenOf(node)
  if (left === undefined || right === undefined || more.length > 0) {
    throw new Error(`no modifiers here: ${query.text}`)
  }
  const [one, other] = [valueOf(left, query), valueOf(right, query)]
  const sign = textOf(operator, query)
  if (sign === 'or') return united(vectorOf(one), vectorOf(other))
  const compare = comparisons[sign]
  if (compare !== undefined) {
    return pairs(one, other).flatMap(({ labels, a, b }) =>
      compare(a, b) ? { labels, value: a } : [],
    )
  }
  const compute = computations[sign]
  if (compute === undefined) throw new Error(`no such operator here: ${query.text}`)
  if (typeof one === 'number' && typeof other === 'number') return compute(one, other)
  return pairs(one, other).map(({ labels, a, b }) => ({ labels, value: compute(a, b) }))
}

type Operation<Result> = Readonly<Record<string, (a: number, b: number) => Result>>

const comparisons: Operation<boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
}
const computations: Operation<number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

/** Elements of two vectors belong together when all of their labels are equal. */
function pairs(one: Value, other: Value) {
  if (typeof one === 'number')
    return vectorOf(other).map(({ labels, value: b }) => ({ labels, a: one, b }))
  if (typeof other === 'number') return one.map(({ labels, value: a }) => ({ labels, a, b: other }))
  const others = new Map(other.map((element) => [keyOf(element.labels), element.value]))
  return one.flatMap(({ labels, value: a }) => {
    const b = others.get(keyOf(labels))
    return b === undefined ? [] : { labels, a, b }
  })
}

function united(one: Vector, other: Vector): Vector {
  const keys = new Set(one.map(({ labels }) => keyOf(labels)))
  return [...one, ...other.filter(({ labels }) => !keys.has(keyOf(labels)))]
}

const keyOf = (labels: Labels) =>
  JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))

function numberOf(value: Value): number {
  if (typeof value !== 'number') throw new Error('a number is needed')
  return value
}

function vectorOf(value: Value): Vector {
  if (typeof value === 'number') throw new Error('a vector is needed')
  return value
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

const textOf = (node: SyntaxNode | undefined, { text }: Pick<Query, 'text'>) =>
  text.slice(node?.from, node?.to)

function first({ firstChild, name }: SyntaxNode): SyntaxNode {
  if (firstChild === null) throw new Error(`${name} is empty`)
  return firstChild
}

function last({ lastChild, name }: SyntaxNode): SyntaxNode {
  if (lastChild === null) throw new Error(`${name} is empty`)
  return lastChild
}
