import { depositsModule } from '../deposits/module.ts'
import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { lossesModule } from '../losses/module.ts'
import { networkModule } from '../network/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { rulesModule } from '../rules/module.ts'
import { stopsModule } from '../stops/module.ts'
import { treasuryModule } from '../treasury/module.ts'
import { verificationModule } from '../verification/module.ts'
import { checkWithdrawals, openWithdrawals, payoutNotices, type WithdrawalDeps } from './index.ts'
import { payoutMigrations, withdrawalMigrations } from './migrations.ts'

export const withdrawalsModule = defineModule({
  name: 'withdrawals',
  needs: {
    deposits: depositsModule,
    identity: identityModule,
    ledger: ledgerModule,
    losses: lossesModule,
    network: networkModule,
    operators: operatorsModule,
    otc: otcModule,
    rules: rulesModule,
    stops: stopsModule,
    treasury: treasuryModule,
    verification: verificationModule,
  },
  points: { payoutStop: one<WithdrawalDeps['payoutStop']>() },
  migrations: [...withdrawalMigrations, ...payoutMigrations],
  offers: ['withdrawal', 'withdrawal_address', 'withdrawal_step'],
  invariants: [{ name: 'withdrawals', check: checkWithdrawals }],
  notices: payoutNotices,
  open: (
    platform,
    { deposits, identity, ledger: { ledger }, operators, otc, verification, ...needs },
    { payoutStop },
  ) =>
    openWithdrawals(platform, {
      ledger,
      parameters: needs.rules.inForce,
      isWoundDown: needs.stops.isFrozen,
      ownAddress: deposits.isOwnAddress,
      transfersOut: deposits.transfersOut,
      freezes: async (reader, memberId) => ({
        withdrawals: await identity.refusingFreeze(reader, memberId, 'takeOut'),
      }),
      frozenAmong: (reader, memberIds) => identity.refusedUntil(reader, memberIds, 'takeOut'),
      enterBalances: needs.losses.enterBalances,
      paysInFull: needs.treasury.paysInFull,
      emailCodeNeeded: async (reader, memberId) =>
        (await verification.email(reader, memberId)) !== null,
      spendEmailCode: (tx, memberId, code) =>
        verification.spendStepUp(tx, memberId, 'withdraw', code),
      accountIdOf: identity.accountIdOf,
      joinedAmong: identity.joinedAmong,
      casesAgainst: otc.casesAgainst,
      areNear: needs.network.areNear,
      recordAct: operators.recordAct,
      payoutKeyOf: operators.payoutKeyOf,
      isFrozen: identity.isFrozen,
      troublesOf: otc.troublesOf,
      openRecharges: deposits.openRecharges,
      securityChangedAt: async (reader, memberId) => {
        const email = await verification.email(reader, memberId)
        return latest(await identity.passwordsChangedAt(reader, memberId), email?.boundAt ?? null)
      },
      payoutStop,
      hasStrayed: deposits.hasStrayed,
      payoutKeys: operators.payoutKeys,
      registerPayoutKey: operators.registerPayoutKey,
    }),
  provides: withdrawals => [
    provide(lossesModule, 'isRestorePending', withdrawals.isRestorePending),
    provide(lossesModule, 'cutWithdrawals', withdrawals.cut),
  ],
})

/** The later of two instants, of which each may be none. */
const latest = (first: Date | null, second: Date | null): Date | null =>
  first !== null && (second === null || first > second) ? first : second
