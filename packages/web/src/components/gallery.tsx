// A page with all components in their states. `npm run dev` serves it; it is not part of a release.
import { signal } from '@preact/signals'
import { render } from 'preact'
import { BarChart, LineChart, Share } from './charts.tsx'
import { openForm, showSecret } from './dialog.tsx'
import { Area, Choice, Field, Form, Select, Tick } from './form.tsx'
import { ListTable, openList, Table } from './list.tsx'
import { element, Heading, InvalidValue, say } from './page.tsx'
import { Action, Badge, Card, CodeBlock, CodeTabs, Crumbs, Empty, Facts, Moment, TermsBox } from './pieces.tsx'

const FRUITS = ['Apple', 'Banana', 'Cherry', 'Damson'].map((name, n) => ({
  name,
  count: 10 ** n,
  at: new Date(Date.now() - n * 4_000_000).toISOString(),
}))
const COLUMNS = {
  Name: ({ name }: (typeof FRUITS)[number]) => name,
  Count: ({ count }: (typeof FRUITS)[number]) => count.toLocaleString('en'),
  When: ({ at }: (typeof FRUITS)[number]) => <Moment at={at} />,
}
const SERIES = [
  { name: 'good', values: [3, 5, 8, 2], tone: 'a' },
  { name: 'bad', values: [1, 0, 2, 4], tone: 'b' },
]
const RULES = { name: { type: 'string', min: 2, max: 20, pattern: '[a-z]+', required: true } } as const

const list = await openList({
  filters: {},
  load: async (_, { page }) => ({ data: FRUITS.slice(page * 2 - 2, page * 2), meta: { hasMore: page < 2 } }),
})
const sent = signal('')

const Gallery = () => [
  <Heading key="top" title="Components" />,
  <Crumbs key="crumbs" links={{ Start: '#/', Second: '#/second' }} />,
  <Card key="pieces" title="Pieces" about={<Badge tone="good">good</Badge>}>
    <p class="row">
      {(['quiet', 'warm', 'bad'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </p>
    <Facts of={{ Name: 'value', Time: <Moment at={FRUITS[1]!.at} /> }} />
    <Empty>Nothing here.</Empty>
    <CodeBlock what="code" code="echo hello" />
    <CodeTabs label="Tabs" codes={{ One: 'first', Two: 'second' }} />
    <TermsBox title="Terms" version="1" text="The text of the terms." />
  </Card>,
  <Card key="form" title="Form">
    <Form
      of={RULES}
      send="Send"
      onSubmit={({ text, body }) => {
        if (text('name') === 'wrong') throw new InvalidValue('This name is taken. Choose another one.')
        sent.value = JSON.stringify(body())
      }}
    >
      <Field name="name" label="Name" hint="Lowercase letters; wrong is refused." />
      <Field name="password" label="Password" type="password" optional />
      <Select
        name="size"
        label="Size"
        options={[
          ['s', 'Small'],
          ['l', 'Large'],
        ]}
      />
      <Choice
        name="tier"
        label="Tier"
        value="1"
        options={[
          ['1', 'One', 'The first.'],
          ['2', 'Two', 'The second.'],
        ]}
      />
      <Area name="text" label="Text" hint="A long text." value="Text" />
      <Tick name="yes">I agree.</Tick>
    </Form>
    <p role="status">{sent}</p>
  </Card>,
  <Card key="tables" title="Tables">
    <Table caption="Complete" rows={FRUITS} columns={COLUMNS} />
    <ListTable list={list} caption="By pages" columns={COLUMNS} />
  </Card>,
  <Card key="charts" title="Charts">
    <LineChart title="Lines" span="four days" series={SERIES} />
    <BarChart title="Bars" span="four days" series={SERIES} names={['Mo', 'Tu', 'We', 'Th']} ends={['Mo', 'Th']} />
    <Share name="Used" used={30} cap={100} />
  </Card>,
  <p key="dialogs" class="row">
    <Action text="Status message" run={() => say('Saved')} />
    <Action
      text="Form in a dialog"
      run={() => openForm({ title: 'Sure?', send: 'Yes', danger: true }, () => say('Done'))}
    />
    <Action text="Secret" run={() => showSecret('A key', 'key_0123456789', 'Save it now.')} />
  </p>,
]

render(<Gallery />, element('main'))
