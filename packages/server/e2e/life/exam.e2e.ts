import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INVENTED, type Question, questionsFrom } from '../../test/exam-questions.ts'
import { ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { close, exported, HOUR, madeSince, now, openVillage, type Village } from '../../test/life-site.ts'
import { act, addKey, addVisitor, beat, type Guest, siteOf } from '../../test/visitor-site.ts'

/** Questions of the exam; two hundred are asked by hand. */
const QUESTIONS = Number(process.env.EXAM_QUESTIONS ?? 40)
/** Daily limit of texts of one visitor, with a reserve. */
const PER_GUEST = 10
/** More of them than a voice has ways to put one fact. */
const ASKING = 24

interface Graded {
  readonly question: Question
  readonly answer: string | null
  readonly manner: string
}

const isRight = ({ question: { holds }, answer }: Graded): boolean =>
  answer !== null && (holds === null ? !INVENTED.test(answer) : holds.test(answer))

for (const engine of ENGINES)
  describe(`an exam about the world, on ${engine}`, () => {
    let server: TestServer
    let village: Village
    let key: string
    let names: [id: string, name: string][] = []
    const results: Graded[] = []
    beforeAll(async () => {
      server = await startTestServer(engine, { life: true })
      await server.setClock('2026-03-10T09:00:00.000Z')
      await server.switches({ externalAgentInvokeEnabled: true, visitorDriveEnabled: true })
      const overlay = { visitorFence: { maxResidentRepliesPerVisitorPerDay: 500 } }
      village = await openVillage(server, { residents: 24, places: 20, overlay })
      const { agents } = await exported(server, village.worldId)
      names = village.residents.map(({ id }) => [id, agents.find((one: any) => one.id === id).displayName])
      await server.advance(3 * HOUR)
      const scopes = ['agents:invoke']
      key = (await server.key({ worldId: village.worldId, tier: 2, scopes, invokeAnyAgent: true })).key
    })
    afterAll(async () => {
      await close(server, village)
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const readQuestions = async (): Promise<Question[]> => questionsFrom(await exported(server, village.worldId))
    /** Residents are not asked about themselves, since they would answer in the first person. */
    const askedOf = (n: number, { text }: Question, excludedIds: readonly string[] = []): string => {
      const others = names.filter(([id, name]) => !text.includes(name) && !excludedIds.includes(id))
      return others[n % others.length]![0]
    }
    /** Replies of residents to `texts`, by question. */
    const grade = (
      questions: readonly Question[],
      answerTo: (n: number) => string | null,
      mannerOf: (n: number) => string,
    ) => results.push(...questions.map((question, n) => ({ question, answer: answerTo(n), manner: mannerOf(n) })))

    it('is answered in completions', async () => {
      const questions = (await readQuestions()).slice(0, Math.ceil(QUESTIONS / 2))
      const answers: string[] = []
      for (const [n, question] of questions.entries()) {
        const input = question.text
        const reply = await server.post(`/v1/agents/${askedOf(n, question)}/complete`, key, { input })
        answers.push(reply.body.data.text)
      }
      grade(
        questions,
        (n) => answers[n]!,
        () => 'completion',
      )
    })

    it('is answered by letter and in threads', async () => {
      const questions = (await readQuestions()).filter(({ moves }) => !moves).slice(-Math.floor(QUESTIONS / 2))
      const { posts } = await exported(server, village.worldId)
      const site = siteOf(server)
      const guests: Guest[] = []
      for (let n = 0; n * PER_GUEST < questions.length; n++) {
        const visitor = await addVisitor(site, village)
        const guest = { visitor, key: await addKey(site, visitor) }
        await beat(site, guest.visitor, guest.key)
        guests.push(guest)
      }
      const at = await now(server)
      const places: { by: string; to: string; manner: 'letter' | 'reply' | 'post'; postId: string | null }[] = []
      for (const [n, question] of questions.entries()) {
        const { text } = question
        const { visitor, key: own } = guests[Math.floor(n / PER_GUEST)]!
        // A resident answers a sender only once.
        const residentsAsked = places.filter(({ by }) => by === visitor.agentId).map((place) => place.to)
        const to = askedOf(n, question, residentsAsked)
        const written = posts.filter((post: any) => post.agentId === to && post.visibility === 'public')
        const manner = (['letter', 'reply', 'post'] as const)[n % 3]!
        const post = manner === 'reply' ? written[Math.floor(n / village.residents.length) % written.length] : undefined
        const body = {
          letter: { dm: { agentId: to, text } },
          reply: { reply: { postId: post?.id, text } },
          post: { post: { text } },
        }[manner]
        const done = await act(site, visitor, own, `exam-${n}`, body)
        expect(done.data?.status, done.text).toBe('created')
        places.push({ by: visitor.agentId, to, manner, postId: post?.id ?? null })
      }
      await server.advance(12 * HOUR)
      const { replies, messages } = await madeSince(server, village.worldId, at)
      const { threads, replies: all, posts: written } = await exported(server, village.worldId)
      const answer = (n: number): string | null => {
        const { by, to, manner, postId } = places[n]!
        if (manner === 'post') {
          const own = written.find((one: any) => one.agentId === by && one.text === questions[n]!.text)
          return replies!.find((one) => one.postId === own?.id)?.text ?? null
        }
        if (manner === 'reply') {
          const own = all.find((one: any) => one.postId === postId && one.agentId === by)
          return replies!.find((one) => one.parentReplyId === own?.id && one.agentId === to)?.text ?? null
        }
        const thread = threads.find(({ agentIds }: any) => agentIds.includes(by) && agentIds.includes(to))
        return messages!.find((one) => one.threadId === thread?.id && one.agentId === to)?.text ?? null
      }
      grade(questions, answer, (n) => places[n]!.manner)
    })

    it('is answered as often as it is asked, also after other callers', async () => {
      const [question] = (await readQuestions()).filter(({ text }) => text.startsWith('Who is '))
      const to = askedOf(0, question!)
      const site = siteOf(server)
      const at = await now(server)
      const asking: string[] = []
      for (let n = 0; n < ASKING; n++) {
        const visitor = await addVisitor(site, village)
        const own = await addKey(site, visitor)
        await beat(site, visitor, own)
        const done = await act(site, visitor, own, 'same', { dm: { agentId: to, text: question!.text } })
        expect(done.data?.status, done.text).toBe('created')
        asking.push(visitor.agentId)
      }
      await server.advance(12 * HOUR)
      const { messages } = await madeSince(server, village.worldId, at)
      const { threads } = await exported(server, village.worldId)
      for (const id of asking) {
        const thread = threads.find(({ agentIds }: any) => agentIds.includes(id) && agentIds.includes(to))
        expect(messages!.find((one) => one.threadId === thread.id && one.agentId === to)?.text).toMatch(
          question!.holds!,
        )
      }
    })

    it('is passed with nine answers right of ten, and none invented', () => {
      const wrong = results.filter((one) => !isRight(one))
      const wrongResponses = wrong.map(({ question, answer, manner }) => `${manner}: ${question.text} ${answer}`)
      const right = results.length - wrong.length
      console.log(`${engine}: ${right} of ${results.length} right\n${wrongResponses.join('\n')}`)
      expect(right / results.length, wrongResponses.join('\n')).toBeGreaterThanOrEqual(0.9)
      const invented = results.filter(({ question, answer }) => question.holds === null && INVENTED.test(answer ?? ''))
      expect(invented).toEqual([])
    })
  })
