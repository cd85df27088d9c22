/** Who may visit whom: ARCHITECTURE.md, "Rooms and walls". Every table here is held by a test. */

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
  // It trusts nothing that the server says, so it shares nothing with it but the order and the protocol.
  'apps/signer': ['@banyan/payouts'],
  // The benchmarks measure the server's own parts, so they are handed them; simulations live by the rules.
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

/** Rooms of the server and the rooms that each may import, through their index only. */
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
  // What decodes strangers' bytes knows nothing else, and runs in a process of its own.
  pictures: [],
  uploads: ['pictures'],
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

/** Rooms of the member app never import each other: the shell composes them. */
export const memberShell = 'shell'
