import { runCleaning } from '../pictures/index.ts'

/** The process that decodes and encodes pictures for the API, which starts it. */
runCleaning()
