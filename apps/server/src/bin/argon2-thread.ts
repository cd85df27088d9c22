import { runArgon2Thread } from '../platform/argon2-thread.ts'

/** A thread that computes Argon2; the process that compares passwords starts it. */
runArgon2Thread()
