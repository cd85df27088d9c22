import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant } from '../contract/wire.ts'
import { windDownStates } from '../wind-down/wind-down.ts'

/** The specification's version of the app. */
export const appVersion = { name: '1.0.6', code: 106 } as const

/** What every page may need of this deployment. */
export const about = endpoint({
  id: 'house.about',
  path: '/api/house/about',
  access: 'public',
  summary: 'Version, clock and whether this deployment runs on a test chain.',
  answer: z.object({
    version: z.string(),
    versionCode: z.number().int(),
    serverNow: instant,
    testChain: z.boolean(),
    testWallet: z.string().nullable(),
    demo: z.boolean(),
    /** Countries whose law forbids the offer, ISO 3166-1 alpha-2: nobody there joins or invests. */
    closedCountries: z.array(z.string()),
    /** What every page shows of a wind-down; null when there is none. */
    windDown: z
      .object({
        state: z.enum(windDownStates),
        dueAt: instant,
        /** Ids of the calls that it refuses: no page offers them. */
        stopped: z.array(z.string()),
      })
      .nullable(),
    /** The page that shows every e-mail of a development inbox; null where mail is really sent. */
    inbox: z.string().nullable(),
  }),
})
