/** Writes `inbox.js` and `inbox.style.css` into a folder. */
export function bundle(outdir: string): Promise<void>;
