import { payoutCommands, runPayoutCommand } from './approve-payout.ts'
import { runBookProgram } from './books.ts'
import { runCommand } from './command.ts'
import { consoleSettings, knownConsolePort } from './console.ts'
import { refillCommands, runRefillCommand } from './refill.ts'
import { readSettings } from './settings.ts'

/**
 * Makes or ends an operator's account: `add --role arbitrator --name wei`, `disable --name wei`; and what
 * those do who approve payouts: `key`, `register`, `approve`, `release`, `refuse` (docs/operators.md); and the
 * refill of the hot wallet: `refill`, `refill-send` (docs/collection.md).
 */
const args = process.argv.slice(2)
const [command = ''] = args
if (payoutCommands.includes(command)) await runCommand(() => runPayoutCommand(args))
else if (refillCommands.includes(command)) await runCommand(() => runRefillCommand(args))
else
  await runBookProgram(
    'operator',
    () => args,
    async () => consoleSettings(knownConsolePort(readSettings(process.env))),
  )
