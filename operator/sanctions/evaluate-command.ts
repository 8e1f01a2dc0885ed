import { Option } from '@commander-js/extra-typings'
import { sanctionListsIn } from '#command/providers/sanction-lists/in-vault.ts'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import { loadedList } from '#command/sanction-checks/lists-in-use.ts'
import { latestVersion } from '#command/sanction-lists/import-list.ts'
import { UnreadableList } from '#command/sanction-lists/list-row.ts'
import {
  evaluation,
  type LabelledPair,
  scored,
  worstMisses,
} from '#kernel/domain/screening/evaluation.ts'
import { noFacts } from '#kernel/domain/screening/facts.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { isThreshold, MAX_THRESHOLD, MIN_THRESHOLD } from '#kernel/domain/screening/threshold.ts'
import { command, WrongUsage } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { openSource } from '#kernel/platform/cli/source.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'
import { SANCTION_LISTS } from '#kernel/records/sanction-matches.ts'
import { labelledPairs } from './labelled-pairs.ts'

const WORST = 20
const STRICTER = 0.9
export const evaluateCommand = command(
  'evaluate',
  (declared) =>
    declared
      .description('Measures the matcher on your own pairs of names, at several thresholds.')
      .argument('<file>', 'CSV with the columns sought, listed and same (yes or no)')
      .option('--threshold <score...>', `from ${MIN_THRESHOLD} to ${MAX_THRESHOLD}`)
      .addOption(
        new Option('--list <name>', 'also searches this list in use for each name').choices(
          SANCTION_LISTS,
        ),
      ),
  async (
    { args: [file], options: { threshold, list } },
    { environment, stdin, stdout, stderr },
  ) => {
    const thresholds = threshold?.map(Number) ?? [THRESHOLD, STRICTER]
    if (!thresholds.every(isThreshold)) {
      throw new WrongUsage(`a threshold is from ${MIN_THRESHOLD} to ${MAX_THRESHOLD}`)
    }
    const source = await openSource(file, stdin)
    try {
      const pairs = await labelledPairs(source)
      const hits = list === undefined ? [] : await hitsIn(list, pairs, thresholds, environment)
      stdout.write(jsonLine({ ...measured(pairs, thresholds), hits }))
      return 0
    } catch (error) {
      if (!(error instanceof UnreadableList)) throw error
      stderr.write(`line ${error.line}: ${error.message}\n`)
      return 1
    } finally {
      await source.close()
    }
  },
)

function measured(labelled: readonly LabelledPair[], thresholds: readonly number[]) {
  const pairs = labelled.map(scored)
  return {
    pairs: pairs.length,
    thresholds: thresholds.map((threshold) => evaluation(pairs, threshold)),
    worst: worstMisses(pairs, thresholds[0] ?? THRESHOLD, WORST),
  }
}

/** How many of the names sought are found in a list in use. */
const hitsIn = (
  list: ListName,
  pairs: readonly LabelledPair[],
  thresholds: readonly number[],
  environment: Environment,
) =>
  withSystem(findSystem(environment, 'command'), async (system) => {
    const version = await latestVersion(system, list)
    if (version === undefined) return []
    const { search } = await loadedList(await sanctionListsIn(system.pool), version)
    const names = [...new Set(pairs.map(({ sought }) => sought))]
    return thresholds.map((threshold) => ({
      list,
      version: version.version,
      threshold,
      names: names.length,
      found: names.filter(
        (name) => search({ idNo: null, name, surname: null, facts: noFacts, threshold }).length > 0,
      ).length,
    }))
  })
