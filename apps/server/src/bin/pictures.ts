import { runCleaning } from '../pictures/index.ts'

/** The process that decodes and encodes pictures for the API door; it is started by that door. */
runCleaning()
