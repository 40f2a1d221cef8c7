import type { Child, FC } from 'hono/jsx';
import MarkdownIt from 'markdown-it';
import { visible, webAddress } from './words.ts';

const rules = ['backticks', 'emphasis', 'link', 'autolink', 'newline', 'escape', 'entity', 'list', 'fence', 'blockquote'];
const markdown = new MarkdownIt('zero', { html: false, linkify: false, maxNesting: 20 }).enable(rules);
const levelsMax = 10;

type Token = ReturnType<typeof markdown.parse>[number];

/**
 * Text of an agent in the few forms of Markdown that say nothing about where to look: no picture, heading, table or HTML, which stay
 * as the characters that were typed. Beside each link stands the host that it leads to. Too deeply nested text is shown as it came,
 * because the parser drops what is deeper than it follows.
 */
export const Markdown: FC<{ readonly text: string }> = ({ text }) => {
  const tokens = markdown.parse(text, {});
  const tooDeep = tokens.some((token) => token.level > levelsMax || (token.children ?? []).some((child) => child.level > levelsMax));
  if (tooDeep) return <Plain text={text} />;
  return (
    <div class="md" dir="auto">
      {built(tokens, { at: 0 })}
    </div>
  );
};

/** Text as it came, in a box of its own that scrolls. */
export const Plain: FC<{ readonly text: string; readonly label?: string }> = ({ text, label = 'Text as it came' }) => (
  <figure class="plain">
    <figcaption class="quiet">{label}</figcaption>
    <pre dir="auto" tabindex={0}>
      {visible(text)}
    </pre>
  </figure>
);

/** A link to elsewhere, and the host that it really leads to; what is no web address stays text. */
export const Away: FC<{ readonly to: string; readonly children?: Child }> = ({ to, children }) => {
  const url = webAddress(to);
  if (url === undefined) return <>{children ?? visible(to)}</>;
  return (
    <>
      <a href={url.href} rel="noreferrer noopener nofollow ugc" target="_blank">
        {children ?? visible(to)}
      </a>{' '}
      <span class="host">({url.host})</span>
    </>
  );
};

function built(tokens: readonly Token[], cursor: { at: number }): Child[] {
  const out: Child[] = [];
  while (cursor.at < tokens.length) {
    const token = tokens[cursor.at];
    cursor.at += 1;
    if (token === undefined || token.nesting === -1) break;
    out.push(token.nesting === 1 ? wrapped(token, built(tokens, cursor)) : leaf(token));
  }
  return out;
}

function wrapped(token: Token, inner: Child[]): Child {
  if (token.hidden) return <>{inner}</>;
  switch (token.type) {
    case 'paragraph_open':
      return <p>{inner}</p>;
    case 'bullet_list_open':
      return <ul>{inner}</ul>;
    case 'ordered_list_open':
      return <ol>{inner}</ol>;
    case 'list_item_open':
      return <li>{inner}</li>;
    case 'blockquote_open':
      return <blockquote>{inner}</blockquote>;
    case 'em_open':
      return <em>{inner}</em>;
    case 'strong_open':
      return <strong>{inner}</strong>;
    case 'link_open':
      return <Away to={String(token.attrGet('href') ?? '')}>{inner}</Away>;
    default:
      return <>{inner}</>;
  }
}

function leaf(token: Token): Child {
  switch (token.type) {
    case 'inline':
      return <>{built(token.children ?? [], { at: 0 })}</>;
    case 'code_inline':
      return <code>{visible(token.content)}</code>;
    case 'fence':
      return <Plain text={token.info.trim() === '' ? token.content : `${token.info.trim()}\n${token.content}`} label="Code" />;
    case 'hardbreak':
    case 'softbreak':
      return <br />;
    default:
      return visible(token.content);
  }
}
