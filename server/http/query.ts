import { z } from 'zod';

type Property = { readonly type?: string };

/** Turns query texts into what a schema takes there: `since=1` is a number where it says so. Other texts stay, to be refused by it. */
export function queryReader(schema: z.ZodType): (query: Readonly<Record<string, string>>) => Record<string, unknown> {
  const properties = propertiesOf(schema);
  return (query) => Object.fromEntries(Object.entries(query).map(([name, text]) => [name, valueIn(properties[name], text)]));
}

function valueIn(property: Property | undefined, text: string): unknown {
  const numeric = property?.type === 'integer' || property?.type === 'number';
  if (numeric && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (property?.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function propertiesOf(schema: z.ZodType): Readonly<Record<string, Property>> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (described.properties ?? {}) as Record<string, Property>; // of an object schema, as zod writes it
}
