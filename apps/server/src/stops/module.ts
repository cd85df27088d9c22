import { identityModule } from '../identity/module.ts'
import { defineModule, one } from '../platform/manifest.ts'
import { openStops, type StopSources } from './index.ts'

export const stopsModule = defineModule({
  name: 'stops',
  needs: { identity: identityModule },
  points: {
    redSince: one<StopSources['redSince']>(),
    isStopped: one<StopSources['isStopped']>(),
    refuseStopped: one<StopSources['refuseStopped']>(),
    enterCall: one<StopSources['enterCall']>(),
    isFrozen: one<StopSources['isFrozen']>(),
    investingStops: one<StopSources['investingStops']>(),
    volumeStops: one<StopSources['volumeStops']>(),
  },
  open: (_, { identity }, sources) => openStops(sources, identity.isCountryClosed),
})
