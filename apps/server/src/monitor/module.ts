import { platformState } from '@banyan/domain'
import { nextCutoff } from '@banyan/economy'
import type { openDeposits } from '../deposits/index.ts'
import { depositsModule } from '../deposits/module.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { operatorRoute, type Route } from '../platform/http/route.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { mailModule } from '../platform/mail/module.ts'
import { defineModule } from '../platform/manifest.ts'
import type { Module, Platform } from '../platform/module.ts'
import { rulesModule } from '../rules/module.ts'

/** What operators see of the work that runs beside the calls. */
export const monitorModule = defineModule({
  name: 'monitor',
  needs: { deposits: depositsModule, mail: mailModule, rules: rulesModule },
  open: (platform, { deposits, mail: { mail }, rules }): { module: Module } => ({
    module: {
      routes: [
        stateRoute(platform, { followed: deposits.followed, mail, parameters: rules.inForce }),
      ],
    },
  }),
})

interface Watched {
  followed: ReturnType<typeof openDeposits>['followed']
  mail: Pick<Mail, 'queue'>
  parameters: (reader: Platform['database']) => Promise<Parameters<typeof nextCutoff>[1]>
}

const stateRoute = ({ database }: Platform, { followed, mail, parameters }: Watched): Route =>
  operatorRoute(platformState, async () => {
    const [chain, queue, now, rules] = await Promise.all([
      followed(),
      mail.queue(),
      systemNow(database),
      parameters(database),
    ])
    return {
      chain: chain && { ...chain, followedAt: chain.followedAt?.toISOString() ?? null },
      mail: queue && {
        ...queue,
        oldestAt: queue.oldestAt?.toISOString() ?? null,
        sentAt: queue.sentAt?.toISOString() ?? null,
      },
      settlement: { nextAt: nextCutoff(now, rules).toISOString() },
    }
  })
