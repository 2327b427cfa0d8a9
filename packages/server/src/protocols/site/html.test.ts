import { describe, expect, it } from 'vitest'
import { html } from './html.ts'

describe('a template', () => {
  it('escapes text between tags and inside quotes, whatever it holds', () => {
    const hostile = `"><script>alert('1')</script>&amp;`
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
    )
  })

  it('takes markup, lists and numbers as they are, and leaves out what is not there', () => {
    expect(html`<ul>${[1, html`<b>x</b>`, null, undefined, false, ['<', 'a']]}</ul>`.markup).toBe(
      '<ul>1<b>x</b>&lt;a</ul>',
    )
  })
})
