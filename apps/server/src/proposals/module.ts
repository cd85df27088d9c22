import { depositsModule } from '../deposits/module.ts'
import { distributionModule } from '../distribution/module.ts'
import { explanationsModule } from '../explanations/module.ts'
import { identityModule } from '../identity/module.ts'
import { lossesModule } from '../losses/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule } from '../platform/manifest.ts'
import { rulesModule } from '../rules/module.ts'
import { treasuryModule } from '../treasury/module.ts'
import { windDownModule } from '../wind-down/module.ts'
import { withdrawalsModule } from '../withdrawals/module.ts'
import { openProposals } from './index.ts'
import { proposalKindMigrations, proposalMigrations } from './migrations.ts'

export const proposalsModule = defineModule({
  name: 'proposals',
  needs: {
    deposits: depositsModule,
    distribution: distributionModule,
    explanations: explanationsModule,
    identity: identityModule,
    losses: lossesModule,
    operators: operatorsModule,
    otc: otcModule,
    rules: rulesModule,
    treasury: treasuryModule,
    windDown: windDownModule,
    withdrawals: withdrawalsModule,
  },
  migrations: [...proposalMigrations, ...proposalKindMigrations],
  open: (platform, { deposits, identity, ...needs }) =>
    openProposals(platform, {
      ...needs,
      depositKeys: deposits.keyChanges,
      accountFreezes: identity.accountFreezes,
      partiesOfCases: needs.otc.partiesOfCases,
      recordAct: needs.operators.recordAct,
    }),
})
