/**
 * The reads that the pages most visits begin with show first, by the page's path: index.html asks for
 * them in one call before the app is there. Each is the address exactly as the page's query makes it; one
 * that no query makes costs the server its answer, and one that is missing is asked for by its query.
 * None has the server's time: it would be read later than it was sent.
 */
export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  '/': [
    '/api/user/me',
    '/api/solvency',
    '/api/pricing/guide',
    '/api/earnings/static-summary',
    '/api/earnings/dynamic-summary',
    '/api/wallets/summary',
    '/api/subscriptions/round',
    '/api/wallets/flows',
    '/api/email',
    '/api/otc/trades?limit=50&open=true',
    '/api/notifications/unread',
    '/api/notices/unread',
  ],
  '/pages/tabbar/OTC': [
    '/api/otc/publish-terms',
    '/api/solvency',
    '/api/otc/trades?limit=50&open=true',
    '/api/wallets/summary',
    '/api/otc/market?limit=20&side=sell',
  ],
}
