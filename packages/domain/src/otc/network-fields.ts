import { z } from 'zod'
import { rule } from '../contract/wire.ts'
import { bscAddress, tronAddress } from '../identity/inputs.ts'
import { networks } from './network.ts'

/* Apart from the names of the networks, which pages without forms show as well. */
export const networkField = z.enum(networks, rule('network'))

/** An address on any of them, by its format. */
export const networkAddress = z
  .string(rule('required'))
  .trim()
  .regex(/^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/, rule('networkAddress'))

/** An address on one of them, by its format; the server checks the checksum. */
export const addressShapes = { BSC: bscAddress, TRON: tronAddress } as const
