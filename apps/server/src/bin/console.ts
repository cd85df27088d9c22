import { ConfigError } from '../platform/config.ts'
import { runProgram } from './program.ts'
import { serve } from './serve.ts'

/** The operators' console and its calls alone. */
runProgram(async () => {
  if (!process.env.CONSOLE_PORT)
    throw new ConfigError('CONSOLE_PORT is missing: set it to the port of the console.')
  await serve({ listeners: ['console'], jobs: [] })
})
