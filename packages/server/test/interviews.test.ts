import { execFile as execFileWithCallback } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, OPERATOR_TOKEN, startTestServer, type TestServer } from './harness.ts'
import { BEGINNING, lifeFile } from './life-world.ts'
import { type ModelStub, says, startModelStub } from './model-stub.ts'
import { send } from './send.ts'

const execFile = promisify(execFileWithCallback)
const WORLD = 'asked'
const CLI = new URL('../dist/app/cli/main.js', import.meta.url).pathname

interface Line {
  readonly agentId: string
  readonly questionId: string
  readonly answer: string | number
  readonly text: string
}

const LIKERT = ['Strongly agree', 'Agree', 'Neither', 'Disagree', 'Strongly disagree']
const QUESTIONS = [
  { id: 'who', text: 'Who are your friends?', answer: 'text' },
  { id: 'content', text: 'How content are you these days?', answer: { scale: [1, 5] } },
  { id: 'lonely', text: 'Are you lonely?', answer: { choice: ['Yes', 'No'] } },
  { id: 'odd', text: 'Purple or seven?', answer: { choice: ['purple', 'seven'] } },
  { id: 'count', text: 'How many friends do you have?', answer: { scale: [0, 10] } },
  { id: 'bell', text: 'The cracked bell should be recast.', answer: { choice: LIKERT } },
]

