import type { TObject } from 'typebox'
import type { Rule } from '#kernel/domain/rules.ts'
import type { BodyRules, KindRules } from './endpoint.ts'
import type { Faults } from './faults.ts'
import type { Raw } from './schema-kinds.ts'

export function ruleOfUnknown(schema: TObject & BodyRules, name: string): Rule {
  const isReadOnly = schema.readOnlyFields?.some((field) =>
    field.endsWith('*') ? name.startsWith(field.slice(0, -1)) : field === name,
  )
  return isReadOnly === true ? 'readOnly' : 'unknown'
}

/** A field of another kind is a fault whatever its value is, so it is reported before its value. */
export function findMismatches(
  rules: TObject & BodyRules,
  value: Raw,
  prefix: string,
  faults: Faults,
) {
  for (const by of [rules, ...(rules.alsoBy ?? [])]) {
    for (const field of foreignFields(by, value)) {
      if (field in value) faults.add(prefix + field, 'mismatch')
    }
  }
}

/** The fields of the other kinds; none while the kind is unknown. */
function foreignFields(rules: KindRules, value: Raw): readonly string[] {
  const kind = kindIn(rules, value)
  const owners = Object.entries(rules.onlyFor ?? {})
  if (owners.every(([owner]) => owner !== kind)) return []
  return owners.flatMap(([owner, fields]) => (owner === kind ? [] : fields))
}

function kindIn({ kindOf = { field: 'source' } }: KindRules, value: Raw): string | undefined {
  const kind = value[kindOf.field] ?? kindOf.byDefault
  return typeof kind === 'string' ? kind : undefined
}

export function checkRules(rules: TObject & BodyRules, value: Raw, prefix: string, faults: Faults) {
  for (const by of [rules, ...(rules.alsoBy ?? [])]) {
    for (const field of neededFields(by, value)) {
      if (!(field in value)) faults.add(prefix + field, 'required')
    }
  }
  const alternatives = rules.requiredOneOf
  if (alternatives?.every((field) => !(field in value) && !faults.has(prefix + field)) === true) {
    faults.add(`${prefix}${alternatives[0]}`, 'requiredOneOf')
  }
}

export function neededFields(rules: KindRules, value: Raw): readonly string[] {
  const kind = kindIn(rules, value)
  return Object.entries(rules.requiredFor ?? {}).flatMap(([owner, fields]) =>
    owner === kind ? fields : [],
  )
}
