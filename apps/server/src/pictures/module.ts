import { filesModule } from '../files/module.ts'
import { defineModule } from '../platform/manifest.ts'

/** Decodes untrusted pictures in a process of its own. */
export const picturesModule = defineModule({
  name: 'pictures',
  needs: { files: filesModule },
  open: () => ({}),
})
