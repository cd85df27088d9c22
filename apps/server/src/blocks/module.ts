import { identityModule } from '../identity/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { openBlocks } from './index.ts'
import { blockMigrations } from './migrations.ts'

export const blocksModule = defineModule({
  name: 'blocks',
  needs: { identity: identityModule, otc: otcModule },
  migrations: blockMigrations,
  open: (platform, { identity, otc }) =>
    openBlocks(platform, {
      nicknames: identity.nicknames,
      otherParty: otc.otherParty,
      orderOwner: otc.orderOwner,
    }),
  provides: blocks => [provide(otcModule, 'blockedAmong', blocks.blockedAmong)],
})
