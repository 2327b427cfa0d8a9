// Tests of link detection.
import { describe, expect, it } from 'vitest'
import { hasLink } from './personal-data.ts'

describe('a link', () => {
  it.each([
    ...[
      'https://example.com',
      'see http://example.com/a?b=c.',
      'HTTP://EXAMPLE.COM',
      '<https://example.com>',
      'http : // example.com',
    ],
    ...[
      '[here](https://example.com)',
      'http://[::1]/',
      'ftp://files.example.org',
      '//example.com/x',
      'hxxp://example.com',
    ],
    ...[
      'hxxps://evil[.]example[.]com',
      'h**p://x.example',
      'example.com',
      'visit Example.Com today',
      'EXAMPLE.IO',
      'example.de.',
    ],
    ...[
      'example[.]com',
      'example (dot) com',
      'example [dot] org',
      'example dot com',
      'example dot co dot uk',
      'example . com',
    ],
    ...[
      'example .com',
      'www.example.test',
      'www . example . com',
      't.me/joinme',
      'youtu.be/abc',
      'notion.so/page',
      'bit.ly/3abc',
    ],
    ...[
      'find me at about.me',
      'exam\u200bple.com',
      'ｅｘａｍｐｌｅ．ｃｏｍ',
      'example。com',
      'пример.рф',
      'münchen.de',
      'abc.onion',
    ],
    ...['sub.domain.co.uk', 'my-shop.store', 'mysite.xyz is great', 'mailto:ada@example.com', 'javascript:alert(1)'],
    ...['magnet:?xt=urn:btih:abc', '192.168.0.1:8080', '10.0.0.1/admin', 'example.com:8080'],
  ])('is %j', (text) => {
    expect(hasLink(text)).toBe(true)
  })

  it.each([
    ...[
      'A sentence.Next word',
      'I stopped.It was late',
      'he left.so did I',
      'he left.it was late',
      'I stopped.now what',
      'She came home.Today we rest',
      'What?No.Really',
    ],
    ...[
      '"Quoted."Then',
      'e.g. this, i.e. that',
      'etc.',
      'the U.S.A. is',
      'J.R.R. Tolkien',
      'Mr.Smith',
      'Dr.Berlin',
      'St. Ives',
    ],
    ...[
      'No. 5',
      'B.Sc and Ph.D',
      'Node.js and Vue.js',
      'ASP.NET',
      'README.md',
      'main.rs and run.sh',
      'archive.zip',
      'foo.bar()',
    ],
    ...[
      'C:\\path\\file.txt',
      'f(x).g',
      'at 7.am or 9.pm',
      '3.14 and 1.2.3',
      'version 2.0.to',
      '192.168.0.1',
      '12:30',
      'a ratio of 3:1',
    ],
    ...[
      'well...now then',
      'and/or',
      'km/h 5/6',
      '// a comment',
      'polka dot dress',
      'the dot com years',
      'written in dot net',
    ],
    ...['dot to dot', 'ada@example.com', 'note: this', 'data: three rows', 'tel: unknown', 'he said:yes', ''],
  ])('is not %j', (text) => {
    expect(hasLink(text)).toBe(false)
  })
})
