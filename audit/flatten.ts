import { ExactNumber } from '#kernel/domain/exact-number.ts'

/** A nested value with its path, such as `seller.name` or `lines.0.amount`. */
export interface Leaf {
  readonly path: string
  readonly value: unknown
}

/** All leaves in order; empty lists and objects are leaves themselves. */
export function flatten(value: unknown): readonly Leaf[] {
  const leaves: Leaf[] = []
  const add = (path: string, inner: unknown) => {
    const parts = isBranch(inner) ? Object.entries(inner) : []
    if (parts.length === 0) leaves.push({ path, value: inner })
    for (const [name, part] of parts) add(path === '' ? name : `${path}.${name}`, part)
  }
  add('', value)
  return leaves
}

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof ExactNumber) &&
  !('forgotten' in value) &&
  !('hidden' in value)

/** A changed leaf; null for a missing value. */
export interface FieldChange {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

export function changesBetween(
  before: object | undefined,
  after: object | undefined,
): FieldChange[] {
  const old = new Map(leavesOf(before))
  const now = new Map(leavesOf(after))
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

const leavesOf = (value: object | undefined) =>
  value === undefined ? [] : flatten(value).map((leaf) => [leaf.path, leaf.value] as const)
