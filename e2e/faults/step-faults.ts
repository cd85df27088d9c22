import { setTimeout as sleep } from 'node:timers/promises'
import { releaseWithdrawal, reviewWithdrawal } from '@banyan/domain'
import { approverKeyIn, operatorKeyFile, signInApprover } from '@banyan/tools/approvers'
import type { Client } from 'pg'
import { clockOf, cutOffsBetween, DAY_MS, inDatabaseAt, moveClock, settlements } from './clock.ts'
import { callNode, disturbances } from './disturb.ts'
import { CALM_MS, type Fault, middle, seconds } from './fault.ts'
import type { Scene } from './scene.ts'

/** The lock at which the server waits in a step that it was not killed in yet. */
const STOP = 7_654_329
const DONE_MS = 900_000

/**
 * The server waits in each stage of a settlement, at the first transfer that it posts or, in a stage
 * that posts none, at its end; and in each step of a payout. Acts of members wait nowhere.
 */
const HOLD = `
  create table faults_done (step text primary key);
  create function faults_hold() returns trigger language plpgsql security definer set search_path = public as $$
    declare under_way text;
    begin
      if tg_table_name = 'withdrawal_step' then
        if new.state not in ('handed', 'signed', 'sent', 'paid') then return new; end if;
        under_way := 'payout ' || new.state;
      else
        select stage into under_way from settlement_stage where ended_at is null order by begun_at desc limit 1;
        if under_way is null and tg_table_name = 'settlement_stage' then under_way := new.stage; end if;
      end if;
      if under_way is not null and not exists (select from faults_done where step = under_way) then
        -- Seen from outside while it waits.
        perform set_config('application_name', under_way, false);
        perform pg_advisory_xact_lock_shared(${STOP});
      end if;
      return new;
    end $$;
  create trigger faults_hold before insert on ledger_transfer for each row
    when (new.kind not like 'otc%' and new.kind not in ('recharge', 'withdrawal', 'payout', 'payout_fee'))
    execute function faults_hold();
  create trigger faults_hold before insert on ledger_transfer_block for each row execute function faults_hold();
  create trigger faults_hold before update on settlement_stage for each row
    when (new.ended_at is not null) execute function faults_hold();
  create trigger faults_hold before insert on withdrawal_step for each row execute function faults_hold()`

const AWAY = `
  drop trigger if exists faults_hold on ledger_transfer;
  drop trigger if exists faults_hold on ledger_transfer_block;
  drop trigger if exists faults_hold on settlement_stage;
  drop trigger if exists faults_hold on withdrawal_step;
  drop function if exists faults_hold; drop table if exists faults_done`

/** R3. The server is killed once in each step of a settlement and of a payout. */
export const stepFaults: Fault = {
  what: 'kill -9 of the server once in each stage of a settlement and each step of a payout, of the signer too in those',
  bound:
    'the settlement is the one that was frozen, run once; the payout is paid once on the chain; acts go on after each kill',
  run: async scene => {
    const wrong: string[] = []
    const waits: number[] = []
    const stages = await settleWithKills(scene, waits, wrong)
    const steps = await payWithKills(scene, waits, wrong)
    waits.sort((one, other) => one - other)
    const figure =
      `${stages.length} kills in a settlement (${stages.join(', ')}), ${steps.length} in a payout (${steps.join(', ')}); ` +
      `acts acknowledged again after ${seconds(middle(waits))} in the middle, ${seconds(waits.at(-1) ?? 0)} at most`
    return { figure, wrong }
  },
}

async function settleWithKills(scene: Scene, waits: number[], wrong: string[]): Promise<string[]> {
  const url = scene.product.databaseUrl
  const before = (await settlements(url)).published
  await scene.traffic.pause()
  const from = await clockOf(url)
  const seen = new Map<string, Set<string>>()
  const begin = async () => {
    await moveClock(url, DAY_MS)
    scene.traffic.resume()
  }
  const killed = await withHold(scene, waits, begin, async () => {
    for (const [period, hashes] of await hashesOf(url))
      seen.set(period, new Set([...(seen.get(period) ?? []), hashes]))
    const due = cutOffsBetween(from, await clockOf(url))
    return (await settlements(url)).published - before >= due
  })
  const { published, gaps } = await settlements(url)
  const due = cutOffsBetween(from, await clockOf(url))
  if (published - before !== due) wrong.push(`${published - before} settlements for ${due} periods`)
  if (gaps !== 0) wrong.push(`${gaps} periods have no settlement`)
  for (const [period, hashes] of seen)
    if (hashes.size > 1) wrong.push(`the settlement of ${period} had ${hashes.size} results`)
  return killed
}

