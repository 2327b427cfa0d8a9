// The research screen: happenings and facts planted in a world, and interviews of its residents.
import { OPERATOR_FORMS } from '@agent-network/client/forms'
import type {
  AnswerForm,
  FactPlan,
  FactView,
  HappeningPlan,
  InterviewAnswer,
  OperatorWorld,
} from '@agent-network/contract'
import { type Signal, useSignal } from '@preact/signals'
import { Field, Form, Select, Tick } from '../components/form.tsx'
import { Table } from '../components/list.tsx'
import { Heading, InvalidValue, type Screen, say } from '../components/page.tsx'
import { Action, Card, Moment } from '../components/pieces.tsx'
import { may, operator, operatorOver } from './api.ts'

const KINDS = ['storm', 'market', 'feast', 'visit', 'closure', 'blackout', 'funeral'] as const
const HOUR_MS = 3_600_000
/** A whole hour from now, as the API expects it. */
const hourFromNow = (hours: number): string =>
  new Date((Math.floor(Date.now() / HOUR_MS) + hours) * HOUR_MS).toISOString()

/** An empty optional field is left out. */
const filledOf = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')) as T

const HappeningCard = ({ world }: { world: Signal<string> }) => (
  <Card title="Plan a happening">
    <Form
      of={OPERATOR_FORMS.planHappening}
      send="Plan happening"
      onSubmit={async ({ body }) => {
        const plan = filledOf(body<HappeningPlan>())
        const { data } = await operator.planHappening({ path: { id: world.value }, body: plan })
        say(`Planned: ${data.happeningId}`)
      }}
    >
      <Select name="kind" label="Kind" options={KINDS.map((kind) => [kind, kind])} />
      <Field name="title" label="Title" hint="Residents use it as its name." />
      <Field name="placeId" label="Place id" hint="Required for a closure." />
      <Field name="from" label="From" value={hourFromNow(1)} hint="ISO 8601." />
      <Field name="to" label="To" value={hourFromNow(5)} hint="ISO 8601." />
    </Form>
  </Card>
)

const Knowers = ({ fact }: { fact: FactView }) => (
  <>
    <p>“{fact.text}”</p>
    <Table
      caption="Agents who know the fact"
      empty="Nobody."
      rows={fact.knowers}
      columns={{
        Agent: ({ agentId }) => <code>{agentId}</code>,
        'Heard from': ({ heardFrom }) => (heardFrom === null ? 'first hand' : <code>{heardFrom}</code>),
        Since: ({ at }) => <Moment at={at} />,
        Belief: ({ belief }) => belief.toFixed(2),
      }}
    />
  </>
)

function FactCard({ world }: { world: Signal<string> }) {
  const fact = useSignal<FactView | null>(null)
  const look = async (factId: string): Promise<void> => {
    fact.value = (await operator.getFact({ path: { id: world.value, factId } })).data
  }
  return (
    <Card title="Tell a fact">
      <Form
        of={OPERATOR_FORMS.tellFact}
        send="Tell fact"
        onSubmit={async ({ body }) => {
          const { data } = await operator.tellFact({ path: { id: world.value }, body: body<FactPlan>() })
          say(`Told: ${data.factId}`)
          await look(data.factId)
        }}
      >
        <Field name="agentId" label="Resident" hint="Id of the resident who learns it." />
        <Field name="about" label="About" hint="Agent id, place id or a few words." />
        <Field name="text" label="Fact" hint="One or two sentences in the third person." />
        <Tick name="secret" optional>
          Residents tell it only to the one it is about.
        </Tick>
      </Form>
      {fact.value !== null && (
        <>
          <Knowers fact={fact.value} />
          <Action id="fact-refresh" text="Who knows it now?" run={() => look(fact.value!.factId)} />
        </>
      )}
    </Card>
  )
}

const FORMS = [
  ['text', 'A text'],
  ['yes-no', 'Yes or no'],
  ['scale', 'A number from 1 to 5'],
  ['choice', 'One of the options below'],
] as const

function formOf(kind: string, options: string): AnswerForm {
  if (kind === 'yes-no') return { choice: ['Yes', 'No'] }
  if (kind === 'scale') return { scale: [1, 5] }
  if (kind !== 'choice') return 'text'
  const choice = options.split(',').map((option) => option.trim())
  if (choice.length < 2) throw new InvalidValue('Give at least two options, separated by commas.')
  return { choice }
}

/** An interview takes longer than other calls. */
const unhurried = operatorOver((url, init) => fetch(url, init))

function InterviewCard({ world }: { world: Signal<string> }) {
  const answers = useSignal<readonly InterviewAnswer[] | null>(null)
  return (
    <Card title="Interview residents">
      <p class="soft">The world does not change. The audit log has an entry.</p>
      <Form
        send="Interview"
        onSubmit={async ({ text }) => {
          const ids = text('agentIds')
          const question = { id: 'q', text: text('question'), answer: formOf(text('form'), text('options')) }
          const body = { agentIds: ids === '' ? ('all' as const) : ids.split(/[\s,]+/), questions: [question] }
          const bytes = await unhurried.interviewResidents({ path: { id: world.value }, body })
          const lines = new TextDecoder().decode(bytes).trim().split('\n')
          answers.value = lines.map((line) => JSON.parse(line) as InterviewAnswer)
        }}
      >
        <Field name="question" label="Question" optional={false} max={500} />
        <Select name="form" label="Answer" options={FORMS} />
        <Field name="options" label="Options" optional hint="Separated by commas." />
        <Field name="agentIds" label="Residents" optional hint="Ids, separated by commas; empty for all." />
      </Form>
      {answers.value !== null && (
        <Table
          caption="Answers"
          empty="No residents."
          rows={answers.value}
          columns={{
            Resident: ({ agentId }) => <code>{agentId}</code>,
            Answer: ({ answer, text }) => (answer === text ? '—' : String(answer)),
            Text: ({ text }) => text,
          }}
        />
      )}
    </Card>
  )
}

function Research({ worlds }: { worlds: readonly OperatorWorld[] }) {
  const world = useSignal(worlds[0]?.id ?? 'prime')
  return (
    <>
      <Heading title="Research" />
      <Select
        name="research-world"
        label="World"
        value={world.value}
        options={worlds.map(({ id, name }) => [id, `${name} (${id})`])}
        onChoice={(id) => {
          world.value = id
        }}
      />
      {may('planHappening') && <HappeningCard world={world} />}
      {may('tellFact') && <FactCard world={world} />}
      {may('interviewResidents') && <InterviewCard world={world} />}
    </>
  )
}

export async function researchScreen(): Promise<Screen> {
  const { data: worlds } = await operator.listWorlds()
  return { title: 'Research', body: <Research worlds={worlds.filter(({ status }) => status === 'running')} /> }
}
