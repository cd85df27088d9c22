/** The allowed imports: ARCHITECTURE.md, "Modules and boundaries". A test checks every table of this file. */

/** Workspaces, by the folder that holds them, and the workspaces that their product code may import. */
export const workspaceDependencies: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/economy': ['@banyan/domain'],
  'packages/client': ['@banyan/domain'],
  'packages/ui': [],
  // What two people approve and the signer pays: shared by server, signer and operators' tools.
  'packages/payouts': [],
  'apps/member': ['@banyan/domain', '@banyan/client', '@banyan/ui'],
  // The operators' own app: nothing of it is in the member app, and nothing of that in it.
  'apps/console': ['@banyan/domain', '@banyan/client', '@banyan/ui'],
  'apps/server': ['@banyan/domain', '@banyan/economy', '@banyan/payouts'],
  // The signer trusts nothing from the server, so it shares only the order and the protocol with
  // it.
  'apps/signer': ['@banyan/payouts'],
  // Benchmarks measure the server's own parts, so they may import them; simulations use the rules.
  tools: [
    '@banyan/domain',
    '@banyan/economy',
    '@banyan/client',
    '@banyan/server',
    '@banyan/signer',
    '@banyan/payouts',
  ],
  e2e: ['@banyan/client', '@banyan/domain', '@banyan/tools'],
}

/** What tests may import besides: a real chain and real databases are the tools' to start. */
export const testDependencies: readonly string[] = ['@banyan/tools', 'fast-check', 'vitest']

/** Packages that may import nothing but these from the registry: what both sides agree on stays pure. */
export const purePackages: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': ['zod'],
  'packages/economy': [],
  'packages/client': [],
  'packages/payouts': ['zod'],
}

/** Modules of the member app never import each other: the shell composes them. */
export const memberShell = 'shell'
