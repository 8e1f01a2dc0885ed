import { join, resolve } from 'node:path'
import { isPlaceholder } from '#kernel/domain/identity-number.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { givenText } from '#kernel/platform/cli/given-text.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { writeNewFile } from '#kernel/platform/files/new-file.ts'
import { refuseUsed, wholeFolder } from '#kernel/platform/files/whole-folder.ts'
import { questionOf, searchFor } from '../access/access-log.ts'
import { auditing } from '../audited-system.ts'
import { pageOf } from './page.ts'
import { personNumbered } from './person.ts'
import { kindsOfRecord, type PersonalFile, personalFileOf } from './personal-file.ts'
import { titleOf } from './rows.ts'

export const exportPersonCommand = command(
  'export-person',
  (declared) =>
    declared
      .description(
        'Writes everything that a company keeps about a person, as person.json and as a page for the person, person.html. The export is recorded as an access.',
      )
      .requiredOption('--company <id>', 'the id of the company')
      .requiredOption('--id-no <number>', 'the identity number; - reads it from standard input')
      .requiredOption('--out <folder>', 'a new or empty folder'),
  async ({ options }, terminal) => {
    const { environment, stdin, stdout, stderr } = terminal
    const companyId = options.company.toLowerCase()
    const folder = resolve(options.out)
    const idNo = await givenText(options.idNo, stdin)
    if (isPlaceholder(normalNumber(idNo))) {
      throw new CommandError(
        `${idNo} stands for every buyer without a number of their own: it is no person.`,
      )
    }
    await refuseUsed(folder)
    return auditing(environment, async (system) => {
      const title = await titleOf(system.pool, companyId)
      if (title === undefined) throw new CommandError(`There is no company ${companyId}.`)
      const progress = progressOn(stderr)
      const head = await system.log.headOfLog()
      progress.beginLog('spellings', head)
      const person = await personNumbered(system, { companyId, idNo, moved: progress.reach })
      progress.beginLog('log', head)
      const file = await personalFileOf(system, {
        company: { id: companyId, title },
        person,
        exportedAt: new Date().toISOString(),
        moved: progress.reach,
      })
      progress.end()
      if (file === undefined) {
        await system.recordAccess(companyId, searchFor(system.vault, companyId, idNo))
        throw new CommandError(
          `Company ${companyId} keeps nothing about a person with this number.`,
        )
      }
      const question = questionOf(system.vault, companyId, idNo)
      await system.recordAccess(companyId, { type: 'PersonExported', data: { question } })
      const contents = new Map([
        ['person.json', `${JSON.stringify(file, null, 2)}\n`],
        ['person.html', pageOf(file)],
      ])
      await wholeFolder(
        folder,
        (name) => contents.has(name),
        async (partial) => {
          for (const [name, content] of contents) {
            await writeNewFile(join(partial, name), (write) => write(content))
          }
        },
      )
      stdout.write(jsonLine({ folder, ...countsOf(file) }))
      stderr.write(ADVICE)
      return 0
    })
  },
)

const ADVICE =
  'Read the page before you hand it over: no one may be told of a report to MASAK (law 5549, article 4).\n'

const countsOf = ({ records, events, erasedEvents, ...rest }: PersonalFile) => ({
  records: Object.fromEntries(kindsOfRecord.map((kind) => [kind, records[kind].length])),
  linkedTransactions: rest.linkedTransactions.length,
  mentions: rest.mentions.length,
  events: events.length,
  erasedEvents,
  accesses: rest.accesses.length,
})
