import PostalMime from 'postal-mime'

/** An e-mail as it arrived. */
export interface Email {
  id: string
  /** When it arrived, ISO 8601. */
  at: string
  from: string
  /** Every address that it was delivered to. */
  to: string[]
  subject: string
  text: string
  html: string | null
}

/** The envelope of an e-mail: its addresses decide, not those of the headers. */
export interface Envelope {
  from: string
  to: string[]
}

const most = 200

/** The e-mails of this run, newest first, the last 200. They are kept in memory only. */
export class Emails {
  #emails: Email[] = []
  #count = 0

  async receive(raw: Buffer, envelope: Envelope): Promise<Email> {
    const mail = await PostalMime.parse(raw)
    const email: Email = {
      id: String(++this.#count),
      at: new Date().toISOString(),
      from: mail.from?.address ?? envelope.from,
      to: envelope.to,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? null,
    }
    this.#emails = [email, ...this.#emails].slice(0, most)
    return email
  }

  /** All of them, or those delivered to one address, in whatever case it is written. */
  list(to?: string): Email[] {
    if (to === undefined) return this.#emails
    const wanted = to.toLowerCase()
    return this.#emails.filter(email => email.to.some(one => one.toLowerCase() === wanted))
  }

  find(id: string): Email | undefined {
    return this.#emails.find(email => email.id === id)
  }
}
