import { sealedSample } from '../key-check.ts'
import { defineModule } from '../manifest.ts'
import type { Platform } from '../module.ts'
import { type Mail, openMail } from './mail.ts'
import { mailMigrations } from './migrations.ts'

export const mailModule = defineModule({
  name: 'mail',
  migrations: mailMigrations,
  keyEvidence: {
    sealed: [
      sealedSample('mail where letter is not null', "letter as sealed, 'letter ' || id as place"),
    ],
  },
  sealed: [{ table: 'mail', id: { id: 'uuid' }, columns: { letter: "'letter ' || id" } }],
  open: (platform): { mail: Mail; logger: Platform['logger'] } => ({
    mail: openMail(platform),
    logger: platform.logger,
  }),
  serves: ({ mail, logger }) => ({
    jobs: [...mail.jobs],
    gauges: [...mail.gauges],
    ready: async () => greetMailServer(mail, logger),
    close: async () => mail.close(),
  }),
})

/** Logs at once when the mail server does not answer; e-mails wait and are tried again, and no call waits for them. */
function greetMailServer(mail: Mail, logger: Platform['logger']): void {
  mail.greet().catch(error => {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    logger.error(
      { why: responseCode ?? code },
      'SMTP_URL leads to no mail server that accepts e-mails: they wait, and are tried again',
    )
  })
}
