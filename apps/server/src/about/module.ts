import { about, appVersion } from '@banyan/domain'
import { systemNow } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import { defineModule } from '../platform/manifest.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { WindDown } from '../wind-down/index.ts'
import { windDownModule } from '../wind-down/module.ts'

/** What every page shows of the platform: its version, its clock, its chain, its notice of a wind-down. */
export const aboutModule = defineModule({
  name: 'about',
  needs: { windDown: windDownModule },
  open: (platform, { windDown }): { module: Module } => ({
    module: { routes: [aboutRoute(platform, windDown)] },
  }),
})

const aboutRoute = ({ config, database }: Platform, windDown: WindDown): Route =>
  route(about, async () => ({
    version: appVersion.name,
    versionCode: appVersion.code,
    serverNow: (await systemNow(database)).toISOString(),
    testChain: config.chain?.testWalletUrl != null,
    testWallet: config.chain?.testWalletUrl ?? null,
    demo: config.demo,
    closedCountries: config.closedCountries,
    windDown: await windDown.notice(database),
    inbox: config.mailInboxUrl,
  }))
