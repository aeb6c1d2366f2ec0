import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderMarkdown } from '../../src/docs/markdown.ts'

const render = (source: string) =>
  renderMarkdown(source, (target) => (target === 'gone.md' ? undefined : `/to/${target}`))
const body = (source: string) => render(source).body.text

describe('Markdown of the docs', () => {
  it('becomes headings with the addresses that code hosts give them', () => {
    const { body: drawn, headings } = render('# One `two`\n\n## A: b & c\n\n## A: b & c')
    assert.deepEqual(
      headings.map(({ id, level }) => [id, level]),
      [
        ['one-two', 1],
        ['a-b--c', 2],
        ['a-b--c-1', 2],
      ],
    )
    assert.match(drawn.text, /<h2 id="a-b--c">A: b &amp; c/)
  })

  it('keeps every character of a text that looks like HTML', () => {
    assert.equal(
      body('a <script>alert(1)</script> & `<b>` \\<i>'),
      '<p>a &lt;script&gt;alert(1)&lt;/script&gt; &amp; <code>&lt;b&gt;</code> &lt;i&gt;</p>',
    )
    assert.match(
      body('```html\n<img src=x onerror=alert(1)>\n```'),
      /<code>&lt;img src=x onerror=alert\(1\)&gt;<\/code>/,
    )
    assert.equal(body('<!-- not\nshown -->\n\nshown'), '<p>shown</p>')
  })

  it('has strong and emphasised text, links and pictures, and leaves names with underscores alone', () => {
    assert.equal(
      body('**[Keys](keys.md#new)** and *this* in set_chat_mode'),
      '<p><strong><a href="/to/keys.md#new">Keys</a></strong> and <em>this</em> in set_chat_mode</p>',
    )
    assert.equal(body('[`code`](a.md) [gone](gone.md)'), '<p><a href="/to/a.md"><code>code</code></a> gone</p>')
    assert.equal(body('![A page](p.png)'), '<p><img src="/to/p.png" alt="A page" loading="lazy"></p>')
    assert.equal(body('2 * 3 * 4'), '<p>2 * 3 * 4</p>')
  })

  it('has tables whose cells may hold bars', () => {
    const drawn = body('| A | B |\n| --- | --- |\n| `a|b` | c\\|d |\n| | x |')
    assert.match(drawn, /<th scope="col">A<\/th>/)
    assert.match(drawn, /<tr><td><code>a\|b<\/code><\/td><td>c\|d<\/td><\/tr><tr><td><\/td><td>x<\/td><\/tr>/)
  })

  it('has lists inside lists, with code and text below an entry', () => {
    const drawn = body('1. One:\n\n   ```sh\n   a\n     b\n   ```\n\n2. Two\n   - x\n   - y\n\nAfter')
    assert.match(
      drawn,
      /^<ol><li>One:<pre[^>]*><code>a\n {2}b<\/code><\/pre><\/li><li>Two<ul><li>x<\/li><li>y<\/li><\/ul><\/li><\/ol><p>After<\/p>$/,
    )
  })

  it('gives the search the text below each heading', () => {
    const { sections } = render('# Title\n\nSome *words*.\n\n## More\n\n- `code` here')
    assert.deepEqual(
      sections.map(({ heading, text }) => [heading.text, text.trim()]),
      [
        ['Title', 'Some words.'],
        ['More', 'code here'],
      ],
    )
  })
})
