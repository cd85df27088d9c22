import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectTo, untilPrimary } from './cluster.ts'
import { moveClock } from './community.ts'
import { signalQuietly } from './network.ts'
import type { MachineName } from './topology.ts'
import type { World } from './world.ts'

/** The lock at which a worker waits in a stage that it was not killed in yet. */
const STOP = 7_654_321
const DAY_MS = 86_400_000

/**
 * A worker waits at the first transfer that a stage posts; in a stage that posts none, when its end is noted. The
 * drill holds the lock and kills who waits for it.
 */
const HOLD = `
  create table drill_done (stage text primary key);
  grant select on drill_done to banyan_app;
  create function drill_hold() returns trigger language plpgsql security definer as $$
    declare under_way text;
    begin
      if current_setting('application_name') like 'banyan-worker-%' then
        select stage into under_way from settlement_stage
          where ended_at is null order by begun_at desc limit 1;
        if under_way is null and tg_table_name = 'settlement_stage' then under_way := new.stage; end if;
        if under_way is not null and not exists (select from drill_done where stage = under_way) then
          perform pg_advisory_xact_lock_shared(${STOP});
        end if;
      end if;
      return new;
    end $$;
  create trigger drill_hold before insert on ledger_transfer for each row execute function drill_hold();
  create trigger drill_hold before update on settlement_stage for each row
    when (new.ended_at is not null) execute function drill_hold()`

const AWAY = `
  drop trigger drill_hold on ledger_transfer;
  drop trigger drill_hold on settlement_stage;
  drop function drill_hold; drop table drill_done`

/** Lets a day pass, and kills the worker that settles it once in each stage. */
export async function killWorkersInEachStep(world: World): Promise<string> {
  const client = await connectTo(world.drill, await untilPrimary())
  const killed: string[] = []
  try {
    await client.query(HOLD)
    await client.query('select pg_advisory_lock($1)', [STOP])
    const { rows } = await client.query<{ many: number }>(
      'select count(*)::int as many from settlement_run where published_at is not null',
    )
    const before = rows[0]?.many ?? 0
    world.community.shiftMs += DAY_MS
    await moveClock(world.context, world.community.shiftMs)
    const giveUpAt = performance.now() + 420_000
    while (!(await isPublished(client, before))) {
      if (performance.now() > giveUpAt)
        throw new Error(`the settlement did not end; killed in ${killed.join(', ')}`)
      const stage = await killWaiting(world, client)
      if (stage !== null) killed.push(stage)
      await sleep(50)
    }
    await client.query(AWAY)
  } finally {
    await client.end()
  }
  return `${killed.length} kills: ${killed.join(', ')}`
}

async function isPublished(client: pg.Client, before: number): Promise<boolean> {
  const { rows } = await client.query<{ many: number }>(
    'select count(*)::int as many from settlement_run where published_at is not null',
  )
  return (rows[0]?.many ?? 0) > before
}

/** Kills the worker that waits, and lets its successors pass. Returns the stage; null when none waits. */
async function killWaiting({ hosts }: World, client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ pid: number; program: string; stage: string | null }>(
    `select pid, application_name as program,
       (select stage from settlement_stage where ended_at is null order by begun_at desc limit 1) as stage
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and not granted limit 1`,
    [STOP],
  )
  const waiting = rows[0]
  if (waiting === undefined) return null
  const stage = waiting.stage ?? 'publish'
  const machine = waiting.program.split('-').at(-1) as MachineName
  const worker = hosts[machine].pidOf('worker')
  signalQuietly(worker, 'SIGKILL')
  if (worker !== undefined)
    await client.query('insert into drill_done values ($1) on conflict do nothing', [stage])
  await client.query('select pg_terminate_backend($1)', [waiting.pid])
  // Without a worker it was what the one before has left.
  return worker === undefined ? null : stage
}
