import { sealedSample } from '../platform/key-check.ts'
import { mailModule } from '../platform/mail/module.ts'
import { defineModule, one } from '../platform/manifest.ts'
import { sealedEmails } from './addresses.ts'
import { openVerification, type VerificationDeps } from './index.ts'
import { verificationMigrations } from './migrations.ts'

export const verificationModule = defineModule({
  name: 'verification',
  needs: { mail: mailModule },
  points: {
    accountIdOf: one<VerificationDeps['accountIdOf']>(),
    freezeAfterChange: one<VerificationDeps['freezeAfterChange']>(),
  },
  migrations: verificationMigrations,
  keyEvidence: {
    sealed: [sealedSample('member_email', "address as sealed, 'e-mail of ' || member_id as place")],
  },
  sealed: [sealedEmails],
  offers: ['member_email'],
  open: (platform, { mail: { mail } }, { accountIdOf, freezeAfterChange }) =>
    openVerification(platform, { mail, accountIdOf, freezeAfterChange }),
})
