import { formatAmount } from '@banyan/domain'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { strayTransfers } from './outgoing-store.ts'

/**
 * I15: transfers out of a recharge address go to the hot or to a cold address. Any other was made
 * by someone who has the deposit key and is not the signer.
 */
export const checkRechargeTransfers = async (database: Database): Promise<Breach[]> =>
  (await strayTransfers(database)).map(({ transactionHash, address, recipient, amount }) => ({
    invariant: 'I15 collection',
    what: `${transactionHash} sent ${formatAmount(amount)} USDT from the recharge address ${address} to ${recipient}, which is neither hot nor cold`,
  }))
