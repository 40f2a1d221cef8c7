const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** What a session was opened with, as a person knows it again: `Firefox on Linux`. Nothing else of the header is kept. */
export function browserOf(userAgent: string | undefined): string {
  const named = (known: readonly (readonly [mark: string, name: string])[], otherwise: string) =>
    known.find(([mark]) => userAgent?.includes(mark))?.[1] ?? otherwise;
  return `${named(browsers, 'a browser')} on ${named(systems, 'an unknown system')}`;
}
