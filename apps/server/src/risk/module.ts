import { defineModule } from '../platform/manifest.ts'
import { openRisk } from './index.ts'
import { riskMigrations } from './migrations.ts'

export const riskModule = defineModule({
  name: 'risk',
  migrations: riskMigrations,
  open: platform => openRisk(platform),
})
