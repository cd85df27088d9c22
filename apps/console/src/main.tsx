import '@banyan/ui/styles.css'
import './console.css'
import { addShapes, pageShapes } from '@banyan/ui'
import { createRoot } from 'react-dom/client'
import { appealQueues } from './appeals/queues.ts'
import { memberQueues } from './members/queues.ts'
import { proposalQueues } from './proposals/queues.ts'
import { serviceQueues } from './service/queues.ts'
import { startApp } from './shell/app.ts'
import { Console } from './shell/frame/console.tsx'
import { startKeys } from './shell/keys/keys.ts'
import { registerPages } from './shell/pages.ts'
import { registerQueues } from './shell/queues.ts'
import { startIdleLock } from './shell/session/idle-lock.ts'
import { startLanguage } from './shell/texts/texts.ts'
import { startTheme } from './shell/theme.ts'
import { treasuryQueues } from './treasury/queues.ts'
import { withdrawalQueues } from './withdrawals/queues.ts'

registerPages({
  overview: () => import('./overview/page.tsx'),
  appeals: () => import('./appeals/page.tsx'),
  withdrawals: () => import('./withdrawals/page.tsx'),
  proposals: () => import('./proposals/page.tsx'),
  deposits: () => import('./deposits/page.tsx'),
  treasury: () => import('./treasury/page.tsx'),
  settlements: () => import('./settlements/page.tsx'),
  statistics: () => import('./statistics/page.tsx'),
  service: () => import('./service/page.tsx'),
  members: () => import('./members/page.tsx'),
  notices: () => import('./notices/page.tsx'),
  rules: () => import('./rules/page.tsx'),
  audit: () => import('./audit/page.tsx'),
  operators: () => import('./operators/page.tsx'),
  account: () => import('./account/page.tsx'),
})
registerQueues([
  ...appealQueues,
  ...withdrawalQueues,
  ...treasuryQueues,
  ...proposalQueues,
  ...serviceQueues,
  ...memberQueues,
])

// The frame shows icons of pages from the start.
addShapes(pageShapes)
startLanguage()
startTheme()
startKeys()
startIdleLock()
startApp()

const place = document.getElementById('app')
if (!place) throw new Error('index.html has no #app')
createRoot(place).render(<Console />)
