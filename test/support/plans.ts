import { Type } from 'typebox'
import { Check } from 'typebox/value'

const SMALL_TABLE = 2_000

const Node = Type.Object({
  'Node Type': Type.String(),
  'Actual Loops': Type.Number(),
  'Actual Rows': Type.Number(),
  'Rows Removed by Filter': Type.Optional(Type.Number()),
  'Relation Name': Type.Optional(Type.String()),
})

/** Big tables that were really read from end to end, anywhere in a plan. */
export function scansIn(plan: unknown): readonly string[] {
  if (typeof plan !== 'object' || plan === null) return []
  const below = Object.values(plan).flatMap(scansIn)
  if (!Check(Node, plan) || plan['Node Type'] !== 'Seq Scan' || plan['Actual Loops'] === 0) {
    return below
  }
  const read = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  return read > SMALL_TABLE ? [plan['Relation Name'] ?? '', ...below] : below
}

/** How many rows all scans of a plan read together, or those of one table. */
export function rowsReadIn(plan: unknown, table?: string): number {
  if (typeof plan !== 'object' || plan === null) return 0
  const below = Object.values(plan).reduce((sum: number, part) => sum + rowsReadIn(part, table), 0)
  if (!Check(Node, plan) || !plan['Node Type'].includes('Scan')) return below
  if (table !== undefined && plan['Relation Name'] !== table) return below
  const each = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  return below + each * plan['Actual Loops']
}