/** A withdrawal of the demo community is approved by two people, and paid. */
async function payWithKills(scene: Scene, waits: number[], wrong: string[]): Promise<string[]> {
  const url = scene.product.databaseUrl
  const waiting = await inDatabaseAt(url, async client => {
    const { rows } = await client.query<Waiting>(
      `select id::text as uuid, 'wdr_' || replace(id::text, '-', '') as id, state, address from withdrawal
       where state in ('requested', 'reviewed') and approvable_from <= house_now() order by requested_at limit 1`,
    )
    return rows[0]
  })
  if (waiting === undefined) throw new Error('no withdrawal of the community waits for approval')
  const before = await transfersTo(scene, waiting.address)
  const state = async () =>
    inDatabaseAt(url, async client => {
      const { rows } = await client.query<{ state: string }>(
        'select state from withdrawal where id = $1',
        [waiting.uuid],
      )
      return rows[0]?.state ?? ''
    })
  const begin = () => approve(scene, waiting)
  const killed = await withHold(scene, waits, begin, async () => {
    // A payout is confirmed by the blocks on top of it.
    await callNode(scene.disturbed.rpcUrl, 'anvil_mine', ['0x4'])
    return (await state()) === 'paid'
  })
  const paid = (await transfersTo(scene, waiting.address)) - before
  if (paid !== 1) wrong.push(`a withdrawal was paid ${paid} times on the chain`)
  return killed
}

interface Waiting {
  uuid: string
  id: string
  state: string
  address: string
}

/**
 * Holds the server at each step, kills it there, and lets it pass the next time. Returns where it was
 * killed.
 */
async function withHold(
  scene: Scene,
  waits: number[],
  begin: () => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<string[]> {
  const killed: string[] = []
  await inDatabaseAt(scene.product.databaseUrl, async client => {
    await client.query(HOLD)
    try {
      await client.query('select pg_advisory_lock($1)', [STOP])
      await begin()
      const giveUpAt = performance.now() + DONE_MS
      while (!(await isDone())) {
        if (performance.now() > giveUpAt)
          throw new Error(`it did not end; killed in ${killed.join(', ')}`)
        const step = await killWaiting(scene, client, waits)
        if (step !== null) killed.push(step)
        await sleep(100)
      }
    } finally {
      await client.query('select pg_advisory_unlock_all()')
      await client.query(AWAY)
    }
  })
  return killed
}

/** Kills the server where it waits. Returns the step; null when it waits nowhere. */
async function killWaiting(scene: Scene, client: Client, waits: number[]): Promise<string | null> {
  const { rows } = await client.query<{ pid: number; step: string }>(
    `select pid, application_name as step from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and not granted`,
    [STOP],
  )
  const step = rows[0]?.step
  if (step === undefined) return null
  const began = performance.now()
  if (step.startsWith('payout')) await disturbances['kill -9 of the signer'](scene.disturbed)
  await disturbances['kill -9 of the server'](scene.disturbed)
  // The statements that wait have no client any more.
  for (const one of rows) {
    await client.query('insert into faults_done values ($1) on conflict do nothing', [one.step])
    await client.query('select pg_terminate_backend($1)', [one.pid])
  }
  waits.push(await scene.recovered(performance.now()))
  await sleep(Math.max(0, CALM_MS - (performance.now() - began)))
  return step
}

async function hashesOf(url: string): Promise<[period: string, hashes: string][]> {
  return inDatabaseAt(url, async client => {
    const { rows } = await client.query<{ period: string; hashes: string }>(
      `select period, encode(input_hash, 'hex') || encode(result_hash, 'hex') as hashes
       from settlement_outcome`,
    )
    return rows.map(({ period, hashes }) => [period, hashes])
  })
}

async function approve({ product, disturbed }: Scene, { id, state }: Waiting): Promise<void> {
  const signIn = async (role: string) => {
    const operator = product.demoOperators.find(one => one.role === role)
    if (!operator) throw new Error(`there is no ${role}`)
    const key = await approverKeyIn(operatorKeyFile(disturbed.dataDir, operator.name))
    return signInApprover(product.consoleUrl, operator, { key })
  }
  const [reviewer, treasurer] = [await signIn('reviewer'), await signIn('treasurer')]
  const given = async (by: typeof reviewer) => ({
    params: { id },
    body: { signature: await by.sign(id), note: null, reason: 'A run of faults.' },
  })
  if (state === 'requested') await reviewer.act(reviewWithdrawal, await given(reviewer))
  await treasurer.act(releaseWithdrawal, await given(treasurer))
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** How many transfers of any token to an address are in the blocks that the node has. */
async function transfersTo({ disturbed }: Scene, address: string): Promise<number> {
  const topic = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const filter = { fromBlock: '0x0', toBlock: 'latest', topics: [TRANSFER, null, topic] }
  return (await callNode<object[]>(disturbed.rpcUrl, 'eth_getLogs', [filter])).length
}
