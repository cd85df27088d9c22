import { defineModule } from '../platform/manifest.ts'
import { openRules } from './index.ts'
import { ruleMigrations } from './migrations.ts'

export const rulesModule = defineModule({
  name: 'rules',
  migrations: ruleMigrations,
  open: platform => openRules(platform),
})
