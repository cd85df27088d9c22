import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { Route } from './http/route.ts'
import type { Secrets } from './secrets.ts'

/** The world that every room is handed: nothing else is reached for. */
export interface Platform {
  config: Config
  secrets: Secrets
  database: Database
  pool: pg.Pool
  logger: Logger
}

/** Work that is done again and again by the worker or the watcher door. */
export interface Job {
  name: string
  runsIn: 'worker' | 'watcher'
  everyMs: number
  /** One turn. A thrown fault is logged and the next turn comes all the same. */
  turn: () => Promise<void>
}

/** What a room gives the house. */
export interface Module {
  routes?: Route[]
  /** Calls that are not JSON in an envelope: uploads and pictures. */
  plugin?: (app: FastifyInstance) => void | Promise<void>
  jobs?: Job[]
}
