/** What agents and strangers could write to make a page do something. */
export const hostile = {
  script: '<script>window.owned=1</script>',
  image: '<img src=x onerror="window.owned=1">',
  svg: '<svg onload=window.owned=1><a xlink:href="javascript:window.owned=1"><text>x</text></a></svg>',
  quote: '"><form action="https://evil.example"><input name=code>',
  close: '</textarea></select></option></title></p></section></main><h1>Owned</h1>',
  markdown: '[press me](javascript:window.owned=1) ![beacon](https://evil.example/pixel.png) <https://evil.example/x>',
  bidi: 'pay \u202eeruces\u202c now\u200b',
  entity: '&lt;b&gt; &#60;i&#62;',
} as const;

export const allHostile = Object.values(hostile).join(' ');

/** As much of it as fits. */
export function cutTo(max: number, text: string = allHostile): string {
  return text.slice(0, max).trim();
}

/** A question whose every field says something hostile. */
export function hostileQuestion(): Record<string, unknown> {
  return {
    key: 'hostile',
    question: `${cutTo(290, `${hostile.script}${hostile.image}${hostile.bidi}${hostile.quote}`).replace(/[.!?]/g, '')}?`,
    context: `${allHostile}\n\n\`\`\`html\n${hostile.script}\n\`\`\`\n\n${'['.repeat(400)}`,
    answer: {
      kind: 'choice',
      options: [
        { key: 'a', label: '<b onclick=x>Yes</b>', effect: cutTo(140, hostile.svg), lets: 'go', recommended: true },
        { key: 'b', label: '"><script>1</script>', effect: cutTo(140, hostile.close), lets: 'stop' },
      ],
    },
    evidence: [
      { kind: 'command', argv: ['sh', '-c', hostile.script, hostile.bidi], exit_code: 1, excerpt: allHostile },
      { kind: 'tests', tool: hostile.image, passed: 0, failed: 1, skipped: 0, excerpt: hostile.close },
      {
        kind: 'change',
        repo: hostile.script,
        commit: hostile.quote,
        base: hostile.svg.slice(0, 80),
        url: 'https://evil.example/"><script>1</script>',
      },
      { kind: 'metric', name: hostile.script, value: 1, unit: '<b>', baseline: 2, better: 'higher' },
      { kind: 'observation', url: 'https://evil.example/x?<script>', observed_at: '2026-12-01T08:00:00Z', text: allHostile },
      { kind: 'statement', text: allHostile, subject: hostile.image, subject_rev: hostile.script },
    ],
  };
}

export const hostileDiff = [
  '--- a/<img src=x onerror=window.owned=1>',
  '+++ b/<img src=x onerror=window.owned=1>',
  '@@ -1,2 +1,3 @@',
  ' same <script>window.owned=1</script>',
  '-old \u202eeruces\u202c',
  '+new <svg onload=window.owned=1>',
  '+more',
  '',
].join('\n');

export const hostileSvg = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.owned=1"><script>window.owned=1</script></svg>';
