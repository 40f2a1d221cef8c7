/** A text as eyes take it: without what is not shown, forms that look alike as one, one space between words. */
export function seenText(text: string): string {
  const spaced = text.normalize('NFKC').replaceAll(/\s+/g, ' ');
  return spaced.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '').trim();
}
