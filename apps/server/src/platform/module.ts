import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { Route } from './http/route.ts'
import type { OutboxTopic } from './outbox/announce.ts'
import type { Secrets } from './secrets.ts'

/** The services that every module receives: modules use nothing else from outside. */
export interface Platform {
  config: Config
  secrets: Secrets
  database: Database
  pool: pg.Pool
  logger: Logger
  /** Whether what computes for long runs in processes of its own: in a server, not in a command. */
  isServer?: boolean
}

/** Work that the worker or the watcher repeats. */
export interface Job {
  name: string
  runsIn: 'worker' | 'watcher'
  everyMs: number
  /** One run. A thrown fault is logged and the next run follows all the same. */
  run: () => Promise<void>
  /**
   * True when the run that is due has nothing to do: it is left out. A job is asked each time by
   * what repeats it; `run` itself always works.
   */
  rests?: () => Promise<boolean>
  /** Receives what brings the next run forward, for work that this process has just stored. */
  whenStored?: (hurry: () => void) => void
  /**
   * News that bring the next run forward, of any process; `all` is every topic. `everyMs` then only
   * covers what no news is about.
   */
  wokenBy?: readonly OutboxTopic[] | 'all'
}

/** A figure of a gauge; the labels tell figures of one gauge apart. */
export interface Figure {
  value: number
  labels?: Readonly<Record<string, string>>
}

/** Figures for a collector of metrics, read when it asks; they name no member. */
export interface Gauge {
  /** As in `banyan_<name>`. */
  name: string
  help: string
  /** The name of the one label that its figures have, if any. */
  label?: string
  read: () => Promise<readonly Figure[]>
}

/** What a module provides. */
export interface Module {
  routes?: Route[]
  /** Calls that are not JSON in an envelope: uploads and pictures. */
  plugin?: (app: FastifyInstance) => void | Promise<void>
  /** The same of operators, on the listener of their console. */
  operatorPlugin?: (app: FastifyInstance) => void | Promise<void>
  jobs?: Job[]
  gauges?: Gauge[]
  /** Runs before anything is served; lower modules first. */
  ready?: () => Promise<void>
  /** Begins what takes a while until it is ready, in the process that serves calls. */
  warm?: () => void
  close?: () => Promise<void>
}
