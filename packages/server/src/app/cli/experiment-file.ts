// The file of an experiment: reading, checks with clear messages, and the plan of each run.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FactPlan, type HappeningPlan, LIMITS, OPERATOR_ROUTES as ROUTES } from '@agent-network/contract'
import { METRIC_FORMS, type Metric, parseMetric } from '@agent-network/research'
import type { TSchema } from 'typebox'
import { LineCounter, parseDocument } from 'yaml'
import type { LikePlan } from '../../features/life/town/interventions.ts'
import { VERSION } from '../../platform/config/config.ts'
import { isSwitchName, nearestSwitch } from '../../platform/control/switches.ts'
import { schemaCheckerOf } from '../../platform/core/api-error.ts'
import { iso, parseIso } from '../../platform/core/time.ts'
import type { DayIntervention } from '../lived-world.ts'
import { CliError } from './client.ts'

/** An intervention with the name that metrics use. */
export type NamedIntervention = DayIntervention & { readonly id: string }

export interface Arm {
  readonly name: string
  readonly description: string
  readonly interventions: readonly NamedIntervention[]
  readonly switches: Readonly<Record<string, unknown>>
}

export interface ExperimentPlan {
  readonly title: string
  readonly description: string
  readonly seed: string
  readonly days: number
  readonly replicates: number
  readonly startedAt: number
  readonly historyDays: number
  readonly metrics: readonly Metric[]
  /** The control arm comes first. */
  readonly arms: readonly Arm[]
  readonly reported: readonly { readonly metric: string; readonly text: string }[]
  /** Of all that a run depends on: the same digest, the same runs. */
  readonly digest: string
}

/** A Monday. Fixed, because a run depends on its start. */
const STARTED_AT = '2026-03-02T00:00:00.000Z'
const DAYS_MAX = 400
const REPLICATES_MAX = 1_000
const NAME = /^[A-Za-z0-9][\w.-]{0,47}$/
const LATEST_MAX = 100
const COUNT_MAX = 100

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads values with messages that name their place in the file. */
function makeReader(file: string) {
  const fail = (where: string, message: string): never => {
    throw new CliError(`${file}: ${where}: ${message}`)
  }
  const fieldsAt = (value: unknown, where: string, names: readonly string[]): Fields => {
    if (!isFields(value)) return fail(where, `must be a map with ${names.join(', ')}`)
    const unknown = Object.keys(value).find((name) => !names.includes(name))
    return unknown === undefined ? value : fail(where, `unknown key ${unknown}; known are ${names.join(', ')}`)
  }
  const textAt = (value: unknown, where: string, fallback?: string): string => {
    if (value === undefined && fallback !== undefined) return fallback
    return typeof value === 'string' && value.trim() !== '' ? value : fail(where, 'must be a text')
  }
  const numberAt = (value: unknown, where: string, [min, max]: readonly [number, number]): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : fail(where, `must be a whole number from ${min} to ${max}`)
  const listAt = (value: unknown, where: string): readonly unknown[] =>
    value === undefined ? [] : Array.isArray(value) ? value : fail(where, 'must be a list')
  const shapeAt = (value: unknown, where: string, schema: TSchema): unknown => {
    const shape = schemaCheckerOf(schema)
    return shape.fits(value) ? value : fail(where, shape.explain(value))
  }
  return { fail, fieldsAt, textAt, numberAt, listAt, shapeAt }
}
type Reader = ReturnType<typeof makeReader>

function likeAt({ fieldsAt, numberAt }: Reader, value: unknown, where: string): LikePlan {
  const { latest, count } = fieldsAt(value, where, ['latest', 'count'])
  return {
    latest: numberAt(latest, `${where}.latest`, [1, LATEST_MAX]),
    count: numberAt(count, `${where}.count`, [-COUNT_MAX, COUNT_MAX]),
  }
}

const SHAPES = ['happen', 'tell', 'like'] as const

function interventionAt(reader: Reader, value: unknown, where: string, days: number): NamedIntervention {
  const { fail, fieldsAt, numberAt, shapeAt } = reader
  const fields = fieldsAt(value, where, ['id', 'day', ...SHAPES])
  const { id } = fields
  if (typeof id !== 'string' || !NAME.test(id))
    fail(`${where}.id`, 'must be a name of letters, digits, ".", "_" or "-"')
  const day = numberAt(fields.day, `${where}.day`, [1, days])
  const shapes = SHAPES.filter((shape) => fields[shape] !== undefined)
  if (shapes.length !== 1) fail(where, `needs exactly one of ${SHAPES.join(', ')}`)
  const head = { id: id as string, day }
  if (fields.like !== undefined) return { ...head, like: likeAt(reader, fields.like, `${where}.like`) }
  if (fields.tell !== undefined)
    return { ...head, tell: shapeAt(fields.tell, `${where}.tell`, ROUTES.tellFact.body) as FactPlan }
  const happen = shapeAt(fields.happen, `${where}.happen`, ROUTES.planHappening.body) as HappeningPlan
  for (const name of ['from', 'to'] as const)
    if (parseIso(happen[name]) === null)
      fail(`${where}.happen.${name}`, 'must be an ISO 8601 time, such as 2026-03-03T18:00:00Z')
  return { ...head, happen }
}

function switchesAt({ fail }: Reader, value: unknown, where: string): Fields {
  if (value === undefined || value === null) return {}
  if (!isFields(value)) return fail(where, 'must be a map of switches')
  const unknown = Object.keys(value).find((name) => !isSwitchName(name))
  if (unknown === undefined) return value
  const near = nearestSwitch(unknown)
  return fail(where, `no such switch: ${unknown}${near === null ? '' : `; did you mean ${near}?`}`)
}

