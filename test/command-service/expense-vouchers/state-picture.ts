import { readFileSync } from 'node:fs'

/** A box of the picture: its corners, and the states that are written in it. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly states: readonly string[]
}

type Point = readonly [x: number, y: number]

/** An arrow of the picture, from each state of one box to each state of another. */
export interface Arrow {
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/** An arrow begins and ends beside its box, not in it. */
const GAP = 5

const numberOf = (tag: string, attribute: string) =>
  Number(new RegExp(` ${attribute}="([\\d.]+)"`).exec(tag)?.[1])

function boxesIn(svg: string): readonly Box[] {
  const names = [...svg.matchAll(/<text [^>]*>([a-z_, ]+)<\/text>/g)].map(([tag, text = '']) => ({
    at: [numberOf(tag, 'x'), numberOf(tag, 'y')] as const,
    states: text.split(', '),
  }))
  return [...svg.matchAll(/<rect x=[^>]*>/g)].map(([tag]) => {
    const [left, top] = [numberOf(tag, 'x'), numberOf(tag, 'y')]
    const right = left + numberOf(tag, 'width')
    const bottom = top + numberOf(tag, 'height')
    const states = names
      .filter(({ at }) => isAt({ left, top, right, bottom }, at, 0))
      .flatMap((name) => name.states)
    return { left, top, right, bottom, states }
  })
}

const isAt = (box: Omit<Box, 'states'>, [x, y]: Point, gap = GAP) =>
  x >= box.left - gap && x <= box.right + gap && y >= box.top - gap && y <= box.bottom + gap

/** Where a path begins and ends: of the commands `M`, `C`, `H`, `V`, `h` and `v`. */
function endsOf(path: string): readonly [Point, Point] {
  let [first, now]: [Point | undefined, Point] = [undefined, [0, 0]]
  for (const [, command = '', values = ''] of path.matchAll(/([A-Za-z])([\d. -]*)/g)) {
    const given = values.trim().split(/[ ,]+/).map(Number)
    const [x, y] = [given.at(-2) ?? 0, given.at(-1) ?? 0]
    if (command === 'M' || command === 'C') now = [x, y]
    else if (command === 'H') now = [y, now[1]]
    else if (command === 'V') now = [now[0], y]
    else if (command === 'h') now = [now[0] + y, now[1]]
    else if (command === 'v') now = [now[0], now[1] + y]
    else throw new Error(`the path ${path} has a command that is not read: ${command}`)
    first ??= now
  }
  return [first ?? now, now]
}

/** The picture of the guide as it is drawn: by where the lines begin and end. */
export function readPicture() {
  const svg = readFileSync('query-service/guides/states.svg', 'utf8')
  const boxes = boxesIn(svg)
  const statesAt = (point: Point) => {
    const box = boxes.find((one) => isAt(one, point))
    if (box === undefined) throw new Error(`an arrow begins or ends at ${point.join(', ')}`)
    return box.states
  }
  const [, lines = ''] = svg.split('marker-end="url(#arrow)">')
  const arrows = [...lines.slice(0, lines.indexOf('</g>')).matchAll(/<path d="([^"]+)"/g)]
  return {
    states: boxes.flatMap(({ states }) => states),
    arrows: arrows.map(([, path = '']): Arrow => {
      const [start, end] = endsOf(path)
      return { from: statesAt(start), to: statesAt(end) }
    }),
  }
}
