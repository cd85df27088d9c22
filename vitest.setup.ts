import { vi } from 'vitest'

/** Files share a process, but not what the modules of this repository keep in it: each begins anew. */
vi.resetModules()