function armAt(reader: Reader, [name, value]: readonly [string, unknown], days: number): Arm {
  const where = `arms.${name}`
  if (!NAME.test(name)) reader.fail(where, 'an arm needs a name of letters, digits, ".", "_" or "-"')
  const fields = value === null ? {} : reader.fieldsAt(value, where, ['description', 'interventions', 'switches'])
  const interventions = reader
    .listAt(fields.interventions ?? undefined, `${where}.interventions`)
    .map((one, i) => interventionAt(reader, one, `${where}.interventions[${i}]`, days))
  const ids = interventions.map(({ id }) => id)
  const twice = ids.find((id, i) => ids.indexOf(id) !== i)
  if (twice !== undefined) reader.fail(`${where}.interventions`, `the id ${twice} occurs twice`)
  const switches = switchesAt(reader, fields.switches, `${where}.switches`)
  return { name, description: reader.textAt(fields.description, `${where}.description`, ''), interventions, switches }
}

function metricsAt({ fail, listAt }: Reader, value: unknown, arms: readonly Arm[]): Metric[] {
  const metrics = listAt(value, 'metrics').map((text, i) => {
    const metric = typeof text === 'string' ? parseMetric(text) : null
    return metric ?? fail(`metrics[${i}]`, `unknown metric ${String(text)}; known are ${METRIC_FORMS.join(', ')}`)
  })
  if (metrics.length === 0) fail('metrics', `must be a list of at least one of ${METRIC_FORMS.join(', ')}`)
  for (const { name, of, text } of metrics) {
    const shape = name === 'diffusion' ? 'tell' : name === 'likes' ? 'like' : null
    const isNamed = arms.some(({ interventions }) =>
      interventions.some((one) => one.id === of && shape !== null && shape in one),
    )
    if (shape !== null && !isNamed) fail('metrics', `${text} names no ${shape}; give an intervention the id ${of}`)
  }
  return metrics
}

const KEYS = [
  'title',
  'description',
  'seed',
  'started_at',
  'history_days',
  'days',
  'replicates',
  'metrics',
  'arms',
  'reported',
] as const

/** Checks the values of a file. */
function readPlan(reader: Reader, value: unknown): Omit<ExperimentPlan, 'digest'> {
  const { fail, fieldsAt, textAt, numberAt, listAt } = reader
  const fields = fieldsAt(value, 'the file', KEYS)
  const days = numberAt(fields.days, 'days', [1, DAYS_MAX])
  if (!isFields(fields.arms)) return fail('arms', 'must be a map of arms, one of them control')
  if (!Object.hasOwn(fields.arms, 'control')) return fail('arms', 'the arm control is missing; its value may be {}')
  const arms = Object.entries(fields.arms).map((entry) => armAt(reader, entry, days))
  const startedAt = parseIso(textAt(fields.started_at, 'started_at', STARTED_AT))
  if (startedAt === null) return fail('started_at', 'must be an ISO 8601 time, such as 2026-03-02T00:00:00Z')
  const seed = textAt(typeof fields.seed === 'number' ? String(fields.seed) : fields.seed, 'seed')
  const reported = listAt(fields.reported, 'reported').map((one, i) => {
    const { metric, text } = fieldsAt(one, `reported[${i}]`, ['metric', 'text'])
    return { metric: textAt(metric, `reported[${i}].metric`), text: textAt(text, `reported[${i}].text`) }
  })
  return {
    title: textAt(fields.title, 'title', 'Experiment'),
    description: textAt(fields.description, 'description', ''),
    ...{ seed, days, startedAt, reported },
    replicates: numberAt(fields.replicates, 'replicates', [1, REPLICATES_MAX]),
    historyDays: numberAt(fields.history_days ?? 0, 'history_days', [0, DAYS_MAX]),
    arms: arms.toSorted((a, b) => Number(b.name === 'control') - Number(a.name === 'control')),
    metrics: metricsAt(reader, fields.metrics, arms),
  }
}

/** Reads an experiment from YAML text. */
export function parseExperiment(text: string, file: string): ExperimentPlan {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, uniqueKeys: true })
  const [error] = document.errors
  if (error !== undefined) throw new CliError(`${file} is no valid YAML: ${error.message}`)
  const plan = readPlan(makeReader(file), document.toJS({ maxAliasCount: 100 }))
  const { title: _, description: __, reported: ___, ...facts } = plan
  const digest = createHash('sha256')
    .update(JSON.stringify([VERSION, iso(facts.startedAt), facts]))
    .digest('hex')
  return { ...plan, digest }
}

export function readExperiment(file: string): ExperimentPlan {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}); name a YAML file`)
  }
  if (bytes.length > LIMITS.body_bytes.request) throw new CliError(`${file} is larger than an experiment file may be`)
  return parseExperiment(bytes.toString('utf8'), file)
}

const shortOf = (one: NamedIntervention): string => {
  if ('tell' in one) return `day ${one.day}: ${one.tell.agentId} learns “${one.tell.text}”`
  if ('happen' in one) return `day ${one.day}: ${one.happen.kind} “${one.happen.title}”`
  const { latest, count } = one.like
  const change = count === 0 ? 'no change to' : `${count > 0 ? '+' : '−'}${Math.abs(count)} likes for each of`
  return `day ${one.day}: ${change} the ${latest} latest posts`
}

/** An arm in one sentence. */
export function armText({ description, interventions, switches }: Arm): string {
  const settings = Object.entries(switches).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  const parts = [...interventions.map(shortOf), ...settings]
  const changes = parts.length === 0 ? 'no intervention' : parts.join('; ')
  return description === '' ? changes : `${description} (${changes})`
}
