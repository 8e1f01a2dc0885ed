import { expect, test } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { apiKeyEvents } from '#kernel/events/reference-data.ts'
import { dealerForThisTest } from '../dealer.ts'
import { COMPANY, customerRecorded } from '../samples.ts'

/** Of each change of the checkpoint, whether its commit waits for the disk. */
const NOTE_HOW_IT_COMMITS = `
  create table public.commits (number serial, waits_for_disk text);
  create function public.note_commit() returns trigger language plpgsql security definer as $$
  begin
    insert into public.commits (waits_for_disk) values (current_setting('synchronous_commit'));
    return null;
  end $$;
  create trigger note_commit after update on read_model.checkpoint
    for each row execute function public.note_commit()`

test('an API key is on disk before it is shown, and other records do not wait for the disk', async () => {
  const dealer = await dealerForThisTest()
  const customer = (id: string) =>
    dealer.write(customerEvents, id, customerRecorded({ customerId: id }))
  dealer.project()
  await customer('a')
  await dealer.untilShown()
  await dealer.rows(NOTE_HOW_IT_COMMITS)

  await customer('b')
  await dealer.untilShown()
  await dealer.write(apiKeyEvents, 'key', {
    type: 'ApiKeyRecorded',
    data: {
      companyId: COMPANY,
      apiUserId: 'user',
      secretHash: 'scrypt$1$2$3$salt$hash',
      status: true,
      validUntil: '2027-01-01T00:00:00Z',
      rights: [],
    },
  })
  await dealer.untilShown()
  await customer('c')
  await dealer.untilShown()

  expect(await dealer.rows('select waits_for_disk from public.commits order by number')).toEqual([
    { waits_for_disk: 'off' },
    { waits_for_disk: 'on' },
    { waits_for_disk: 'off' },
  ])
})
