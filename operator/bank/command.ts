import { commandGroup } from '#kernel/platform/cli/command.ts'
import { dismissCommand } from './dismiss-command.ts'
import { listCommand } from './list-command.ts'
import { recordCommand } from './record-command.ts'

export const bankCommand = commandGroup('bank', 'What banks have sent.', [
  commandGroup('set-aside', 'Bookings that could not be recorded, and decisions about them.', [
    listCommand,
    recordCommand,
    dismissCommand,
  ]),
])
