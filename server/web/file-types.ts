import type { Proof } from '../../src/evidence/evidence.ts';

/** What a browser may show of a file. Everything else, SVG, HTML and PDF above all, is only downloaded. */
const inlineTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'video/mp4', 'video/webm'] as const;

/** The type under which a file is shown, or undefined when it is not. */
export function shownInline(mediaType: string): (typeof inlineTypes)[number] | undefined {
  const bare = mediaType.split(';', 1)[0]?.trim().toLowerCase();
  return inlineTypes.find((type) => type === bare);
}

export function isDiff({ media_type, name }: Pick<Extract<Proof, { kind: 'artifact' }>, 'media_type' | 'name'>): boolean {
  return /^text\/x-(?:diff|patch)\b/i.test(media_type) || /\.(?:diff|patch)$/i.test(name);
}
