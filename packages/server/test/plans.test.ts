import { afterEach, describe, expect, it } from 'vitest'
import { cleanUp, openFresh } from './backup-fixtures.ts'

/** Statements of the shapes that requests, sweeps and turns ask in, and what SQLite has to look them up by. */
const PLANS: readonly (readonly [what: string, statement: string, by: RegExp])[] = [
  [
    'somebody’s publishable thoughts',
    `select * from thoughts where world_id = ? and agent_id = ? and publishable = 1 order by created_at desc, id desc limit ?`,
    /thoughts_by_agent \(world_id=\? AND agent_id=\?\)$/,
  ],
  [
    'who has been away longest',
    `select agent_id from visitors where present = 1 and last_heartbeat_at <= ? order by last_heartbeat_at limit ?`,
    /visitors_present \(last_heartbeat_at<\?\)$/,
  ],
  [
    'somebody’s last reply under a post',
    `select id from replies where world_id = ? and post_id = ? and agent_id = ? order by created_at desc, id desc limit 1`,
    /replies_of_agent_on_post \(world_id=\? AND post_id=\? AND agent_id=\?\)$/,
  ],
  [
    'who talks at a place',
    `select p.agent_id from encounters e join encounter_participants p on p.world_id = e.world_id and p.encounter_id = e.id
     where e.world_id = ? and e.destination_id = ? and e.status <> 'closed' and e.deadline >= ?`,
    /^SEARCH e USING INDEX encounters_at_place .+ \| SEARCH p USING PRIMARY KEY \(world_id=\? AND encounter_id=\?\)$/,
  ],
  [
    'the posts that lately had likes',
    `select a.post_id, p.topic_id from (select post_id, count(*) n from likes where world_id = ? and created_at > ? group by 1) a
     join posts p on p.world_id = ? and p.id = a.post_id and p.visibility = 'public'`,
    /SEARCH p USING PRIMARY KEY \(world_id=\? AND id=\?\)$/,
  ],
  [
    'what is due next in a world',
    `select * from due where world_id = ? and at <= ? and kind <> 'stay' order by at, kind, subject_id limit 4`,
    /^SEARCH due USING COVERING INDEX due_in_world \(world_id=\? AND at<\?\)$/,
  ],
  [
    'when the next stay begins',
    `select at from due where kind = 'stay' order by at limit 1`,
    /COVERING INDEX due_stays$/,
  ],
  [
    'who stands at a place',
    `select destination_id, agent_id from bodies where world_id = ? and destination_id = ? and leaves_at > ? and arrive_at <= ?
     order by leaves_at, agent_id limit 3`,
    /^SEARCH bodies USING COVERING INDEX bodies_at_place \(world_id=\? AND destination_id=\? AND leaves_at>\?\)$/,
  ],
  [
    'which moves residents owe',
    `select d.* from due d join worlds w on w.id = d.world_id where d.kind = 'chess_reply' and d.at <= ?
     and w.residents_paused = 0 and w.status = 'running' order by d.at, d.subject_id limit 20`,
    /^SEARCH d USING COVERING INDEX due_chess \(at<\?\) \| SEARCH w USING PRIMARY KEY \(id=\?\)$/,
  ],
  [
    'which invitations have lapsed',
    `select * from encounter_participants where state = 'invited' and respond_by < ? order by respond_by limit 500`,
    /invitations_open \(respond_by<\?\)$/,
  ],
  [
    'how the latest games ended',
    `select id, white_agent_id, black_agent_id, result, updated_at from games where world_id = ? and status = 'finished'
     order by updated_at desc, id desc limit ?`,
    /^SEARCH games USING INDEX games_finished \(world_id=\?\)$/,
  ],
  ['what was held back', `select id from messages where visibility = 'quarantined'`, /INDEX messages_held$/],
]

describe('SQLite, told how large worlds are', () => {
  afterEach(cleanUp)

  it('looks up every one of them by the rows it wants, and reads no world', async () => {
    const { read } = await openFresh()
    for (const [what, statement, by] of PLANS) {
      const steps = await read.raw<{ detail: string }>(`explain query plan ${statement}`, [])
      expect(steps.map(({ detail }) => detail).join(' | '), what).toMatch(by)
    }
  })
})
