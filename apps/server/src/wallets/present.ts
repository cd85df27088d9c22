import { type assetBalance, formatAmount, type statementLine, wireIdOf } from '@banyan/domain'
import type { z } from 'zod'
import type { StatementLine } from '../ledger/index.ts'
import type { Holding } from './value.ts'

export const presentHolding = ({ asset, ...amounts }: Holding): z.output<typeof assetBalance> => ({
  asset,
  available: formatAmount(amounts.available),
  frozen: formatAmount(amounts.frozen),
  locked: formatAmount(amounts.locked),
  escrow: formatAmount(amounts.escrow),
  value: formatAmount(amounts.value),
})

/**
 * A transfer between two accounts of the member is two lines, so a line's id also contains the
 * account.
 */
export const presentLine = (line: StatementLine): z.output<typeof statementLine> => ({
  id: `${wireIdOf('trf', line.transferId)}_${line.account}`,
  at: line.at.toISOString(),
  asset: line.asset,
  account: line.account,
  kind: line.kind,
  amount: formatAmount(line.amount),
  balanceAfter: formatAmount(line.balanceAfter),
  reference: line.reference,
})
