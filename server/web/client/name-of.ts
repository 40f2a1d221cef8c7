/** What of a keyboard event says which key was pressed. */
export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  getModifierState?(name: string): boolean;
};

/**
 * One name for a press whatever the layout: `j`, `J` (with Shift), `2`, `/`, `?`, `Enter`, `mod+Enter`; undefined when it is not for
 * us: while an input method composes, with Alt, or with Ctrl but for the two that we take.
 */
export function nameOf(press: KeyPress): string | undefined {
  const { key, code, shiftKey } = press;
  if (press.isComposing || ['Process', 'Dead', 'Unidentified'].includes(key)) return undefined;
  if (press.altKey || press.getModifierState?.('AltGraph') === true) return undefined;
  const mod = press.ctrlKey || press.metaKey;
  if (key === 'Enter') return mod ? 'mod+Enter' : shiftKey ? 'shift+Enter' : 'Enter';
  if (mod) return key.toLowerCase() === 'k' && !shiftKey ? 'mod+k' : undefined;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code);
  if (digit && !shiftKey && key.length === 1) return digit[1];
  if (key.length > 1) return key;
  if (/^[\x21-\x7e]$/.test(key)) return /[a-z]/i.test(key) ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return shiftKey ? letter : letter?.toLowerCase();
}
