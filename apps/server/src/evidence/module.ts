import { depositsModule } from '../deposits/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { uploadsModule } from '../uploads/module.ts'
import { checkEvidence, openEvidence, paidOnChain, sharedPictures } from './index.ts'
import { evidenceMigrations } from './migrations.ts'

export const evidenceModule = defineModule({
  name: 'evidence',
  needs: { deposits: depositsModule, otc: otcModule, uploads: uploadsModule },
  migrations: evidenceMigrations,
  invariants: [{ name: 'evidence', check: checkEvidence }],
  open: (platform, { deposits, otc, uploads }) =>
    openEvidence(platform, {
      bsc: deposits.payments,
      paymentClaims: otc.paymentClaims,
      duePayments: otc.duePayments,
      openPayments: otc.openPayments,
      tradesPaidBy: otc.tradesPaidBy,
      hashVerified: otc.hashVerified,
      paymentUnproven: otc.paymentUnproven,
      otherParty: otc.otherParty,
      tradeOfCase: otc.tradeOfCase,
      matchingIds: otc.matchingIds,
      namedSoftware: async (reader, tradeId) => {
        const shown = await otc.picturesOfTrades(reader, [tradeId])
        return uploads.namedSoftware(
          reader,
          shown.map(({ uploadId }) => uploadId),
        )
      },
      sharedPictures: (reader, tradeIds) =>
        sharedPictures(
          reader,
          { market: otc, similarPictures: uploads.similarPictures, filesAmong: uploads.filesAmong },
          tradeIds,
        ),
    }),
  provides: evidence => [
    provide(otcModule, 'paymentOwner', evidence.paymentOwner),
    provide(otcModule, 'paidOnChain', paidOnChain),
  ],
})
