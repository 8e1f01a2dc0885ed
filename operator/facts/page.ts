import { effectsOf, type KindOfFact } from './fact.ts'
import { facts } from './facts.ts'

const HEAD = `# Facts

What each kind of fact means: who says it, from when it counts, and what ends it. A fact counts from its own moment where it has one, not
from when it was read. [import.md](import.md) has the fields of each line. \`npm run generate\` writes this page; a test plays each row
(earlier, equal, later, to come, twice, out of order) through the import and the API.

| fact | said by | counts from | until | days | key | seen by |
|---|---|---|---|---|---|---|
`

const MIDDLE = `
## Told again

What another telling about the same fact does, by when its moment is.

| fact | earlier | equal | later | to come |
|---|---|---|---|---|
`

export const factsPage = () => HEAD + rows(meaningOf) + MIDDLE + rows(toldAgain)

const rows = (cellsOf: (fact: KindOfFact) => readonly string[]) =>
  facts.map((fact) => `| ${cellsOf(fact).join(' | ')} |\n`).join('')

const meaningOf = (fact: KindOfFact) => [
  `\`${fact.name}\``,
  fact.saidBy,
  fact.rule === 'fromItsMoment' ? `\`${fact.moment}\`` : 'when it is recorded',
  fact.until,
  fact.days,
  fact.key,
  fact.shownBy,
]

const toldAgain = (fact: KindOfFact) => {
  const { earlier, equal, later, toCome } = effectsOf(fact)
  return [`\`${fact.name}\``, earlier, equal, later, toCome]
}
