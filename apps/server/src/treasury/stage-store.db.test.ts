import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'

let system: EconomyFixture
beforeAll(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
  await system.db.owner.query(`
    create table announced_with (topic text, setting text);
    create function note_setting() returns trigger language plpgsql security definer as $$
      begin
        insert into announced_with values (new.topic, current_setting('synchronous_commit'));
        return null;
      end $$;
    create trigger note_setting after insert on outbox for each row execute function note_setting()`)
})
afterAll(() => system.db.close())

/**
 * A program that has read an announcement reads on from its number. One that a failover loses would have its number
 * given again, and what got it would not be read.
 */
test('a settlement announces nothing that a failover may lose', async () => {
  await system.setNow('2026-03-01T16:00:01Z')
  expect(await system.treasury.settleDue()).toBe(1)
  const { rows } = await system.db.owner.query(
    `select setting, count(*) filter (where topic = 'settlements') > 10 as stages
     from announced_with group by setting`,
  )
  expect(rows).toEqual([{ setting: 'on', stages: true }])
})
