import { payoutCommands, runPayoutCommand } from './approve-payout.ts'
import { lookAtBooks } from './books.ts'
import { runCommand } from './command.ts'

/**
 * Makes or ends an operator's account: `add --role arbitrator --name wei`, `disable --name wei`; and what
 * those do who approve payouts: `key`, `register`, `approve`, `release`, `refuse` (docs/operators.md).
 */
const args = process.argv.slice(2)
if (payoutCommands.includes(args[0] ?? '')) await runCommand(() => runPayoutCommand(args))
else await lookAtBooks('operator', () => args)
