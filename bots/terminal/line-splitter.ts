/** One typed line, or why it cannot be read. */
export type TypedLine = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'unreadable'; readonly why: string };

export type LineSplitter = {
  /** The lines that end in this chunk. */
  push(chunk: Uint8Array): readonly TypedLine[];
  /** The line that the end of the input cut off, if there is one. */
  end(): readonly TypedLine[];
};

const newline = 0x0a;

/** Splits bytes into lines. Keeps at most `bytesMax` of an unfinished line, however long it gets. */
export function createLineSplitter(limits: { readonly inputCharsMax: number; readonly inputBytesMax: number }): LineSplitter {
  let kept: Uint8Array[] = [];
  let length = 0;

  function keep(bytes: Uint8Array): void {
    length += bytes.length;
    if (length <= limits.inputBytesMax) kept.push(bytes);
    else kept = [];
  }

  function finish(): TypedLine {
    const line = length > limits.inputBytesMax ? tooLong(limits.inputCharsMax) : decode(Buffer.concat(kept), limits.inputCharsMax);
    kept = [];
    length = 0;
    return line;
  }

  return {
    push(chunk) {
      const lines: TypedLine[] = [];
      let from = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        keep(chunk.subarray(from, at));
        lines.push(finish());
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.slice(from));
      return lines;
    },
    end: () => (length === 0 ? [] : [finish()]),
  };
}

function decode(bytes: Uint8Array, charsMax: number): TypedLine {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r$/, '');
    return text.length > charsMax ? tooLong(charsMax) : { kind: 'line', text };
  } catch {
    return { kind: 'unreadable', why: 'That line is not valid UTF-8, so nothing was done. Type it again.' };
  }
}

function tooLong(charsMax: number): TypedLine {
  return { kind: 'unreadable', why: `That line is longer than ${charsMax} characters, so nothing was done. Say it shorter.` };
}
