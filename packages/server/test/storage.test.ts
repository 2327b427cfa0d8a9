import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/platform/config/config.ts'
import { systemAmbient } from '../src/platform/core/ambient.ts'
import { prepare } from '../src/platform/db/database.ts'
import { fillPeriods } from '../src/platform/db/migrations/steps-0002-0020.ts'
import { openStore, type Store } from '../src/platform/db/open-store.ts'
import { transactionConnection } from '../src/platform/db/postgres.ts'
import { batchingConnection, plainConnection } from '../src/platform/db/postgres-batch.ts'
import { sqliteFile } from '../src/platform/db/sqlite.ts'
import { addWebhook, readWebhook, releaseWebhook, restartDelivery } from '../src/stores/event-log/webhooks.ts'
import { BATCH_STATEMENTS, createDatabase, ENGINES } from './harness.ts'
import { tempFolder } from './processes.ts'

function signal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((resume) => {
    resolve = resume
  })
  return { promise, resolve }
}

for (const engine of ENGINES) {
  describe(`storage on ${engine}`, () => {
    let store: Store
    const data = tempFolder()
    let drop = async () => {}
    let url = ''
    beforeAll(async () => {
      const flags = [`--data=${data}`]
      if (engine === 'postgres') {
        const database = await createDatabase({ empty: true })
        drop = database.drop
        url = database.url
        flags.push(`--database-url=${database.url}`, `--redis-url=${process.env.TEST_REDIS_URL}`)
      }
      const config = readConfig(flags, { AGENT_NETWORK_CHECKS: 'on' })
      // Those who queue together stay together on SQLite, however slow this machine is.
      const ambient = engine === 'sqlite' ? { ...systemAmbient(), elapsed: () => 0 } : systemAmbient()
      store = await openStore(config, ambient, pino({ level: 'silent' }), {
        migrate: true,
        batchStatements: BATCH_STATEMENTS,
      })
    })
    afterAll(async () => {
      await store.close()
      await drop()
    })

    const put = (name: string, value = '1') =>
      store.database.transact((tx) => tx.sql.insertInto('meta').values({ name, value }).execute())
    const names = async (like: string) =>
      (await store.database.read.sql.selectFrom('meta').select('name').execute())
        .map((row) => row.name)
        .filter((name) => name.startsWith(like))

    it('counts days of an older store by stretches, also before 1970', async () => {
      const counted = (scope: string, days: number[]) =>
        days.map((day) => ({ world_id: 'old', scope, day, n: 1 + Math.abs(day) }))
      await store.database.transact(async (tx) => {
        const rows = [
          counted('posts', [-65, -64, -1, 0, 63, 64]),
          counted('posts:agent:a', [5]),
          counted('agents', [0]),
        ]
        await tx.sql.insertInto('tallies').values(rows.flat()).execute()
        await fillPeriods(tx)
      })
      const stretches = await store.database.read.sql
        .selectFrom('tallies')
        .select(['scope', 'day', 'n'])
        .where('scope', 'like', 'stretch:%')
        .orderBy('scope')
        .orderBy('day')
        .execute()
      expect(stretches).toEqual([
        { scope: 'stretch:posts', day: -2, n: 66 },
        { scope: 'stretch:posts', day: -1, n: 67 },
        { scope: 'stretch:posts', day: 0, n: 65 },
        { scope: 'stretch:posts', day: 1, n: 65 },
        { scope: 'stretch:posts:agent:a', day: 0, n: 6 },
      ])
    })

    it('keeps a webhook due whose lease ends while another transaction creates a delivery', async () => {
      const [which, at] = [{ world: 'w', id: 'whk_race' }, 1_000]
      await store.database.transact(async (tx) => {
        await addWebhook(tx, {
          ...{ world_id: 'w', id: 'whk_race', agent_id: 'a', key_id: 'k', url: '', events: '[]', description: '' },
          ...{ state: 'active', disabled_reason: null, secrets: '[]', created_at: 0, failing_since: null },
          ...{ next_at: at, lease_until: 9_000, holder: 'node', served_at: 0 },
        })
        await tx.sql
          .insertInto('webhook_deliveries')
          .values({
            ...{ world_id: 'w', webhook_id: 'whk_race', position: 1, agent_id: 'a', kind: 'dm', state: 'failed' },
            ...{ tries: 1, attempts: '[]', next_at: null, created_at: 0 },
          })
          .execute()
      })
      const row = await store.database.read.sql
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', 'whk_race')
        .executeTakeFirstOrThrow()
      const [restarted, commit] = [signal(), signal()]
      const restart = store.database.transact(async (tx) => {
        await restartDelivery(tx, row, at)
        restarted.resolve()
        await commit.promise
      })
      await restarted.promise
      const release = store.database.transact((tx) => releaseWebhook(tx, which, 'node'))
      // The release ends at once if nothing makes it wait.
      await Promise.race([release, new Promise((resume) => setTimeout(resume, 1_000))])
      commit.resolve()
      await Promise.all([restart, release])
      expect(await readWebhook(store.database.read, which)).toMatchObject({ next_at: at, holder: '' })
    })

    it('flushes every commit', async () => {
      if (engine === 'sqlite') {
        const pragma = (name: string) =>
          store.database.transact(async (tx) => Object.values((await tx.raw<object>(`pragma ${name}`, []))[0]!)[0])
        expect([await pragma('synchronous'), await pragma('journal_mode')]).toEqual([2, 'wal'])
      } else {
        const [row] = await store.database.read.raw<object>(`select current_setting('synchronous_commit') as v`, [])
        expect(row).toEqual({ v: 'on' })
      }
    })

    it.runIf(engine === 'sqlite')('empties its log after somebody looked at a picture of the store', async () => {
      await store.database.snapshot((read) => read.raw('select count(*) from meta', []))
      await put('after-the-picture')
      const own = new DatabaseSync(sqliteFile(data))
      try {
        expect(own.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 })
      } finally {
        own.close()
      }
    })

    it('undoes a failed writer and keeps those that shared its flush', async () => {
      const results = await Promise.allSettled([
        put('group-a'),
        store.database.transact(async (tx) => {
          await tx.sql.insertInto('meta').values({ name: 'group-b', value: '1' }).execute()
          throw new Error('changed my mind')
        }),
        put('group-c'),
        put('group-a'),
      ])
      const [first, undone, committed, second] = results.map((r) => r.status)
      expect([undone, committed]).toEqual(['rejected', 'fulfilled'])
      // Two connections may come to the store in either order; one writer does not.
      if (engine === 'sqlite') expect([first, second]).toEqual(['fulfilled', 'rejected'])
      else expect([first, second].sort()).toEqual(['fulfilled', 'rejected'])
      expect((await names('group-')).sort()).toEqual(['group-a', 'group-c'])
    })

    it('does not rerun a transaction that must run once when a later one fails', async () => {
      const runs: string[] = []
      const put = prepare<{ name: string }, unknown>((sql, param) =>
        sql.insertInto('meta').values({ name: param('name'), value: '1' }),
      )
      const writer = (name: string, options: { repeatable?: boolean }, fails = false) =>
        store.database.transact(async (tx) => {
          runs.push(name)
          await tx.run(put, { name })
          if (fails) throw new Error('cannot')
        }, options)
      const ended = await Promise.allSettled([
        writer('held-a', { repeatable: true }),
        writer('held-no', {}, true),
        writer('held-once', {}),
        writer('held-fails', { repeatable: true }, true),
        writer('held-b', { repeatable: true }),
      ])
      expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
      expect((await names('held-')).sort()).toEqual(['held-a', 'held-b', 'held-once'])
      for (const once of ['held-no', 'held-once']) expect(runs.filter((name) => name === once)).toHaveLength(1)
    })

    it('loses and doubles nothing where a writer fails whose whole group has to be undone', async () => {
      const add = prepare<{ name: string }, unknown>((sql, param) =>
        sql
          .insertInto('meta')
          .values({ name: param('name'), value: '1' })
          .onConflict((c) => c.column('name').doUpdateSet({ value: 'twice' })),
      )
      const runs: string[] = []
      const namesByTransaction: Record<string, string[]> = {}
      const writer = (name: string, { repeatable = true, fails = false } = {}) =>
        store.database
          .transact(
            async (tx) => {
              runs.push(name)
              await tx.run(add, { name })
              if (fails) throw new Error(`${name} cannot`)
            },
            { repeatable },
          )
          .then(async () => {
            namesByTransaction[name] = await names(name)
          })
      const all = ['undone-a', 'undone-once', 'undone-b', 'undone-c', 'undone-fails', 'undone-d', 'undone-e']
      const ended = await Promise.allSettled([
        ...['undone-a', 'undone-b', 'undone-c'].map((name) => writer(name)),
        writer('undone-fails', { fails: true }),
        writer('undone-once', { repeatable: false }),
        writer('undone-d'),
        writer('undone-e'),
      ])
      expect(ended.flatMap((end, n) => (end.status === 'rejected' ? [n, String(end.reason)] : []))).toEqual([
        3,
        'Error: undone-fails cannot',
      ])
      const rows = await store.database.read.sql
        .selectFrom('meta')
        .selectAll()
        .where('name', 'like', 'undone-%')
        .execute()
      const committedNames = all.filter((name) => name !== 'undone-fails').sort()
      expect(rows.map(({ name }) => name).sort()).toEqual(committedNames)
      expect(rows.every(({ value }) => value === '1')).toBe(true)
      // A write is readable as soon as it was acknowledged.
      expect(namesByTransaction).toEqual(Object.fromEntries(committedNames.map((name) => [name, [name]])))
      expect(runs.filter((name) => name === 'undone-once')).toHaveLength(1)
      // On SQLite the group was in fact undone, or this has shown nothing.
      if (engine === 'sqlite') expect(runs.filter((name) => name === 'undone-a')).toHaveLength(2)
    })

    it('shows a write to readers once it is acknowledged, and not before', async () => {
      let visibleNames: string[] = ['?']
      await store.database.transact(async (tx) => {
        await tx.sql.insertInto('meta').values({ name: 'visible', value: '1' }).execute()
        visibleNames = await tx.sql
          .selectFrom('meta')
          .select('name')
          .where('name', '=', 'visible')
          .execute()
          .then((rows) => rows.map((r) => r.name))
      })
      expect(visibleNames).toEqual(['visible'])
      expect(await names('visible')).toEqual(['visible'])
    })

    it('fails by the first of several statements that were not awaited, and stores none of them', async () => {
      const insert = prepare<{ name: string }, unknown>((sql, param) =>
        sql.insertInto('meta').values({ name: param('name'), value: '1' }),
      )
      const sending = store.database.transact(async (tx) => {
        for (const name of ['sent-a', 'sent-a', 'sent-b']) tx.send(insert, { name })
      })
      await expect(sending).rejects.toThrow(/unique/i)
      expect(await names('sent-')).toEqual([])
      await store.database.transact(async (tx) => {
        for (const name of ['sent-a', 'sent-b']) tx.send(insert, { name })
      })
      expect(await names('sent-')).toHaveLength(2)
    })

    const onOneConnection = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await work(client).finally(() => client.end())
    }
    const insertOf = (name: string) => ({ name: 'insert', text: `insert into meta values ($1, '1')`, values: [name] })

    describe.runIf(engine === 'postgres').each([
      ['plain', plainConnection],
      ['batching', batchingConnection],
    ] as const)('a %s connection', (kind, connect) => {
      it('runs no first statement without the begin that it takes along', async () => {
        const name = `begun-${kind}`
        await onOneConnection(async (client) => {
          const transaction = transactionConnection(connect(client))
          transaction.open()
          await transaction.ask({ text: 'select $1::int', values: [1] })
          await transaction.rollback()
          // From now on the prepared `begin` fails; the insert without a name would not.
          await client.query('deallocate all')
          transaction.open()
          const { text, values } = insertOf(name)
          await expect(transaction.ask({ text, values })).rejects.toThrow('does not exist')
          await transaction.rollback()
          expect(await names('begun-')).toEqual([])
        })
        await onOneConnection(async (client) => {
          const transaction = transactionConnection(connect(client))
          transaction.open()
          await transaction.ask(insertOf(name))
          expect(await names('begun-')).toEqual([])
          await transaction.ask({ text: 'commit', values: [] })
          expect(await names('begun-')).toEqual([name])
          await client.query('delete from meta where name = $1', [name])
        })
      })

      it('undoes statements without a waiting caller, and statements of one batch', () =>
        onOneConnection(async (client) => {
          const transaction = transactionConnection(connect(client))
          const insert = insertOf('given-up-a')
          transaction.open()
          const insertion = transaction.ask(insert)
          await transaction.rollback()
          expect((await insertion).changes).toBe(1)
          expect(await names('given-up-')).toEqual([])
          transaction.open()
          const [inserted, read] = await Promise.all([
            transaction.ask(insert),
            transaction.ask({ text: 'select value from meta where name = $1', values: ['given-up-a'] }),
          ])
          expect(inserted).toMatchObject({ command: 'INSERT', changes: 1, rows: [] })
          expect(read).toMatchObject({ command: 'SELECT', changes: 1, rows: [{ value: '1' }] })
          await transaction.rollback()
          expect(await names('given-up-')).toEqual([])
        }))

      it('fails the one statement whose rows cannot be read, and not the process', () =>
        onOneConnection(async (client) => {
          const { CIDR } = pg.types.builtins
          const reading = pg.types.getTypeParser(CIDR, 'text')
          pg.types.setTypeParser(CIDR, () => {
            throw new Error('unreadable')
          })
          try {
            const transaction = transactionConnection(connect(client))
            transaction.open()
            const [network, one] = await Promise.allSettled([
              transaction.ask({ text: 'select cast($1 as cidr) as c', values: ['10.0.0.0/8'] }),
              transaction.ask({ text: 'select $1::int as n', values: [1] }),
            ])
            expect(network).toMatchObject({ status: 'rejected', reason: { message: 'unreadable' } })
            expect(one).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } })
            await transaction.rollback()
          } finally {
            pg.types.setTypeParser(CIDR, reading)
          }
        }))

      it('rejects every statement behind a failed one with the same error, and can be used again', () =>
        onOneConnection(async (client) => {
          const transaction = transactionConnection(connect(client))
          const divide = (by: number) => ({ name: 'divide', text: 'select 1 / $1::int as n', values: [by] })
          transaction.open()
          const [before, failed, behind] = await Promise.allSettled([
            transaction.ask(divide(1)),
            transaction.ask(divide(0)),
            transaction.ask({ name: 'late', text: 'select 2 as n', values: [] }),
          ])
          expect(before).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } })
          for (const each of [failed, behind])
            expect(each).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } })
          await expect(transaction.ask({ text: 'select 3 as n', values: [] })).rejects.toThrow('division by zero')
          await transaction.rollback()
          transaction.open()
          const again = [divide(1), { name: 'late', text: 'select 2 as n', values: [] }].map(transaction.ask)
          expect((await Promise.all(again)).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]])
          await transaction.rollback()
        }))

      it('binds arrays, numbers, null and text with quotes', () =>
        onOneConnection(async (client) => {
          const list = ['a,b', 'say "x"', 'back\\slash', '', 'NULL', null, '{}']
          const { rows } = await connect(client).run({
            text: 'select $1::text[] as list, $2::float8[] as numbers, $3::text as nothing, $4::boolean as flag',
            values: [list, [1, 2.5, -3], null, true],
          })
          expect(rows).toEqual([{ list, numbers: [1, 2.5, -3], nothing: null, flag: true }])
        }))

      it('runs texts of several statements in their turn', () =>
        onOneConnection(async (client) => {
          const transaction = transactionConnection(connect(client))
          const count = { text: `select count(*) as n from meta where name like $1`, values: ['script-%'] }
          const script = `insert into meta values ('script-a', '1'); insert into meta values ('script-b', '1')`
          transaction.open()
          const results = await Promise.all(
            [count, { text: script, values: [] }, count].map((each) => transaction.ask(each)),
          )
          expect([results[0], results[2]].map((each) => Number((each!.rows[0] as { n: unknown }).n))).toEqual([0, 2])
          await transaction.rollback()
          expect(await names('script-')).toEqual([])
        }))
    })

    it.runIf(engine === 'postgres')('keeps no list of words that every search would walk through', async () => {
      const rows = await store.database.read.raw<{ reloptions: string[] | null }>(
        `select reloptions from pg_class where relname in ('post_search_words', 'agent_search_words')`,
        [],
      )
      expect(rows.map(({ reloptions }) => reloptions)).toEqual([['fastupdate=off'], ['fastupdate=off']])
    })

    it('refuses reads outside the transaction from within it', async () => {
      await expect(
        store.database.transact(async () => store.database.read.sql.selectFrom('meta').selectAll().execute()),
      ).rejects.toThrow(/inside a transaction/)
    })

    it('counts capped counters exactly under concurrency', async () => {
      const spend = prepare<{ name: string }, { value: string }>((sql, param) =>
        sql
          .updateTable('meta')
          .set((eb) => ({ value: eb.cast<string>(eb(eb.cast<number>('value', 'integer'), '+', 1), 'text') }))
          .where('name', '=', param('name'))
          .where((eb) => eb(eb.cast<number>('value', 'integer'), '<', 25))
          .returning('value'),
      )
      await put('cap', '0')
      const spent = await Promise.all(
        Array.from({ length: 200 }, () => store.database.transact((tx) => tx.first(spend, { name: 'cap' }))),
      )
      expect(spent.filter((row) => row !== undefined)).toHaveLength(25)
    })

    it('gives snapshots one picture while writers go on', async () => {
      await store.database.snapshot(async (read) => {
        const count = async () => (await read.sql.selectFrom('meta').select('name').execute()).length
        const before = await count()
        await put('during-snapshot')
        expect(await count()).toBe(before)
      })
      expect(await names('during-snapshot')).toHaveLength(1)
    })

    it('runs prepared statements with the same names and values again and again', async () => {
      const byName = prepare<{ name: string; limit: number }, { name: string }>((sql, param) =>
        sql.selectFrom('meta').select('name').where('name', '>=', param('name')).orderBy('name').limit(param('limit')),
      )
      for (const limit of [1, 2])
        expect(await store.database.read.all(byName, { name: 'group-', limit })).toHaveLength(limit)
    })
  })
}
