import { z } from 'zod'
import { rule } from '../contract/wire.ts'
import { bscAddress, tronAddress } from '../identity/inputs.ts'

/** The chains on which a buyer can send USDT to a seller. */
export const networks = ['BSC', 'TRON'] as const
export type Network = (typeof networks)[number]
export const networkField = z.enum(networks, rule('network'))

/** An address on any of them, by its format. */
export const networkAddress = z
  .string(rule('required'))
  .trim()
  .regex(/^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/, rule('networkAddress'))

/** An address on one of them, by its format; the server checks the checksum. */
export const addressShapes = { BSC: bscAddress, TRON: tronAddress } as const
