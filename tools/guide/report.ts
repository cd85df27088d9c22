import type { ByHand, Claim } from './acts.ts'
import type { Command } from './blocks.ts'
import { type NotRun, substitutions } from './plan.ts'

/** What came of one command. */
export interface Tried {
  command: Command
  exit: number
  ms: number
}

/** What came of one claim. */
export interface Claimed {
  claim: Pick<Claim, 'after' | 'what'>
  wrong: string | null
}

/** What a run was made with. */
export interface Circumstances {
  versions: readonly string[]
  /** ISO 8601. */
  at: string
}

/** Text within a cell of a table, in one line; the lines of a command are shown by ⏎. */
export const cell = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim().replaceAll(/\s+/g, ' '))
    .join(' ⏎ ')
    .replaceAll('|', '\\|')

/** A command as its row shows it; the version is left out, which every release changes. */
export const commandCell = (text: string): string =>
  `\`\` ${cell(text).replaceAll(/banyan-\d+\.\d+\.\d+/g, 'banyan-<version>')} \`\``

/** The page docs/operations/guide-tried.md. */
export function renderReport(
  tried: readonly Tried[],
  claimed: readonly Claimed[],
  notRun: readonly { command: Command; why: NotRun['why'] }[],
  byHand: readonly ByHand[],
  { versions, at }: Circumstances,
): string {
  const pages = [...new Set(tried.map(({ command }) => command.page))]
  const rows = (page: string) =>
    tried
      .filter(({ command }) => command.page === page)
      .map(
        ({ command, exit, ms }) =>
          `| ${commandCell(command.text)} | ${exit === 0 ? 'done' : `**exit code ${exit}**`} | ${(ms / 1000).toFixed(1)} |`,
      )
  return `${[
    '# The guide, tried',
    '',
    'Written by `npm run guide:try -- --write`; please do not edit it by hand. It reads the commands out of the pages of this folder and runs',
    'them as they are written, one after the other in one shell of root, on a new Debian whose first process is systemd, in namespaces of its own:',
    'processes, mounts, network and host name. The units are those of `ops/systemd`, unchanged.',
    '',
    `Made on ${at.slice(0, 16).replace('T', ' ')} UTC with ${versions.join(', ')}.`,
    '',
    '## What was put in the place of words',
    '',
    '| Words | Replaced by |',
    '|---|---|',
    ...substitutions.map(({ words, by }) => `| ${words} | ${by} |`),
    '',
    '`app.example.org` and `console.example.org` are names of the machine itself.',
    '',
    '## What a person did between commands',
    '',
    '| Before | What |',
    '|---|---|',
    ...byHand.map(({ before, what }) => `| ${commandCell(before.begins)} | ${what} |`),
    '',
    ...pages.flatMap(page => [
      `## Commands of ${page}`,
      '',
      '| Command | Result | Seconds |',
      '|---|---|---|',
      ...rows(page),
      '',
    ]),
    '## What held afterwards',
    '',
    '| After | Claim | |',
    '|---|---|---|',
    ...claimed.map(
      ({ claim, wrong }) =>
        `| ${commandCell(claim.after.begins)} | ${claim.what} | ${wrong === null ? 'yes' : `**no**: ${cell(wrong)}`} |`,
    ),
    '',
    '## What was not run',
    '',
    '| Page | Command | Why |',
    '|---|---|---|',
    ...notRun.map(
      ({ command, why }) =>
        `| ${command.page} | ${commandCell(command.text.split('\n')[0] ?? '')} | ${why} |`,
    ),
    '',
    'What is in sentences and tables of the pages, such as the steps of [three machines](three-machines.md), is not run here;',
    'those are built by [the drill](drill.md).',
  ].join('\n')}\n`
}