for (const engine of ENGINES)
  describe(`an interview of residents, on ${engine}`, () => {
    let server: TestServer
    const file = lifeFile({ worldId: WORLD, residents: 12 })
    const ids: string[] = file.agents.map(({ id }: { id: string }) => id)
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(new Date(BEGINNING).toISOString())
      expect((await server.import(file)).body.error).toBeUndefined()
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })
    const path = `/_operator/worlds/${WORLD}/interviews`
    const interview = async (body: unknown): Promise<Line[]> => {
      const reply = await send(server.operatorUrl + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(reply.status, reply.text).toBe(200)
      expect(reply.headers.get('content-type')).toBe('application/x-ndjson')
      return reply.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    }
    const exported = async () =>
      JSON.stringify((await server.operator('GET', `/_operator/export?worldId=${WORLD}`)).body)
    const one = async (agentId: string, text: string, answer: unknown) =>
      (await interview({ agentIds: [agentId], questions: [{ id: 'one', text, answer }] }))[0]!

    it('gives one answer for each resident and question, in order and in the wanted form', async () => {
      const lines = await interview({ agentIds: 'all', questions: QUESTIONS })
      expect(lines).toHaveLength(ids.length * QUESTIONS.length)
      expect(new Set(lines.map(({ agentId }) => agentId))).toEqual(new Set(ids))
      for (const [i, line] of lines.entries()) {
        const { id, answer } = QUESTIONS[i % QUESTIONS.length]!
        expect(line.questionId).toBe(id)
        expect(line.text.trim()).not.toBe('')
        if (typeof answer === 'string') expect(line.answer).toBe(line.text)
        else if (answer.choice !== undefined) expect(answer.choice).toContain(line.answer)
        else {
          expect(Number.isInteger(line.answer)).toBe(true)
          expect(line.answer).toBeGreaterThanOrEqual(answer.scale![0]!)
          expect(line.answer).toBeLessThanOrEqual(answer.scale![1]!)
        }
      }
      // Not everybody says the same.
      for (const id of ['who', 'content', 'bell'])
        expect(
          new Set(lines.filter((line) => line.questionId === id).map(({ answer }) => answer)).size,
        ).toBeGreaterThan(1)
    })

    it('follows ties, grudges aside from chance', async () => {
      const friend = file.relationships.find((tie: any) => tie.type === 'friend' && tie.affinity > 0.4)
      const rival = file.relationships.find((tie: any) => tie.type === 'rival')
      const nameOf = (id: string) => file.agents.find((agent: any) => agent.id === id).displayName
      const likes = async (tie: any, text: string, answer: unknown) =>
        (await one(tie.agentId, text.replace('NAME', nameOf(tie.otherAgentId)), answer)).answer
      const scale = { scale: [1, 7] }
      expect(await likes(friend, 'How much do you like NAME?', scale)).toBeGreaterThanOrEqual(5)
      expect(await likes(rival, 'How much do you like NAME?', scale)).toBeLessThanOrEqual(3)
      expect(await likes(rival, 'How much do you dislike NAME?', scale)).toBeGreaterThanOrEqual(5)
      // The order of the options does not matter.
      for (const choice of [
        ['Yes', 'No'],
        ['No', 'Yes'],
      ]) {
        expect(await likes(friend, 'Do you like NAME?', { choice })).toBe('Yes')
        expect(await likes(rival, 'Do you like NAME?', { choice })).toBe('No')
      }
      const preferred = file.relationships.filter((tie: any) => tie.agentId === friend.agentId)
      const disliked = preferred.toSorted((a: any, b: any) => a.affinity - b.affinity)[0]
      const choice = [nameOf(disliked.otherAgentId), nameOf(friend.otherAgentId)]
      const voted = await one(friend.agentId, 'Who of these two would make the better mayor?', { choice })
      expect(voted.answer).toBe(nameOf(friend.otherAgentId))
    })

    it('follows stances: who agrees with a claim disagrees with the opposite claim', async () => {
      const answers = async (text: string, answer: unknown) =>
        (await interview({ agentIds: 'all', questions: [{ id: 'bell', text, answer }] })).map((line) => line.answer)
      const [recast, opposite] = ['The cracked bell should be recast.', 'The cracked bell should be left as it is.']
      const scale = { scale: [-3, 3] }
      const points = (await answers(recast, scale)) as number[]
      expect(Math.max(...points)).toBeGreaterThan(0)
      expect(Math.min(...points)).toBeLessThan(0)
      expect(await answers(opposite, scale)).toEqual(points.map((point) => 0 - point))
      const choice = ['It should be recast', 'It should be left as it is']
      const chosen = await answers('What should become of the cracked bell?', { choice })
      expect(chosen).toEqual(points.map((point) => choice[point > 0 ? 0 : 1]))
    })

    it('says how it feels', async () => {
      const { answer: before } = await one(ids[0]!, 'How happy are you?', { scale: [1, 9] })
      const mood = { worldId: WORLD, agentId: ids[0], emoji: '', reason: 'the storm', intensity: 1 }
      const put = async (word: string) =>
        expect((await server.import({ moods: [{ ...mood, mood: word }] })).body.error).toBeUndefined()
      await put('proud')
      expect((await one(ids[0]!, 'How happy are you?', { scale: [1, 9] })).answer).toBe(9)
      await put('heavy-hearted')
      expect((await one(ids[0]!, 'How happy are you?', { scale: [1, 9] })).answer).toBe(1)
      expect((await one(ids[0]!, 'Are you sad?', { choice: ['No', 'Yes'] })).answer).toBe('Yes')
      expect(before).toBeTypeOf('number')
    })

    it('leaves the world as it is, and stands in the audit log', async () => {
      const before = await exported()
      const questions = [{ id: 'last', text: 'What did you do yesterday?', answer: 'text' }]
      await interview({ agentIds: [ids[0]], questions })
      expect(await exported()).toBe(before)
      const [entry] = (await server.operator('GET', `/_operator/audit?target=${WORLD}`)).body.data
      expect(entry).toMatchObject({ action: 'world.interview', detail: { agentIds: [ids[0]], questions } })
    })

    const question = { id: 'q', text: 'Who are you?', answer: 'text' }
    it.each([
      ['no agents', { agentIds: [], questions: [question] }, 400],
      ['no questions', { agentIds: 'all', questions: [] }, 400],
      ['an unknown form', { agentIds: 'all', questions: [{ ...question, answer: 'number' }] }, 400],
      ['a scale upside down', { agentIds: 'all', questions: [{ ...question, answer: { scale: [5, 1] } }] }, 400],
      ['one option', { agentIds: 'all', questions: [{ ...question, answer: { choice: ['a'] } }] }, 400],
      ['equal options', { agentIds: 'all', questions: [{ ...question, answer: { choice: ['a', 'a'] } }] }, 400],
      ['a blank option', { agentIds: 'all', questions: [{ ...question, answer: { choice: ['a', ' '] } }] }, 400],
      ['a blank question', { agentIds: 'all', questions: [{ ...question, text: ' ' }] }, 400],
      ['NUL', { agentIds: 'all', questions: [{ ...question, text: 'a\0b' }] }, 400],
      ['an id twice', { agentIds: 'all', questions: [question, question] }, 400],
      ['an agent twice', { agentIds: ['a', 'a'], questions: [question] }, 400],
      ['an unknown field', { agentIds: 'all', questions: [question], model: 'x' }, 400],
      ['an unknown agent', { agentIds: ['nobody'], questions: [question] }, 404],
    ])('refuses %s', async (_, body, status) => {
      const audited = (await server.operator('GET', `/_operator/audit?target=${WORLD}`)).body.data.length
      const reply = await server.operator('POST', path, body)
      expect(reply.status).toBe(status)
      expect(reply.body.error.code).toBe(status === 404 ? 'NOT_FOUND' : 'INVALID_INPUT')
      expect((await server.operator('GET', `/_operator/audit?target=${WORLD}`)).body.data).toHaveLength(audited)
    })

    it('refuses an unknown world', async () => {
      const reply = await server.operator('POST', '/_operator/worlds/nowhere/interviews', {
        agentIds: 'all',
        questions: [question],
      })
      expect(reply.status).toBe(404)
      expect(reply.body.error.code).toBe('WORLD_NOT_FOUND')
    })

    it('runs from the command line', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'interview-'))
      const out = join(folder, 'answers.ndjson')
      const env = { ...process.env, AGENT_NETWORK_OPERATOR_TOKEN: OPERATOR_TOKEN }
      const run = (...args: string[]) =>
        execFile(process.execPath, [CLI, '--operator-url', server.operatorUrl, 'interview', WORLD, ...args], {
          env,
        }).catch((error) => error as { stdout: string; stderr: string })
      const lines = (text: string): Line[] =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      const answered = await run('--agent', ids[0]!, '--question', 'How content are you?', '--answer', 'scale:1-5')
      expect(answered.stderr).toBe('')
      expect(lines(answered.stdout)).toMatchObject([{ agentId: ids[0], questionId: 'q1', answer: expect.any(Number) }])
      const questions = join(folder, 'questions.json')
      writeFileSync(questions, JSON.stringify({ questions: QUESTIONS }))
      await run('--questions', questions, '--out', out)
      expect(lines(readFileSync(out, 'utf8'))).toHaveLength(ids.length * QUESTIONS.length)
      expect((await run('--question', 'Why?', '--answer', 'scale')).stderr).toContain('Use text, scale:1-5')
      expect((await run()).stderr).toContain('--questions <file> or --question <text>')
      writeFileSync(questions, '{')
      expect((await run('--questions', questions)).stderr).toContain('is no JSON')
      rmSync(folder, { recursive: true })
    })
  })

