import { ledgerModule } from '../ledger/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { defineModule } from '../platform/manifest.ts'
import { rulesModule } from '../rules/module.ts'
import { treasuryModule } from '../treasury/module.ts'
import { openForecasts } from './index.ts'
import { forecastMigrations } from './migrations.ts'

export const forecastsModule = defineModule({
  name: 'forecasts',
  needs: {
    ledger: ledgerModule,
    operators: operatorsModule,
    rules: rulesModule,
    treasury: treasuryModule,
  },
  migrations: forecastMigrations,
  open: (platform, { operators, rules, treasury }) =>
    openForecasts(platform, { rules, treasury, recordAct: operators.recordAct }),
})
