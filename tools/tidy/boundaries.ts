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
  e2e: ['@banyan/domain', '@banyan/tools'],
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

/** Modules of the server and the modules that each may import, through their index only. */
export const serverModules: Readonly<Record<string, readonly string[]>> = {
  ledger: [],
  // The second accountant shares nothing with what it checks.
  accountant: [],
  identity: [],
  sessions: ['identity', 'verification'],
  verification: [],
  network: ['ledger'],
  pricing: ['ledger'],
  earnings: ['ledger'],
  // Multiple-choice questions, those before the first money and the machinery of the quiz.
  risk: [],
  rules: [],
  statistics: [],
  losses: ['ledger'],
  solvency: ['deposits', 'ledger'],
  subscriptions: ['ledger', 'pricing'],
  redemptions: ['ledger', 'pricing', 'subscriptions'],
  distribution: ['ledger', 'risk'],
  treasury: [
    'ledger',
    'rules',
    'pricing',
    'network',
    'distribution',
    'earnings',
    'subscriptions',
    'redemptions',
    'otc',
    'losses',
    'deposits',
  ],
  'wind-down': ['ledger', 'subscriptions', 'redemptions', 'earnings', 'otc', 'treasury', 'losses'],
  wallets: ['ledger'],
  // These read untrusted bytes in a process of their own, so they import nothing else.
  files: [],
  pictures: ['files'],
  uploads: ['files', 'pictures'],
  blocks: [],
  chat: [],
  notices: [],
  'personal-data': ['ledger'],
  service: [],
  notifications: [],
  push: [],
  evidence: [],
  otc: ['ledger'],
  operators: ['ledger'],
  explanations: ['deposits'],
  proposals: [
    'operators',
    'rules',
    'treasury',
    'losses',
    'distribution',
    'wind-down',
    'explanations',
    'withdrawals',
    'deposits',
  ],
  deposits: ['ledger'],
  withdrawals: ['ledger', 'deposits', 'operators'],
  collection: ['ledger', 'deposits', 'withdrawals'],
}

/** Modules of the member app never import each other: the shell composes them. */
export const memberShell = 'shell'
