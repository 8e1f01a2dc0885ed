import { commandGroup } from '#kernel/platform/cli/command.ts'
import { evaluateCommand } from './evaluate-command.ts'
import { importCommand } from './import-command.ts'
import { rescreenCommand } from './rescreen-command.ts'
import { statusCommand } from './status-command.ts'
import { updateCommand } from './update-command.ts'

export const sanctionsCommand = commandGroup('sanctions', 'Sanction lists and how they match.', [
  importCommand,
  updateCommand,
  statusCommand,
  evaluateCommand,
  rescreenCommand,
])
