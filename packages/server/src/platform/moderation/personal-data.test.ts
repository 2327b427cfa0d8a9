// Tests of personal data detection.
import { describe, expect, it } from 'vitest'
import { findPersonalData, type PersonalKind } from './personal-data.ts'

const found = (text: string) => findPersonalData(text).map(({ kind, value }) => `${kind} ${value}`)

describe('personal data', () => {
  it.each<[PersonalKind, string, readonly string[]]>([
    [
      'email',
      'ada@example.com',
      [
        ...[
          'ada@example.com',
          'mail me at ADA@Example.COM.',
          '<ada@example.com>',
          "'ada@example.com'",
          'ada@exam\u200bple.com',
        ],
        ...[
          'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
          'ada (at) example (dot) com',
          'ada[at]example[.]com',
          'write to ada at example dot com',
          'ada @example.com'.replace(' ', ''),
        ],
      ],
    ],
    ['email', 'ada.b+x@sub.example.co.uk', ['ada.b+x@sub.example.co.uk', 'mailto:Ada.B+x@sub.example.co.uk?subject=x']],
    [
      'phone',
      '4930901820',
      [
        '+49 30 901820',
        '+4930901820',
        '+49(0)30 901820',
        '0049 30 901820',
        '030 901820',
        '030/901820',
        '(030) 901820',
        '＋４９ ３０ ９０１８２０',
      ],
    ],
    [
      'phone',
      '12127365000',
      ['+1 212 736 5000', '212-736-5000', '(212) 736-5000', '212.736.5000', '1-212-736-5000', 'phone 2127365000'],
    ],
    ['phone', '442079460958', ['+44 20 7946 0958', '020 7946 0958']],
    ['phone', '33142685300', ['01 42 68 53 00', '+33 1 42 68 53 00']],
    ['phone', '34612345678', ['tel: 612345678', 'móvil 612 345 678', '+34612345678']],
    ['phone', '919876543210', ['my whatsapp is 98765 43210', '+91 98765 43210']],
    [
      'card',
      '4111111111111111',
      [
        '4111 1111 1111 1111',
        '4111-1111-1111-1111',
        'card 4111111111111111 exp 12/30',
        '４１１１１１１１１１１１１１１１',
      ],
    ],
    ['card', '378282246310005', ['378282246310005', '3782 822463 10005']],
    [
      'iban',
      'DE89370400440532013000',
      [
        'DE89 3704 0044 0532 0130 00',
        'de89370400440532013000',
        'DE89-3704-0044-0532-0130-00',
        'It is DE89 3704 0044 0532 0130 00 and it is mine',
      ],
    ],
    ['iban', 'GB82WEST12345698765432', ['GB82 WEST 1234 5698 7654 32', 'gb82west12345698765432']],
    ['iban', 'FR1420041010050500013M02606', ['FR14 2004 1010 0505 0001 3M02 606']],
  ])('finds the %s %s in every spelling', (kind, value, spellings) => {
    for (const text of spellings) expect(found(text), text).toEqual([`${kind} ${value}`])
  })

  it('stops parsing after about 100 phone numbers', () => {
    expect(found('+1 212 736 5000 '.repeat(50))).toHaveLength(50)
    expect(found('+1 212 736 5000 '.repeat(1_000)).length).toBeLessThan(200)
  })

  it('finds several items, each once', () => {
    const text = 'DE89 3704 0044 0532 0130 00, 4111 1111 1111 1111, call +49 30 901820 or ada@example.com'
    expect(found(text).sort()).toEqual([
      'card 4111111111111111',
      'email ada@example.com',
      'iban DE89370400440532013000',
      'phone 4930901820',
    ])
    expect(found('DE89 3704 0044 0532 0130 00 then 030 901820')).toHaveLength(2)
  })

  it.each([
    ...[
      'in 1984 and 2001',
      'from 1914-1918 and 1939-1945',
      '2020 2021 2022 2023',
      '2024-01-15 10:30',
      '2024-01-15T10:30:00Z',
    ],
    ...[
      '15.01.2024',
      '05.12.2024 10 Uhr',
      '01.02.2024',
      '12/05/2023',
      '12:30:45 and 11:20:10',
      'we open 09:00-17:00',
      '07.30-09.45',
      '1700000000',
    ],
    ...[
      'the score was 21-19 22-20 21-18',
      '10-20-30-40-50',
      '1 2 3 4 5 6 7 8 9',
      '01 02 03',
      '$1,234,567.89',
      '10 000 000 people',
    ],
    ...[
      'population 8,336,817',
      '1000 2000 3000',
      '50% of 2000000',
      'ratio 1:1000000',
      '0.000000001',
      '3.14159265358979',
      'pi 3,141592653',
    ],
    ...[
      'version 1.2.3.4',
      '192.168.0.1',
      'lat 52.5200, 13.4050',
      'room 101, level 12',
      'order 12345678',
      'ticket 0001234567',
    ],
    ...[
      '#0123456789',
      '978-3-16-148410-0',
      'ISBN 0-306-40615-2',
      'Boston, MA 02110-1301',
      'call me at noon on 12.05.2024',
    ],
    ...['4111 1111 1111 1112', '1234567890123456', 'DE89 3704 0044 0532 0130 01', 'meet @ noon', '@handle', 'a@b'],
    ...['look at polka dot dress', 'at home', ''],
  ])('finds none in %j', (text) => {
    expect(found(text)).toEqual([])
  })
})
