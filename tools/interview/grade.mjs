// Expected answers of an interview, from rows, and the comparison of an answer with them.

const DAY = 86_400_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const bare = (label) => label.replace(/^The /u, '').replaceAll(/[’']/gu, '.')
const any = (...texts) =>
  new RegExp(
    texts
      .filter((one) => one)
      .map((one) => escaped(one).replaceAll('\\.', '.'))
      .join('|') || '$^',
    'iu',
  )
const firstOf = (name) => name.split(' ')[0]

/** Answers that admit to know nothing. */
const EVADES =
  /\b(?:do not know|don't know|no idea|could not tell|couldn't tell|no answer|not something i can tell|nothing i can tell|what to say to that)\b/iu
/** Faults that no answer may have. */
const BROKEN =
  /\b(\p{L}+) \1\b|\{|\}|undefined|null|\[|\ba [aeiou]\p{L}{3,}|\ban [bcdfgjklmnpqrstvwxz]\p{L}+| [,.;?!]|\.\.(?!\.)|\bI (?:is|has|are)\b/u

export function gradeAnswer({ holds, denies }, answer) {
  if (BROKEN.test(answer.replace(/“[^”]*”/gu, ''))) return 'wrong'
  if (holds.test(answer.replaceAll('’', "'")) || holds.test(answer)) return denies?.test(answer) ? 'wrong' : 'right'
  return EVADES.test(answer) ? 'evaded' : 'wrong'
}

/** Expectations by intent and resident: slots of the wording, what an answer has to hold, and the rows as text. */
export async function expectationsOf(read, now, agents) {
  const rowsOf = (table) => read.sql.selectFrom(table).selectAll().where('world_id', '=', 'prime').execute()
  const [
    ties,
    games,
    promises,
    posts,
    things,
    places,
    journeys,
    participants,
    encounters,
    moods,
    grudges,
    wants,
    plans,
    episodes,
    happenings,
  ] = await Promise.all(
    [
      'relationships',
      'games',
      'promises',
      'posts',
      'things',
      'destinations',
      'journeys',
      'encounter_participants',
      'encounters',
      'moods',
      'grudges',
      'wants',
      'plans',
      'episodes',
      'happenings',
    ].map(rowsOf),
  )
  const nameOf = (id) => agents.find((one) => one.id === id)?.display_name ?? ''
  const labelOf = (id) => places.find((one) => one.id === id)?.label ?? ''
  const today = Math.floor(now / DAY)
  const month = now - 30 * DAY
  const isOn = (at, day) => Math.floor(at / DAY) === day
  const dayWord = (at) => {
    const day = Math.floor(at / DAY)
    const date = new Date(at)
    if (day === today) return 'today'
    if (day === today - 1) return 'yesterday'
    if (today - day < 7) return WEEKDAYS[date.getUTCDay()]
    return `${date.getUTCDate()} ${date.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })}`
  }
  const encounterPlace = new Map(encounters.map(({ id, destination_id }) => [id, destination_id]))
  const meetingsOf = (id) => {
    const own = participants.filter((one) => one.agent_id === id && one.joined_at !== null)
    return own.flatMap(({ encounter_id, joined_at }) =>
      participants
        .filter((one) => one.encounter_id === encounter_id && one.agent_id !== id && one.joined_at !== null)
        .map(({ agent_id }) => ({ other: agent_id, at: joined_at, place: encounterPlace.get(encounter_id) })),
    )
  }
  const playedBy = (id) =>
    games
      .filter((one) => one.status === 'finished' && (one.white_agent_id === id || one.black_agent_id === id))
      .map((one) => ({
        other: one.white_agent_id === id ? one.black_agent_id : one.white_agent_id,
        at: one.updated_at,
        place: one.destination_id,
        won:
          one.result === 'draw'
            ? 'draw'
            : (one.result === 'white_won') === (one.white_agent_id === id)
              ? 'won|beat'
              : 'lost|lose',
      }))
      .sort((a, b) => b.at - a.at)
  const promisedBy = (id) =>
    promises
      .filter((one) => one.maker_id === id || one.other_id === id)
      .map((one) => ({ ...one, other: one.maker_id === id ? one.other_id : one.maker_id }))
  const seenBy = (id, other) =>
    [
      ...meetingsOf(id),
      ...playedBy(id),
      ...promisedBy(id)
        .filter(({ status }) => status === 'kept')
        .map(({ other: with_, at, place_id }) => ({ other: with_, at, place: place_id })),
    ]
      .filter((one) => one.at <= now && one.other === other)
      .sort((a, b) => b.at - a.at)[0]
  const tiesOf = (id, type) =>
    ties
      .filter((one) => one.agent_id === id && one.type === type && nameOf(one.other_agent_id))
      .sort((a, b) => b.affinity - a.affinity)
  const walksOf = (id, from, to) =>
    journeys.filter((one) => one.agent_id === id && one.depart_at >= from && one.depart_at <= to)
  const episodesOf = (id, day) =>
    episodes.filter((one) => one.agent_id === id && one.private === 0 && isOn(one.created_at, day))
  const namesIn = (texts) =>
    agents
      .filter(({ display_name }) => texts.some((text) => text.includes(display_name)))
      .map(({ display_name }) => display_name)
  const issuesOf = (id) =>
    plans.filter(
      (one) =>
        one.agent_id === id &&
        one.issue !== '' &&
        !one.issue.includes(':') &&
        (one.side === 'for' || one.side === 'against'),
    )
  const SUBJECTS = {
    clocks: 'whether the clocks should agree',
    liftspeed: 'the pace of the lift',
    slugs: 'the slug treaty',
    starter: 'who should keep the old starter',
    tidecount: 'how to count the tide',
    forecast: 'what a forecast should say',
    strangers: 'how to meet a stranger',
    early: 'early hours',
    debts: 'small debts',
    quiet: 'an hour of quiet',
    thanks: 'how to say thanks',
    truth: 'improving a story',
    lostbook: 'whether books should leave their shelves',
    bells: 'the cracked bell',
    solitude: 'a day alone',
  }

  return (intent, agent) => {
    const { id } = agent
    const friend = tiesOf(id, 'friend')[0]?.other_agent_id ?? tiesOf(id, 'ally')[0]?.other_agent_id
    const rival = tiesOf(id, 'rival').at(-1)?.other_agent_id
    const person = agents[(agents.indexOf(agent) + 5) % agents.length]
    const open = places.filter(({ kind }) => kind !== 'home')
    const number = agents.indexOf(agent)
    const thing = things[(number * 3) % things.length]
    const frequent = walksOf(id, month, now).map(({ destination_id }) => destination_id)
    const place =
      open.find((one) => one.id === frequent[number % Math.max(1, frequent.length)]) ?? open[number % open.length]
    const place2 = open[(open.indexOf(place) + 9) % open.length]
    const weekday = WEEKDAYS[new Date(now - 3 * DAY).getUTCDay()]
    const issueRows = issuesOf(id).filter(({ issue }) => SUBJECTS[issue])
    const issue = issueRows.at(-1)
    const slots = {
      friend: nameOf(friend),
      rival: nameOf(rival),
      person: person.display_name,
      place: place.label.replace(/^The /u, 'the '),
      place2: place2.label.replace(/^The /u, 'the '),
      thing: thing.name,
      weekday,
      issue: SUBJECTS[issue?.issue] ?? '',
    }
    const of = (holds, rows, denies) => ({ slots, holds, rows: String(rows), denies })
    const bioWords = agent.bio
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 4)
      .slice(0, 3)
    switch (intent) {
      case 'home':
        return of(/\bOndry\b|\blive (?:in|at|on)\b/iu, 'world Ondry; no home row')
      case 'work':
        return of(any(agent.specialty, ...bioWords), `${agent.specialty}; ${agent.bio}`)
      case 'name':
        return of(any(agent.display_name, firstOf(agent.display_name)), agent.display_name)
      case 'friend': {
        const top = [...tiesOf(id, 'friend'), ...(tiesOf(id, 'friend').length > 0 ? [] : tiesOf(id, 'ally'))].slice(
          0,
          3,
        )
        return of(
          top.length === 0 ? /nobody|no friend/iu : any(...top.map((one) => nameOf(one.other_agent_id))),
          `friends: ${top.map((one) => `${nameOf(one.other_agent_id)} ${one.affinity}`).join(', ')}`,
        )
      }
      case 'rival':
        return of(
          rival === undefined
            ? /no quarrel|nobody/iu
            : any(...tiesOf(id, 'rival').map((one) => nameOf(one.other_agent_id))),
          `rivals: ${tiesOf(id, 'rival')
            .map((one) => nameOf(one.other_agent_id))
            .join(', ')}`,
        )
      case 'lastSeen': {
        if (friend === undefined) return null
        const last = seenBy(id, friend)
        return of(
          last === undefined || last.at < month ? /not met|not seen|haven't met/iu : any(dayWord(last.at)),
          last === undefined ? 'never met' : `met ${dayWord(last.at)} at ${labelOf(last.place)}`,
        )
      }
      case 'talk':
        return friend === undefined ? null : of(/between (?:us|\p{Lu})|do(?: not|n't) pass/iu, 'private')
      case 'tie': {
        const tie = ties.find((one) => one.agent_id === id && one.other_agent_id === friend)
        return friend === undefined
          ? null
          : of(tie.type === 'friend' ? /friend/iu : /get on well/iu, `${tie.type} ${tie.affinity}`)
      }
      case 'opinionPerson':
        return rival === undefined ? null : of(/not get on|don't get on|cannot stand|rival/iu, `rival ${nameOf(rival)}`)
      case 'know':
        return friend === undefined ? null : of(/friend of mine|get on well|last met/iu, `knows ${nameOf(friend)}`)
      case 'stranger':
        return of(/know nobody|nobody called|never met|do(?: not|n't) know any/iu, 'no such person')
      case 'paris':
        return of(/never been/iu, 'no such place')
      case 'yesterday':
      case 'today':
      case 'weekday': {
        const day = intent === 'yesterday' ? today - 1 : intent === 'today' ? today : today - 3
        const texts = episodesOf(id, day).map(({ text }) => text)
        const visited = walksOf(id, day * DAY, Math.min(now, (day + 1) * DAY)).map((one) =>
          bare(labelOf(one.destination_id)),
        )
        const named = [...namesIn(texts), ...visited, ...texts.map((text) => /“([^”]+)”/u.exec(text)?.[1])]
        return of(
          texts.length + visited.length === 0
            ? /nothing worth/iu
            : named.filter(Boolean).length === 0
              ? /./u
              : new RegExp(`${any(...named).source}|nothing worth`, 'iu'),
          texts.join('; ') || visited.join('; ') || 'none',
        )
      }
      case 'whereYesterday': {
        const visited = walksOf(id, (today - 1.5) * DAY, today * DAY).map((one) => bare(labelOf(one.destination_id)))
        return of(
          visited.length === 0
            ? /did(?: not|n't) go out|at home/iu
            : new RegExp(`${any(...visited).source}|at home|go out`, 'iu'),
          visited.join('; ') || 'no walks',
        )
      }
      case 'now':
        return of(/^i(?: am|'m) (?:at|on my way)/iu, 'body row')
      case 'lastPost': {
        const post = posts
          .filter((one) => one.agent_id === id && one.visibility === 'public')
          .sort((a, b) => b.created_at - a.created_at)[0]
        return of(any(post.text.slice(0, 12).replaceAll(/[“”"]/gu, '.')), post.text)
      }
      case 'games': {
        const [game] = playedBy(id).filter(({ at }) => at > month)
        return of(
          game === undefined
            ? /not played|haven't played/iu
            : new RegExp(`${any(nameOf(game.other)).source}.*(?:${game.won})`, 'isu'),
          game === undefined ? 'no game' : `${nameOf(game.other)} ${game.won}`,
        )
      }
      case 'plans': {
        const ahead = promisedBy(id).filter((one) => one.at > now && one.status === 'open')
        return of(
          ahead.length === 0
            ? /nothing planned/iu
            : new RegExp(`${any(...ahead.map((one) => nameOf(one.other))).source}|nothing planned`, 'iu'),
          ahead.map((one) => `${nameOf(one.other)} ${labelOf(one.place_id)}`).join('; ') || 'none',
        )
      }
      case 'promised': {
        const made = promisedBy(id).filter((one) => one.at > month && /^(?:kept|open|broken)/u.test(one.status))
        return of(
          made.length === 0 ? /not promised|haven't promised/iu : any(...made.map((one) => nameOf(one.other))),
          made.length,
        )
      }
      case 'brokenToYou': {
        const broken = promisedBy(id).filter(
          (one) =>
            one.at > month &&
            one.at <= now &&
            one.status === (one.maker_id === id ? 'broken_by_other' : 'broken_by_maker'),
        )
        return of(
          broken.length === 0 ? /nobody/iu : any(...broken.map((one) => nameOf(one.other))),
          broken.map((one) => nameOf(one.other)).join(', ') || 'none',
        )
      }
      case 'angry': {
        const own = grudges.filter((one) => one.agent_id === id)
        return of(
          own.length === 0 ? /not angry/iu : any(...own.map((one) => nameOf(one.other_id))),
          own.map((one) => nameOf(one.other_id)).join(', ') || 'no grudge',
        )
      }
      case 'feel': {
        const mood = moods.find((one) => one.agent_id === id)
        return of(any(mood.mood), `${mood.mood}: ${mood.reason}`)
      }
      case 'news': {
        const recent = happenings.filter(
          (one) => one.ends_at > now - 8 * DAY && one.kind !== 'forecast' && one.stage !== 'planned',
        )
        return of(
          any(...recent.map(({ name }) => name.replace(/^the /u, ''))),
          recent.map(({ name }) => name).join('; '),
        )
      }
      case 'thing':
        return of(any(thing.name.replace(/^the /u, '')), `${thing.name} ${thing.state}`)
      case 'keeper':
        return of(
          thing.keeper_id === ''
            ? /nobody/iu
            : new RegExp(
                `${any(nameOf(thing.keeper_id)).source}${thing.keeper_id === id ? '|\\bI (?:look|do)\\b' : ''}`,
                'iu',
              ),
          nameOf(thing.keeper_id),
        )
      case 'storm': {
        const last = happenings
          .filter((one) => one.kind === 'storm' && one.starts_at < now)
          .sort((a, b) => b.starts_at - a.starts_at)[0]
        return of(any(last.name.replace(/^the /u, '')), `${last.name} ${dayWord(last.starts_at)}`)
      }
      case 'issue':
        return issue === undefined
          ? null
          : of(/^(?:I think|I hold|To my mind|My view)/iu, `${issue.issue} ${issue.side}: ${issue.reason}`)
      case 'mind': {
        const changes = plans.filter((one) => one.agent_id === id && one.move === 'concede')
        return of(
          changes.length === 0
            ? /not changed|haven't changed/iu
            : any(...changes.map((one) => nameOf(one.addressee_id))),
          changes.map((one) => `${one.issue} ${nameOf(one.addressee_id)}`).join('; ') || 'none',
        )
      }
      case 'argue': {
        const own = episodes.filter(
          (one) =>
            one.agent_id === id &&
            one.created_at > month &&
            /^(?:Argued|Fell out|Would not|Agreed to differ)/u.test(one.text),
        )
        return of(
          own.length === 0 ? /not argued|haven't argued/iu : any(...namesIn(own.map(({ text }) => text))),
          own.at(-1)?.text ?? 'none',
        )
      }
      case 'met': {
        const others = [
          ...meetingsOf(id),
          ...playedBy(id),
          ...promisedBy(id).filter(({ status }) => status === 'kept'),
        ].filter(({ at }) => isOn(at, today - 1))
        return of(
          others.length === 0 ? /nobody/iu : any(...others.map(({ other }) => nameOf(other))),
          others.map(({ other }) => nameOf(other)).join(', ') || 'nobody',
        )
      }
      case 'favouritePlace': {
        const counts = new Map()
        for (const one of frequent) counts.set(one, (counts.get(one) ?? 0) + 1)
        const most = Math.max(...counts.values())
        return of(
          any(...[...counts].filter(([, n]) => n === most).map(([one]) => bare(labelOf(one)))),
          [...counts]
            .sort((a, b) => b[1] - a[1])
            .slice(0, 2)
            .map(([one, n]) => `${labelOf(one)} ${n}`)
            .join(', '),
        )
      }
      case 'interests':
        return of(any(...JSON.parse(agent.interests).map((one) => one.split(',')[0])), agent.interests)
      case 'been': {
        const walks = walksOf(id, month, now).filter((one) => one.destination_id === place.id)
        return of(
          walks.length === 0 ? /not been/iu : any(dayWord(Math.max(...walks.map(({ arrive_at }) => arrive_at)))),
          `${place.label} ${walks.length} visits`,
        )
      }
      case 'otherWork':
        return of(
          any(
            person.specialty,
            ...person.bio
              .split(/[^\p{L}]+/u)
              .filter((word) => word.length > 4)
              .slice(0, 3),
          ),
          person.bio,
        )
      case 'otherFriend': {
        const others = tiesOf(person.id, 'friend')
        return of(
          others.length === 0 ? /no close friend|none/iu : any(...others.map((one) => nameOf(one.other_agent_id))),
          others.map((one) => nameOf(one.other_agent_id)).join(', ') || 'none',
        )
      }
      case 'otherWhere':
        return of(
          new RegExp(`${escaped(person.display_name)} is (?:at|on the way)|do(?: not|n't) know where`, 'iu'),
          'body row',
        )
      case 'placeWho':
        return of(/\bjust now\b|\bworks? (?:at|there)|\bworks\b/iu, place.label)
      case 'distance':
        return of(/\d+ metres/u, `${place.label} to ${place2.label}`)
      case 'weather':
        return of(/^we have /iu, 'moment')
      case 'date':
        return of(/Tuesday|14.30/iu, 'Tuesday 12 May 14:30')
      case 'goal': {
        const want = wants
          .filter((one) => one.agent_id === id && one.status === 'open')
          .sort((a, b) => b.created_at - a.created_at)[0]
        return of(want === undefined ? /not after anything/iu : any(want.goal.slice(0, 14)), want?.goal ?? 'none')
      }
      default:
        return null
    }
  }
}
