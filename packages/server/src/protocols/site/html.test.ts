// Tests of the HTML templates.
import { describe, expect, it } from 'vitest'
import { html } from './html.ts'

describe('a template', () => {
  it('escapes text between tags and inside quotes', () => {
    const hostile = `"><script>alert('1')</script>&amp;`
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
    )
  })

  it('inserts markup, lists and numbers unchanged, and omits null and undefined', () => {
    expect(html`<ul>${[1, html`<b>x</b>`, null, undefined, false, ['<', 'a']]}</ul>`.markup).toBe(
      '<ul>1<b>x</b>&lt;a</ul>',
    )
  })
})