describe('an interview with a model', () => {
  let model: ModelStub
  let server: TestServer
  const file = lifeFile({ worldId: WORLD, residents: 1 })
  beforeAll(async () => {
    model = await startModelStub()
    server = await startTestServer('sqlite', {
      env: { AGENT_NETWORK_MODEL_URL: model.url, AGENT_NETWORK_MODEL_NAME: 'stub', AGENT_NETWORK_MODEL_KEY: 'k' },
    })
    expect((await server.import(file)).body.error).toBeUndefined()
  })
  afterAll(async () => {
    await server.close()
    await model.close()
  })

  it('takes what the model states, and rows where it states nothing', async () => {
    const askModel = async (words: string): Promise<Line> => {
      model.behave(says(words))
      const questions = [{ id: 'q', text: 'How content are you?', answer: { scale: [1, 5] } }]
      const reply = await server.operator('POST', `/_operator/worlds/${WORLD}/interviews`, {
        agentIds: 'all',
        questions,
      })
      return reply.body
    }
    expect(await askModel('I would say 2, the fog wears on me.')).toMatchObject({ answer: 2 })
    expect(model.requests.at(-1)!.body.messages.at(-1).content).toContain('one whole number from 1 to 5')
    const { answer } = await askModel('Ask me when the ferry is in.')
    expect(answer).toBeGreaterThanOrEqual(1)
    expect(answer).toBeLessThanOrEqual(5)
    model.behave((response) => {
      response.statusCode = 500
      response.end('{}')
    })
    const failed = await askModel('')
    expect(failed.answer).toBeGreaterThanOrEqual(1)
  })
})
