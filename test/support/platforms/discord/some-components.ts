// Parts of requests, for tests: each lawful until it is told otherwise.
export const quiet = { allowed_mentions: { parse: [] } };
export const v2 = 1 << 15;
export const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Yes', custom_id: 'o.yes', ...more });
export const row = (...components: readonly object[]) => ({ type: 1, components });
export const text = (content: string) => ({ type: 10, content });
export const menu = (...values: readonly string[]) => ({
  type: 3,
  custom_id: 'menu',
  options: values.map((value) => ({ label: value, value })),
});
export const words = (more: object = {}) => ({ type: 18, label: 'Words', component: { type: 4, custom_id: 'words', style: 2, ...more } });
export const many = <Made>(count: number, make: (at: number) => Made): readonly Made[] =>
  Array.from({ length: count }, (_, at) => make(at));
