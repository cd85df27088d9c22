import type { Command } from './blocks.ts'

/**
 * How the pages of docs/operations are run: in which order, what is put in the place of words that stand
 * for something, what a person does between two commands, what is claimed after one, and what is not run.
 */

/** The pages whose commands are run, in this order. */
export const runPages = [
  'README.md',
  'incidents.md',
  'upgrades.md',
  'keys.md',
  'uploads.md',
] as const

/** A command, by its page and how it begins. */
export interface Place {
  page: string
  begins: string
}

/** Is it that command? */
export const isAt = ({ page, begins }: Place, command: Command): boolean =>
  command.page === page && command.text.startsWith(begins)

/** A command, or a block that is no shell, that is not run, and why. */
export interface NotRun extends Place {
  why: string
}

const inRepository = 'for the repository, not for a machine that runs the platform'
const shown = 'shows what a person reads'

export const notRun: readonly NotRun[] = [
  { page: 'containers.md', begins: 'apt-get install', why: inRepository },
  { page: 'containers.md', begins: 'npm run package', why: 'made the file that is installed here' },
  { page: 'containers.md', begins: 'npm run container', why: inRepository },
  {
    page: 'containers.md',
    begins: 'podman run',
    why: 'no podman here; `npm run container:try` runs the image',
  },
  { page: 'upgrades.md', begins: 'RECORD_RELEASE', why: inRepository },
  { page: 'traces.md', begins: 'TRACES_URL', why: 'lines of `banyan.env`; a test exports traces' },
  { page: 'three-machines.md', begins: 'members →', why: shown },
  { page: 'keys.md', begins: 'Key 2 of fieldKey', why: shown },
]

/** Blocks that are the text of a file, which a person writes before a command. */
export const files = {
  site: { page: 'README.md', begins: 'server {' },
  contact: { page: 'README.md', begins: 'Contact: ' },
  contactInSite: { page: 'README.md', begins: '  location = /.well-known/security.txt' },
} as const satisfies Record<string, Place>

/** What is put in place of words that a person replaces. */
export interface Values {
  password: string
  /** The version that is installed first, and the one that it is upgraded to. */
  version: string
  next: string
  store: { endpoint: string; bucket: string; region: string; keyId: string; secret: string }
}

/** What is put in the place of which words, in commands and in files. */
export const substitutions: readonly {
  words: string
  by: string
  fill: (text: string, values: Values) => string
}[] = [
  {
    words: '`PASSWORD`',
    by: 'a password that is drawn for the run',
    fill: (text, { password }) => text.replaceAll(/\bPASSWORD\b/g, password),
  },
  {
    words: '`banyan-NEW`',
    by: 'the same programs, named and packed as the next version',
    fill: (text, { next }) => text.replaceAll('banyan-NEW', `banyan-${next}`),
  },
  {
    words: '`banyan-OLD`',
    by: 'the version that was installed first',
    fill: (text, { version }) => text.replaceAll('banyan-OLD', `banyan-${version}`),
  },
  {
    words: 'the values of the lines `S3_…`',
    by: 'those of a store of objects (OpenStack Swift) on the machine’s own network, over HTTP',
    fill: (text, { store }) =>
      text
        .replace(/^S3_ENDPOINT=.*$/m, `S3_ENDPOINT=${store.endpoint}`)
        .replace(/^S3_BUCKET=.*$/m, `S3_BUCKET=${store.bucket}`)
        .replace(/^S3_REGION=.*$/m, `S3_REGION=${store.region}`)
        .replace(/^S3_ACCESS_KEY_ID=.*$/m, `S3_ACCESS_KEY_ID=${store.keyId}`)
        .replace(/^S3_SECRET_ACCESS_KEY=.*$/m, `S3_SECRET_ACCESS_KEY=${store.secret}`),
  },
]

/** A command with the values of a run. */
export const fillIn = (text: string, values: Values): string =>
  substitutions.reduce((filled, { fill }) => fill(filled, values), text)
