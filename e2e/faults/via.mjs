/**
 * Loaded into the product's programs (NODE_OPTIONS): what the server is given as addresses of the chain's nodes and
 * of the mail server is replaced by the addresses of proxies, which a fault can disturb. The programs
 * themselves know nothing of it.
 */
for (const name of ['CHAIN_RPC_URLS', 'SMTP_URL']) {
  const via = process.env[`VIA_${name}`]
  if (via && process.env[name]) process.env[name] = via
}
